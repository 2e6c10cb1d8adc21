import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import {
  findInvoiceByNumber,
  findInvoiceOwner,
  listAllInvoices,
  listUnpaidDueBy,
  type UnpaidInvoice,
} from './operator-store.ts';
import type { Invoice } from './schemas.ts';
import type { InvoiceService } from './service.ts';
import { viewInvoice } from './view.ts';

export { findInvoiceByNumber, listUnpaidDueBy, type UnpaidInvoice };

/** Whose invoice it is. */
export function* requireInvoiceOwner(id: number): Query<number> {
  const accountId = yield* findInvoiceOwner(id);
  if (accountId === undefined) throw notFound('Invoice');
  return accountId;
}

interface Dependencies {
  clock: Clock;
  invoices: InvoiceService;
}

export type InvoiceOperatorService = ReturnType<typeof createInvoiceOperatorService>;

export function createInvoiceOperatorService({ clock, invoices }: Dependencies) {
  /** Of all customers, or of one. */
  function* list({ account_id }: { account_id?: number | undefined } = {}): Query<OwnedInvoice[]> {
    const rows = yield* listAllInvoices(account_id);
    return rows.map((row) => ({ account_id: row.account_id, ...viewInvoice(row) }));
  }

  /** Takes it back, wholly or in part; answers the credit note. */
  function* credit({ id, ...what }: { id: number; amount?: number; lines?: readonly number[]; reason: string }) {
    const accountId = yield* requireInvoiceOwner(id);
    const { creditNote, refundable } = yield* invoices.creditInvoice(accountId, id, what, clock.now());
    return { ...creditNote, refundable };
  }

  /** Gives up what is due. */
  function* writeOff({ id }: { id: number }): Query<Invoice> {
    const accountId = yield* requireInvoiceOwner(id);
    return yield* invoices.writeOff(accountId, id, clock.now());
  }

  return { list, credit, writeOff };
}

type OwnedInvoice = Invoice & { account_id: number };
