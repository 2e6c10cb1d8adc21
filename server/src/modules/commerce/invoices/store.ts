import {
  countRows,
  defineList,
  foldForSearch,
  later,
  moveRow,
  type NewRow,
  nullable,
  number,
  ofAccount,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import type { TaxCategory } from '../tax/index.ts';
import { writeNumber } from './archive/number.ts';
import type { Explanation } from './charges/explanation.ts';
import { INVOICE_ORDERS, type InvoiceItemKind, type InvoiceStatus, type InvoiceType } from './schemas.ts';

export const invoices = table(
  'invoices',
  {
    id: number(),
    type: text<InvoiceType>(),
    /** Null if the invoice is for several subscriptions or for none. */
    subscription_id: nullable(number()),
    /** Credit notes only: the corrected invoice. */
    corrects_id: nullable(number()),
    /** Credit notes only: the reason. */
    reason: nullable(text()),
    number: text(),
    status: text<InvoiceStatus>(),
    currency: text(),
    subtotal: number(),
    tax: number(),
    total: number(),
    amount_paid: number(),
    amount_credited: number(),
    amount_written_off: number(),
    /** In hundredths of a percent. */
    tax_rate: number(),
    /** Null if there was no seller yet. */
    tax_category: nullable(text<TaxCategory>()),
    tax_country: nullable(text()),
    tax_sentence: nullable(text()),
    /** JSON of seller and customer at the time of issue. */
    seller: nullable(text()),
    customer: nullable(text()),
    customer_country: nullable(text()),
    /** JSON of `InvoiceItemRow[]`. */
    items: text(),
    issued_at: number(),
    due_at: number(),
    paid_at: nullable(number()),
    /** When the invoice first became overdue. */
    overdue_at: later(number()),
    write_off_reason: later(text()),
    /** When the mail is to be sent. Null if it was sent or is not to be sent. */
    mail_at: nullable(number()),
    /** When the document was written to the archive. */
    archived_at: nullable(number()),
    /** When the document was restored from the archive, after the database had lost it. */
    restored_at: nullable(number()),
    /** 1 while nothing is collected, because it is unknown whether the invoice was paid. Staff decide. */
    on_hold: number(),
  },
  { hidden: { account_id: number(), search_text: text(), shared: number() } },
);
export type InvoiceRow = Row<typeof invoices>;
export type NewInvoiceRow = Omit<NewRow<typeof invoices>, 'number'>;

export interface InvoiceItemRow {
  description: string;
  quantity: number;
  unit_price: number;
  amount: number;
  period_start: number;
  period_end: number;
  /** Set on invoices made of charges. Older invoices are for one subscription. */
  kind?: InvoiceItemKind;
  subscription_id?: number | null;
  tax_included?: boolean;
  net_amount?: number;
  explanation?: Explanation;
  /** Credit notes only: the credited line of the invoice. */
  corrects_line?: number;
}

/** Columns that change after the issue. All others are what the customer has on paper. */
type Changing =
  | 'status'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_written_off'
  | 'paid_at'
  | 'overdue_at'
  | 'write_off_reason';

const FIND = sql<{ account_id: number; id: number }, InvoiceRow>(
  `select ${invoices.columns} from invoices where account_id = :account_id and id = :id`,
);
const CHANGE = sql<
  Pick<InvoiceRow, 'id' | Changing> & {
    account_id: number;
    from_status: InvoiceStatus;
    from_paid: number;
    from_credited: number;
    from_written_off: number;
  },
  InvoiceRow
>(
  `update invoices set status = :status, amount_paid = :amount_paid, amount_credited = :amount_credited,
     amount_written_off = :amount_written_off, paid_at = :paid_at, overdue_at = :overdue_at,
     write_off_reason = :write_off_reason
   where account_id = :account_id and id = :id and status = :from_status and amount_paid = :from_paid
     and amount_credited = :from_credited and amount_written_off = :from_written_off returning ${invoices.columns}`,
);
/** Selects the account's invoices for several subscriptions, at most one per day. */
const IS_SHARED_WITH = `id in (
  select invoice_id from charges where account_id = :account_id and subscription_id = :subscription_id)`;
const OVERDUE = sql<{ account_id: number; subscription_id: number }, { id: number }>(
  `select id from invoices where account_id = :account_id and status = 'overdue'
     and (subscription_id = :subscription_id or (shared = 1 and ${IS_SHARED_WITH})) limit 1`,
);
const IS_OPEN = `account_id = :account_id and status in ('unpaid', 'overdue') and currency = :currency and on_hold = 0`;
const UNSETTLED = sql<{ account_id: number; currency: string; limit: number }, { id: number }>(
  `select id from invoices where ${IS_OPEN} order by due_at, id limit :limit`,
);
const DUE = sql<{ account_id: number; currency: string }, { status: InvoiceStatus; due: number }>(
  `select status, cast(sum(total - amount_paid - amount_credited - amount_written_off) as bigint) as due
   from invoices where ${IS_OPEN} group by status`,
);
const CORRECTIONS = sql<{ account_id: number; corrects_id: number }, InvoiceRow>(
  `select ${invoices.columns} from invoices
   where account_id = :account_id and corrects_id = :corrects_id order by id`,
);
/** Invoices per transaction: all other issuing waits for its end. */
export const MOST_TO_CORRECT = 20;
const TAXED_SINCE = sql<{ account_id: number; since: number; limit: number }, InvoiceRow>(
  `select ${invoices.columns} from invoices
   where account_id = :account_id and issued_at >= :since and type = 'invoice' and tax_category = 'standard' and tax > 0
     and status <> 'cancelled' and amount_credited = 0 and amount_written_off = 0 order by id limit :limit`,
);
const NEXT_NUMBERS: Record<InvoiceType, ReturnType<typeof nextNumbers>> = {
  invoice: nextNumbers('invoice_numbers'),
  credit_note: nextNumbers('credit_note_numbers'),
};
const LIST = defineList<InvoiceRow>({
  columns: invoices.columns,
  strands: [ofAccount('invoices')],
  orders: INVOICE_ORDERS,
});
const LIST_OF_SUBSCRIPTION = defineList<InvoiceRow>({
  columns: invoices.columns,
  strands: [
    { table: 'invoices', keys: { account_id: ':account_id', subscription_id: ':subscription_id' }, searchable: true },
    { table: 'invoices', keys: { account_id: ':account_id', shared: '1' }, where: IS_SHARED_WITH, searchable: true },
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

/** Lists invoices with an amount due, oldest first. */
export function listUnsettledInvoices(accountId: number, currency: string, limit: number): Query<{ id: number }[]> {
  return UNSETTLED.all({ account_id: accountId, currency, limit });
}

const PAID = sql<{ account_id: number }, { id: number }>(
  `select id from invoices where account_id = :account_id and status = 'paid' and type = 'invoice' and total > 0 limit 1`,
);

/** Returns whether the account has ever paid an invoice. */
export function* hasPaidInvoice(accountId: number): Query<boolean> {
  return (yield* PAID.one({ account_id: accountId })) !== undefined;
}

/** Returns the amount due by status. */
export function sumDue(accountId: number, currency: string): Query<{ status: InvoiceStatus; due: number }[]> {
  return DUE.all({ account_id: accountId, currency });
}

/** Lists the credit notes of an invoice, oldest first. */
export function listCorrections(accountId: number, id: number): Query<InvoiceRow[]> {
  return CORRECTIONS.all({ account_id: accountId, corrects_id: id });
}

/** Lists invoices with tax of which nothing was credited or written off. */
export function listTaxedSince(accountId: number, since: number): Query<InvoiceRow[]> {
  return TAXED_SINCE.all({ account_id: accountId, since, limit: MOST_TO_CORRECT });
}

interface OwnedInvoice {
  readonly accountId: number;
  readonly invoice: NewInvoiceRow;
}

export function* insertInvoice(accountId: number, invoice: NewInvoiceRow, year: number): Query<InvoiceRow> {
  const [row] = yield* insertInvoices([{ accountId, invoice }], year);
  return row as InvoiceRow;
}

/** Numbers run without gaps within a year and a series: a failed transaction returns its numbers. */
export function* insertInvoices(made: readonly OwnedInvoice[], year: number): Query<InvoiceRow[]> {
  const numbers = {
    invoice: yield* takeNumbers('invoice', made, year),
    credit_note: yield* takeNumbers('credit_note', made, year),
  };
  return yield* insertNumbered(made.map((one) => ({ ...one, number: numbers[one.invoice.type].shift() ?? '' })));
}

/** Inserts documents that have a number, and counts them. */
export function* insertNumbered(made: readonly (OwnedInvoice & { readonly number: string })[]): Query<InvoiceRow[]> {
  const rows: InvoiceRow[] = [];
  for (const { accountId, invoice, number } of made) {
    const shared = subscriptionsOf(invoice).length > 1 ? 1 : 0;
    const hidden = { account_id: accountId, search_text: foldForSearch(number), shared };
    rows.push(yield* invoices.insert({ ...invoice, number }, hidden));
  }
  yield* countRows(
    rows.flatMap((row, index) => {
      const account_id = made[index]?.accountId ?? 0;
      return listsOf(row).map((list) => ({ account_id, list, status: row.status, id: row.id, count: 1 }));
    }),
  );
  return rows;
}

/** Takes all numbers of a series at once. */
function* takeNumbers(type: InvoiceType, made: readonly OwnedInvoice[], year: number): Query<string[]> {
  const count = made.filter(({ invoice }) => invoice.type === type).length;
  if (count === 0) return [];
  const last = (yield* NEXT_NUMBERS[type].one({ year, count }))?.last_number ?? 0;
  return Array.from({ length: count }, (_, index) => writeNumber({ type, year, position: last - count + 1 + index }));
}

/** Updates the invoice if it is unchanged since it was read. Returns undefined otherwise. */
export function* changeInvoice(
  accountId: number,
  row: InvoiceRow,
  changes: Partial<Pick<InvoiceRow, Changing>>,
): Query<InvoiceRow | undefined> {
  const { id, status, amount_paid, amount_credited, amount_written_off, paid_at, overdue_at, write_off_reason } = row;
  const changed = yield* CHANGE.one({
    ...{ status, amount_paid, amount_credited, amount_written_off, paid_at, overdue_at, write_off_reason, ...changes },
    account_id: accountId,
    id,
    from_status: status,
    from_paid: amount_paid,
    from_credited: amount_credited,
    from_written_off: amount_written_off,
  });
  if (changed) for (const list of listsOf(row)) yield* moveRow(accountId, list, id, status, changed.status);
  return changed;
}

export function* hasOverdueInvoice(accountId: number, subscriptionId: number): Query<boolean> {
  return (yield* OVERDUE.one({ account_id: accountId, subscription_id: subscriptionId })) !== undefined;
}

export function readItems({ items }: Pick<InvoiceRow, 'items'>): InvoiceItemRow[] {
  return JSON.parse(items);
}

/** Returns each subscription of the invoice once, in order. */
export function subscriptionsOf(row: Pick<InvoiceRow, 'subscription_id' | 'items'>): number[] {
  if (row.subscription_id !== null) return [row.subscription_id];
  const ids = readItems(row).flatMap(({ subscription_id }) => subscription_id ?? []);
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** Returns the lists that contain the invoice: the account's and those of its subscriptions. */
function listsOf(row: Pick<InvoiceRow, 'subscription_id' | 'items'>): string[] {
  return ['invoices', ...subscriptionsOf(row).map(totalsOf)];
}

function totalsOf(subscriptionId: number): string {
  return `invoices/${subscriptionId}`;
}

function nextNumbers(table: string) {
  return sql<{ year: number; count: number }, { last_number: number }>(
    `insert into ${table} (year, last_number) values (:year, :count)
     on conflict (year) do update set last_number = ${table}.last_number + excluded.last_number returning last_number`,
  );
}
