import type { AccountListRequest, Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { requireAccount, withAccountNames } from '../../identity/accounts/index.ts';
import type { IssuingGate } from './archive/gate.ts';
import type { InvoiceDocument } from './document/document.ts';
import { fieldErrors } from './errors.ts';
import { explainInvoice, type InvoiceReasons } from './explain.ts';
import type { InvoiceMail } from './mail/operator-service.ts';
import {
  findAnyByNumber,
  findInvoiceByNumber,
  findInvoiceOwner,
  listAllInvoices,
  listUnpaidDueBy,
} from './operator-store.ts';
import { makeReport, type Report } from './reports/operator-service.ts';
import type { Invoice, InvoiceStatus, InvoiceType } from './schemas.ts';
import type { InvoiceService } from './service.ts';
import type { Trade } from './snapshot.ts';
import { viewInvoice } from './view.ts';

export { findInvoiceByNumber, listUnpaidDueBy };

/** Returns the account of an invoice. Throws 404 if it does not exist. */
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
  mail: Pick<InvoiceMail, 'resend'>;
}

export type InvoiceOperatorService = ReturnType<typeof createInvoiceOperatorService>;

export function createInvoiceOperatorService({ clock, trade, invoices, gate, mail }: Dependencies) {
  /** Lists the invoices of all accounts or of one. */
  function* list({ type, issued_from, issued_before, due_before, ...request }: InvoiceListRequest = {}) {
    const rows = yield* listAllInvoices(request, { type, issued_from, issued_before, due_before });
    return yield* withAccountNames(rows.map((row) => ({ account_id: row.account_id, ...viewInvoice(row) })));
  }

  /** Finds by id or by document number. */
  function* show({ invoice }: { invoice: string | number }): Query<NamedInvoice> {
    const { id, account_id } = yield* locate(invoice);
    const [found] = yield* withAccountNames([{ account_id, ...(yield* invoices.find(account_id, id)) }]);
    if (!found) throw notFound('Invoice');
    return found;
  }

  /** Returns the content of the document, for its PDF file. */
  function* compile({ invoice }: { invoice: string | number }): Query<InvoiceDocument> {
    const { id, account_id } = yield* locate(invoice);
    return yield* invoices.documentOf(account_id, id);
  }

  /** Mails the document to the customer again. */
  function* resend({ invoice }: { invoice: string | number }) {
    const { id, account_id } = yield* locate(invoice);
    return yield* mail.resend(account_id, id);
  }

  /** Issues all open charges of a customer: one invoice per due day and currency. */
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

  /** Credits an invoice, wholly or in part. Returns the credit note. */
  function* credit({ id, ...what }: { id: number; amount?: number; lines?: readonly number[]; reason: string }) {
    // A credit note is final, so an ambiguous request is refused.
    if (what.amount !== undefined && what.lines !== undefined) {
      throw validationError([fieldErrors.credit_amount_or_lines('amount')]);
    }
    gate.requireOpenForStaff();
    const accountId = yield* requireInvoiceOwner(id);
    const { creditNote, refundable } = yield* invoices.creditInvoice(accountId, id, what, clock.now());
    return { ...creditNote, refundable };
  }

  /** Writes off the amount due. */
  function* writeOff({ id, reason }: { id: number; reason?: string }): Query<Invoice> {
    const accountId = yield* requireInvoiceOwner(id);
    return yield* invoices.writeOff(accountId, id, clock.now(), reason);
  }

  /** Explains the invoice. */
  function* explain({ invoice }: { invoice: string | number }): Query<InvoiceReasons> {
    return explainInvoice(yield* show({ invoice }));
  }

  /** Returns the books of a month. */
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

  return { list, show, compile, resend, issue, credit, writeOff, explain, report };
}

type OwnedInvoice = Invoice & { account_id: number };
type NamedInvoice = OwnedInvoice & { account_name: string | null };

interface InvoiceListRequest extends AccountListRequest<InvoiceStatus> {
  readonly type?: InvoiceType | undefined;
  readonly issued_from?: number | undefined;
  readonly issued_before?: number | undefined;
  readonly due_before?: number | undefined;
}
