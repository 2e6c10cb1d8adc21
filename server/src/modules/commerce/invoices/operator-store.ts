import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { INVOICE_STATUSES } from './schemas.ts';
import { type InvoiceRow, invoices } from './store.ts';

type OwnedInvoiceRow = InvoiceRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from invoices where id = :id');
const BY_NUMBER = sql<{ number: string }, { account_id: number; id: number }>(
  `select account_id, id from invoices where number = :number and type = 'invoice'`,
);
const ANY_BY_NUMBER = sql<{ number: string }, { account_id: number; id: number }>(
  'select account_id, id from invoices where number = :number',
);

/** Returns the account of an invoice, for staff. */
export function* findInvoiceOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** Searches the invoices of all accounts. */
export function findInvoiceByNumber(number: string): Query<{ account_id: number; id: number } | undefined> {
  return BY_NUMBER.one({ number });
}

/** Finds invoices and credit notes. */
export function findAnyByNumber(number: string): Query<{ account_id: number; id: number } | undefined> {
  return ANY_BY_NUMBER.one({ number });
}

export const listAllInvoices = defineStaffList<OwnedInvoiceRow, (typeof INVOICE_STATUSES)[number]>({
  select: `select account_id, ${invoices.columns} from invoices`,
  statuses: byColumn(INVOICE_STATUSES),
  searched: ['number'],
  filters: {
    type: 'type = :type',
    issued_from: 'issued_at >= :issued_from',
    issued_before: 'issued_at < :issued_before',
    due_before: 'due_at < :due_before',
  },
});

export type UnpaidInvoice = Pick<OwnedInvoiceRow, 'id' | 'account_id' | 'due_at'>;

const UNPAID_DUE_BY = sql<{ at: number; due_at: number; id: number; limit: number }, UnpaidInvoice>(
  `select id, account_id, due_at from invoices
   where status = 'unpaid' and on_hold = 0 and due_at <= :at and due_at >= :due_at and (due_at > :due_at or id > :id)
   order by due_at, id limit :limit`,
);

/** Lists unpaid invoices of all accounts that are due by then, oldest first, after a position in that order. */
export function listUnpaidDueBy(
  at: number,
  after: Pick<UnpaidInvoice, 'due_at' | 'id'>,
  limit: number,
): Query<UnpaidInvoice[]> {
  return UNPAID_DUE_BY.all({ at, ...after, limit });
}
