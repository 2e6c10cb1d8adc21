import {
  later,
  listedTable,
  type NewRow,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  text,
} from '@hostler/database';
import { PAYMENT_ORDERS, type PaymentStatus } from './schemas.ts';

/** Meaning of a decline: retry, never retry with this card, or the customer has to confirm it at their bank. */
export type FailureKind = 'soft' | 'hard' | 'action_required';

/**
 * State of a card payment for an order in review. `requested`: to be authorised. `held`: authorised, until staff decide about
 * the order. `capturing` and `cancelling`: decided, and the provider is called.
 */
export type CaptureState = 'requested' | 'held' | 'capturing' | 'cancelling';

const payments = listedTable(
  'payments',
  {
    id: number(),
    key: nullable(text()),
    invoice_id: nullable(number()),
    amount: number(),
    currency: text(),
    method: text(),
    status: text<PaymentStatus>(),
    driver: nullable(text()),
    method_id: nullable(number()),
    reference: nullable(text()),
    failure: later(text()),
    failure_kind: later(text<FailureKind>()),
    refunded_amount: number(),
    reversed_amount: number(),
    /** 1 if the provider has started to collect, so that the payment succeeds or fails without us. */
    processing: number(),
    /** When to poll the provider while the payment is pending. */
    check_at: nullable(number()),
    /** Null for payments that are charged at once. */
    capture_state: nullable(text<CaptureState>()),
    /** When the authorisation expires at the latest. */
    authorized_until: later(number()),
    created_at: number(),
    received_at: nullable(number()),
  },
  { unique: 'key' },
);
export const PAYMENT_COLUMNS = payments.columns;
const LIST = payments.listIn(PAYMENT_ORDERS);
export type PaymentRow = Row<typeof payments>;
type FullRow = Omit<NewRow<typeof payments>, 'refunded_amount' | 'reversed_amount' | 'processing'>;
export type NewPaymentRow = Omit<FullRow, 'capture_state'> & Partial<Pick<FullRow, 'capture_state'>>;

type Changes = Pick<
  PaymentRow,
  | 'status'
  | 'invoice_id'
  | 'amount'
  | 'reference'
  | 'failure'
  | 'failure_kind'
  | 'refunded_amount'
  | 'reversed_amount'
  | 'processing'
  | 'check_at'
  | 'capture_state'
  | 'authorized_until'
  | 'received_at'
>;

const BY_KEY = sql<{ account_id: number; key: string }, PaymentRow>(
  `select ${payments.columns} from payments where account_id = :account_id and key = :key`,
);
const OF_INVOICE = sql<{ account_id: number; invoice_id: number }, PaymentRow>(
  `select ${payments.columns} from payments where account_id = :account_id and invoice_id = :invoice_id order by id`,
);
const PENDING = sql<{ account_id: number }, { id: number }>(
  `select id from payments where account_id = :account_id and status = 'pending' and (processing = 1 or method_id is not null)
     and (capture_state is null or capture_state <> 'held') limit 1`,
);
const HELD = sql<{ account_id: number }, PaymentRow>(
  `select ${payments.columns} from payments where account_id = :account_id and capture_state = 'held' order by id`,
);
const CHANGE = sql<Changes & { account_id: number; id: number; from: PaymentStatus }, PaymentRow>(
  `update payments set status = :status, invoice_id = :invoice_id, amount = :amount, reference = :reference, failure = :failure,
     failure_kind = :failure_kind, refunded_amount = :refunded_amount,
     reversed_amount = :reversed_amount, processing = :processing, check_at = :check_at,
     capture_state = :capture_state, authorized_until = :authorized_until, received_at = :received_at
   where account_id = :account_id and id = :id and status = :from returning ${payments.columns}`,
);

export function listPayments(accountId: number, page: PageRequest): Query<Page<PaymentRow>> {
  return LIST(accountId, page);
}

export const findPayment = payments.find;

export function findPaymentByKey(accountId: number, key: string): Query<PaymentRow | undefined> {
  return BY_KEY.one({ account_id: accountId, key });
}

/** Oldest first. */
export function listPaymentsOfInvoice(accountId: number, invoiceId: number): Query<PaymentRow[]> {
  return OF_INVOICE.all({ account_id: accountId, invoice_id: invoiceId });
}

/** Lists the authorised payments of an account that wait for the decision about their order. */
export function listHeldPayments(accountId: number): Query<PaymentRow[]> {
  return HELD.all({ account_id: accountId });
}

/** Returns until when a card is authorised for this invoice. Null if none is. */
export function* findAuthorizedUntil(accountId: number, invoiceId: number): Query<number | null> {
  const held = (yield* listHeldPayments(accountId)).find(({ invoice_id }) => invoice_id === invoiceId);
  return held?.authorized_until ?? null;
}

/** Returns whether money of the account is in transit. An abandoned payment page does not count. */
export function* hasPendingPayment(accountId: number): Query<boolean> {
  return (yield* PENDING.one({ account_id: accountId })) !== undefined;
}

/** Returns undefined if the key exists. */
export function insertPayment(accountId: number, row: NewPaymentRow): Query<PaymentRow | undefined> {
  const search = [row.method, row.reference];
  const start = { capture_state: null, refunded_amount: 0, reversed_amount: 0, processing: 0 };
  return payments.insert(accountId, { ...start, ...row }, { search });
}

/** Updates the payment if its status is unchanged since it was read. Returns undefined otherwise. */
export function changePayment(
  accountId: number,
  row: PaymentRow,
  changes: Partial<Changes>,
): Query<PaymentRow | undefined> {
  const { id, status: from } = row;
  const { amount, reference, failure, failure_kind, refunded_amount, reversed_amount } = row;
  const { processing, check_at, received_at, invoice_id, capture_state, authorized_until } = row;
  const outcome = {
    invoice_id,
    capture_state,
    authorized_until,
    amount,
    reference,
    failure,
    failure_kind,
    refunded_amount,
    reversed_amount,
  };
  const state = { ...outcome, processing, check_at, received_at, status: from, ...changes };
  return payments.change(accountId, row, CHANGE.one({ ...state, account_id: accountId, id, from }));
}

/** By method, the newest decline of each first. */
const REFUSED = sql<{ account_id: number; limit: number }, { invoice_id: number; method_id: number }>(
  `select p.invoice_id, max(p.method_id) as method_id from payments as p join invoices as i on i.id = p.invoice_id
   where p.account_id = :account_id and p.failure_kind = 'hard' and p.method_id is not null
     and i.status in ('unpaid', 'overdue')
   group by p.invoice_id order by p.invoice_id limit :limit`,
);

/** Lists invoices with an amount due whose saved method was declined for good. */
export function listRefusedInvoices(
  accountId: number,
  limit: number,
): Query<{ invoice_id: number; method_id: number }[]> {
  return REFUSED.all({ account_id: accountId, limit });
}
