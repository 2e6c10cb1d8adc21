import { defineList, ofAccount, type Page, type PageRequest } from '../../../kernel/db/page.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { foldForSearch } from '../../../kernel/db/search.ts';
import { type NewRow, nullable, number, type Row, table, text } from '../../../kernel/db/table.ts';
import { countRow, moveRow } from '../../../kernel/db/totals.ts';
import type { InvoiceStatus } from './schemas.ts';

export const invoices = table(
  'invoices',
  {
    id: number(),
    subscription_id: number(),
    number: text(),
    status: text<InvoiceStatus>(),
    currency: text(),
    subtotal: number(),
    tax: number(),
    total: number(),
    amount_paid: number(),
    /** JSON of `InvoiceItemRow[]`. */
    items: text(),
    issued_at: number(),
    due_at: number(),
    paid_at: nullable(number()),
  },
  { hidden: { account_id: number(), search_text: text() } },
);
export type InvoiceRow = Row<typeof invoices>;

export interface InvoiceItemRow {
  description: string;
  quantity: number;
  unit_price: number;
  amount: number;
  period_start: number;
  period_end: number;
}

const FIND = sql<{ account_id: number; id: number }, InvoiceRow>(
  `select ${invoices.columns} from invoices where account_id = :account_id and id = :id`,
);
const CHANGE = sql<
  Pick<InvoiceRow, 'id' | 'status' | 'amount_paid' | 'paid_at'> & { account_id: number; from: InvoiceStatus },
  InvoiceRow
>(
  `update invoices set status = :status, amount_paid = :amount_paid, paid_at = :paid_at
   where account_id = :account_id and id = :id and status = :from returning ${invoices.columns}`,
);
const OVERDUE = sql<{ account_id: number; subscription_id: number }, { id: number }>(
  `select id from invoices
   where account_id = :account_id and subscription_id = :subscription_id and status = 'overdue' limit 1`,
);
const NEXT_NUMBER = sql<{ year: number }, { last_number: number }>(
  `insert into invoice_numbers (year, last_number) values (:year, 1)
   on conflict (year) do update set last_number = invoice_numbers.last_number + 1 returning last_number`,
);
const LIST = defineList<InvoiceRow>({ columns: invoices.columns, strands: [ofAccount('invoices')] });
const LIST_OF_SUBSCRIPTION = defineList<InvoiceRow>({
  columns: invoices.columns,
  strands: [
    { table: 'invoices', keys: { account_id: ':account_id', subscription_id: ':subscription_id' }, searchable: true },
  ],
});

export function listInvoices(accountId: number, page: PageRequest): Query<Page<InvoiceRow>> {
  return LIST(accountId, page);
}

export function listInvoicesOf(accountId: number, subscriptionId: number, page: PageRequest): Query<Page<InvoiceRow>> {
  return LIST_OF_SUBSCRIPTION(accountId, page, {
    parameters: { subscription_id: subscriptionId },
    counts: [totalsOf(subscriptionId)],
  });
}

export function findInvoice(accountId: number, id: number): Query<InvoiceRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Numbers run on within a year, without gaps: one that is given out in a transaction that fails is given again. */
export function* insertInvoice(accountId: number, invoice: Omit<NewRow<typeof invoices>, 'number'>): Query<InvoiceRow> {
  const year = new Date(invoice.issued_at).getUTCFullYear();
  const count = (yield* NEXT_NUMBER.one({ year }))?.last_number ?? 0;
  const number = `INV-${year}-${String(count).padStart(6, '0')}`;
  const hidden = { account_id: accountId, search_text: foldForSearch(number) };
  const row = yield* invoices.insert({ ...invoice, number }, hidden);
  for (const list of listsOf(row)) {
    yield* countRow({ account_id: accountId, list, status: row.status, id: row.id, count: 1 });
  }
  return row;
}

/** Changes an invoice from the status it was read with; undefined when someone else moved it meanwhile. */
export function* changeInvoice(
  accountId: number,
  row: InvoiceRow,
  changes: Partial<Pick<InvoiceRow, 'status' | 'amount_paid' | 'paid_at'>>,
): Query<InvoiceRow | undefined> {
  const { id, status, amount_paid, paid_at } = row;
  const state = { status, amount_paid, paid_at, ...changes };
  const changed = yield* CHANGE.one({ ...state, account_id: accountId, id, from: status });
  if (changed) for (const list of listsOf(row)) yield* moveRow(accountId, list, id, status, changed.status);
  return changed;
}

export function* hasOverdueInvoice(accountId: number, subscriptionId: number): Query<boolean> {
  return (yield* OVERDUE.one({ account_id: accountId, subscription_id: subscriptionId })) !== undefined;
}

/** An invoice is in two lists: the account's and its subscription's. */
function listsOf({ subscription_id }: Pick<InvoiceRow, 'subscription_id'>): string[] {
  return ['invoices', totalsOf(subscription_id)];
}

function totalsOf(subscriptionId: number): string {
  return `invoices/${subscriptionId}`;
}
