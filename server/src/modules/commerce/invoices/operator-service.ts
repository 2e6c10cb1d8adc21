import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import { findInvoiceOwner, listAllInvoices } from './operator-store.ts';
import type { Invoice } from './schemas.ts';
import { viewInvoice } from './view.ts';

/** Whose invoice it is. */
export function* requireInvoiceOwner(id: number): Query<number> {
  const accountId = yield* findInvoiceOwner(id);
  if (accountId === undefined) throw notFound('Invoice');
  return accountId;
}

/** Of all customers, or of one. */
export function* listInvoices(accountId: number | undefined): Query<(Invoice & { account_id: number })[]> {
  const rows = yield* listAllInvoices(accountId);
  return rows.map((row) => ({ account_id: row.account_id, ...viewInvoice(row) }));
}
