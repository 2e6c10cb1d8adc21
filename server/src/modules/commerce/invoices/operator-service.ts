import type { Query } from '../../../kernel/db/query.ts';
import type { AccountListRequest } from '../../../kernel/db/staff-list.ts';
import { notFound, validationError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import type { IssuingGate } from './archive/gate.ts';
import { explainInvoice, type InvoiceReasons } from './explain.ts';
import {
  findAnyByNumber,
  findInvoiceByNumber,
  findInvoiceOwner,
  listAllInvoices,
  listUnpaidDueBy,
} from './operator-store.ts';
import { makeReport, type Report } from './reports/operator-service.ts';
import type { Invoice, InvoiceStatus } from './schemas.ts';
import type { InvoiceService } from './service.ts';
import type { Trade } from './snapshot.ts';
import { viewInvoice } from './view.ts';

export { findInvoiceByNumber, listUnpaidDueBy };

/** Whose invoice it is. */
export function* requireInvoiceOwner(id: number): Query<number> {
  const accountId = yield* findInvoiceOwner(id);
  if (accountId === undefined) throw notFound('Invoice');
  return accountId;
}

interface Dependencies {
  clock: Clock;
  trade: Trade;
  invoices: InvoiceService;
  gate: Pick<IssuingGate, 'requireOpenForStaff'>;
}

export type InvoiceOperatorService = ReturnType<typeof createInvoiceOperatorService>;

export function createInvoiceOperatorService({ clock, trade, invoices, gate }: Dependencies) {
  /** Of all customers, or of one. */
  function* list(request: AccountListRequest<InvoiceStatus> = {}): Query<OwnedInvoice[]> {
    const rows = yield* listAllInvoices(request);
    return rows.map((row) => ({ account_id: row.account_id, ...viewInvoice(row) }));
  }

  /** By id, or by number as it stands on the paper. */
  function* show({ invoice }: { invoice: string | number }): Query<OwnedInvoice> {
    const { id, account_id } = yield* locate(invoice);
    return { account_id, ...(yield* invoices.find(account_id, id)) };
  }

  /** Makes invoices of all that a customer was charged for and no invoice has yet: one for each due day and currency. */
  function* issue({ account_id }: { account_id: number }): Query<OwnedInvoice[]> {
    gate.requireOpenForStaff();
    yield* requireAccount(account_id);
    const issued: OwnedInvoice[] = [];
    const at = clock.now();
    for (;;) {
      const [next] = yield* invoices.listOpenCharges(account_id);
      const { due_at: dueAt, currency } = next ?? {};
      if (dueAt === undefined || currency === undefined) return issued;
      const invoice = yield* invoices.issueInvoice(account_id, { dueAt, at, currency });
      if (!invoice) return issued;
      issued.push({ account_id, ...invoice });
    }
  }

  /** Takes it back, wholly or in part; answers the credit note. */
  function* credit({ id, ...what }: { id: number; amount?: number; lines?: readonly number[]; reason: string }) {
    // A credit note cannot be taken back: whoever says both meant one of them, and nobody knows which.
    if (what.amount !== undefined && what.lines !== undefined) {
      throw validationError([{ field: 'amount', message: 'or lines may be given, and not both.' }]);
    }
    gate.requireOpenForStaff();
    const accountId = yield* requireInvoiceOwner(id);
    const { creditNote, refundable } = yield* invoices.creditInvoice(accountId, id, what, clock.now());
    return { ...creditNote, refundable };
  }

  /** Gives up what is due. */
  function* writeOff({ id, reason }: { id: number; reason?: string }): Query<Invoice> {
    const accountId = yield* requireInvoiceOwner(id);
    return yield* invoices.writeOff(accountId, id, clock.now(), reason);
  }

  /** Why it is what it is. */
  function* explain({ invoice }: { invoice: string | number }): Query<InvoiceReasons> {
    return explainInvoice(yield* show({ invoice }));
  }

  /** A month of the books. */
  function report({ month }: { month: string }): Query<Report> {
    return makeReport(month, trade);
  }

  function* locate(invoice: string | number): Query<{ id: number; account_id: number }> {
    if (/^\d{1,15}$/.test(String(invoice))) {
      const id = Number(invoice);
      return { id, account_id: yield* requireInvoiceOwner(id) };
    }
    const found = yield* findAnyByNumber(String(invoice).toUpperCase());
    if (!found) throw notFound('Invoice');
    return found;
  }

  return { list, show, issue, credit, writeOff, explain, report };
}

type OwnedInvoice = Invoice & { account_id: number };
