import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { findInvoiceOwner, listAllInvoices, listUnpaidDueBy, type UnpaidInvoice } from './operator-store.ts';
import type { Invoice } from './schemas.ts';
import { viewInvoice } from './view.ts';

export { listUnpaidDueBy, type UnpaidInvoice };

/** Whose invoice it is. */
export function* requireInvoiceOwner(id: number): Query<number> {
  const accountId = yield* findInvoiceOwner(id);
  if (accountId === undefined) throw notFound('Invoice');
  return accountId;
}

export type InvoiceOperatorService = ReturnType<typeof createInvoiceOperatorService>;

export function createInvoiceOperatorService() {
  /** Of all customers, or of one. */
  function* list({ account_id }: { account_id?: number | undefined } = {}): Query<OwnedInvoice[]> {
    const rows = yield* listAllInvoices(account_id);
    return rows.map((row) => ({ account_id: row.account_id, ...viewInvoice(row) }));
  }

  return { list };
}

type OwnedInvoice = Invoice & { account_id: number };
