import { randomUUID } from 'node:crypto';
import type { AccountListRequest, Query } from '@hostler/database';
import { fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import { type Clock, DAY, formatOptionalTime, formatTime } from '#kernel/time.ts';
import { listAccountsById, requireAccount, withAccountNames } from '../../identity/accounts/index.ts';
import { type Invoice, type InvoiceService, requireInvoiceOwner } from '../invoices/index.ts';
import { findProfile } from '../profiles/index.ts';
import type { Allocations } from './allocations/service.ts';
import { listSharesOfPayment } from './allocations/store.ts';
import { USUAL_CURRENCY } from './customer.ts';
import { errors, fieldErrors } from './errors.ts';
import { balanceOf, post } from './ledger/service.ts';
import { findPaymentOwner, listAllPayments } from './operator-store.ts';
import type { RefundDestination } from './refunds/schemas.ts';
import type { RefundService } from './refunds/service.ts';
import { listRefundsOf, type RefundRow } from './refunds/store.ts';
import type { ReversalService } from './reversals/service.ts';
import type { Payment, PaymentStatus } from './schemas.ts';
import type { PaymentService } from './service.ts';
import { viewPayment } from './view.ts';

/** Method of a payment if none is given. */
export const USUAL_METHOD = 'manual';

interface PaidInFull {
  invoice_id: number;
  method?: string | undefined;
}

interface Recorded {
  /** Exactly one of invoice and account. */
  invoice_id?: number | undefined;
  account_id?: number | undefined;
  amount: number;
  /** Currency of the invoice or the account if absent. */
  currency?: string | undefined;
  method?: string | undefined;
  /** The bank's reference. The same reference means the same payment. */
  reference?: string | undefined;
  received_at?: number | undefined;
}

interface Dependencies {
  clock: Clock;
  invoices: Pick<InvoiceService, 'find'>;
  payments: PaymentService;
  allocations: Allocations;
  refunds: RefundService;
  reversals: ReversalService;
}

export type PaymentOperatorService = ReturnType<typeof createPaymentOperatorService>;

export function createPaymentOperatorService(dependencies: Dependencies) {
  const { clock, invoices, payments, allocations, refunds, reversals } = dependencies;

  /** Records full payment of an invoice. */
  function* create({ invoice_id, method = USUAL_METHOD }: PaidInFull): Query<Payment & { invoice: Invoice }> {
    const accountId = yield* requireInvoiceOwner(invoice_id);
    const { payment, invoice } = yield* payments.pay(accountId, invoice_id, method, clock.now());
    return { ...viewPayment(payment), invoice };
  }

  /** Records any amount. The excess becomes credit. */
  function* record(given: Recorded): Query<Payment & { invoice: Invoice | null; again: boolean }> {
    const { invoice_id, account_id, method = USUAL_METHOD, reference = null, received_at } = given;
    if ((invoice_id === undefined) === (account_id === undefined)) {
      throw validationError([fieldErrors.payment_invoice_or_account('invoice_id')]);
    }
    const now = clock.now();
    // Tomorrow's date may be today in the bank's time zone.
    if ((received_at ?? now) > now + DAY) {
      throw validationError([fieldErrors.in_the_future('received_at')]);
    }
    const amount = readAmount(given.amount);
    const accountId = account_id ?? (yield* requireInvoiceOwner(invoice_id ?? 0));
    yield* requireAccount(accountId);
    const currency = yield* readCurrency(given.currency, accountId, invoice_id);
    const key = reference === null ? `staff:${randomUUID()}` : `staff:${method}:${reference}`;
    const received = { invoiceId: invoice_id ?? null, amount, currency, method, reference };
    const recorded = yield* payments.record(accountId, { ...received, key, receivedAt: received_at ?? now }, now);
    return { ...viewPayment(recorded.payment), invoice: recorded.invoice, again: recorded.again };
  }

  /** Lists the newest payments of all accounts. */
  function* list({ invoice_id, created_from, created_before, ...request }: PaymentListRequest = {}) {
    const rows = yield* listAllPayments(request, { invoice_id, created_from, created_before });
    return yield* withAccountNames(rows.map((row) => ({ account_id: row.account_id, ...viewPayment(row) })));
  }

  /** Returns the payment with its invoices and refunds. */
  function* show({ id }: { id: number }) {
    const accountId = yield* requirePaymentOwner(id);
    const refunded = yield* listRefundsOf(accountId, id);
    const [account] = yield* listAccountsById([accountId]);
    return {
      account_id: accountId,
      account_name: account?.name ?? null,
      ...viewPayment(yield* payments.find(accountId, id)),
      pays: (yield* listSharesOfPayment(accountId, id)).map(({ invoice_id, amount }) => ({ invoice_id, amount })),
      refunds: refunded.map(viewRefund),
    };
  }

  /** Refunds the given amount, or all that is left of the payment. */
  function* refund({ id, amount, to, reason }: AskedRefund) {
    const accountId = yield* requirePaymentOwner(id);
    const payment = yield* payments.find(accountId, id);
    const all = payment.amount - payment.refunded_amount;
    if (amount === undefined && all <= 0) throw errors.payment_fully_refunded({ id });
    const asked = { amount: readAmount(amount ?? all), to, reason };
    return viewRefund(yield* refunds.refund(accountId, id, asked, clock.now()));
  }

  /** Records a returned transfer. Providers report their reversals themselves. */
  function* reverse({ id, reason }: { id: number; reason: string }): Query<Payment> {
    return viewPayment(yield* reversals.reverse(yield* requirePaymentOwner(id), id, { reason }, clock.now()));
  }

  /** Grants credit, which pays open invoices. */
  function* grantCredit({ account_id, amount, reason, ...given }: GrantedCredit) {
    yield* requireAccount(account_id);
    const currency = yield* readCurrency(given.currency, account_id);
    const at = clock.now();
    const entry = { kind: 'granted', amount: readAmount(amount), currency, reason, at } as const;
    yield* post(account_id, { ...entry, key: `granted:${randomUUID()}` });
    yield* allocations.spendCredit(account_id, currency, at);
    return { account_id, granted: amount, currency, credit: yield* balanceOf(account_id, currency), reason };
  }

  /** Permits automatic charges again after a dispute was settled. */
  function* allowCharging({ account_id }: { account_id: number }) {
    yield* requireAccount(account_id);
    const stop = yield* reversals.allowCharging(account_id);
    if (!stop) throw errors.charges_not_stopped({ account_id });
    return { ...stop, created_at: formatTime(stop.created_at) };
  }

  /** Defaults to the currency of the invoice or the account: money in another currency pays nothing. */
  function* readCurrency(given: string | undefined, accountId: number, invoiceId?: number): Query<string> {
    if (given === undefined) {
      if (invoiceId !== undefined) return (yield* invoices.find(accountId, invoiceId)).currency;
      return (yield* findProfile(accountId)).currency ?? USUAL_CURRENCY;
    }
    const currency = given.toUpperCase();
    if (/^[A-Z]{3}$/.test(currency)) return currency;
    throw validationError([general.not_currency('currency')]);
  }

  return { create, record, list, show, refund, reverse, grantCredit, allowCharging };
}

interface PaymentListRequest extends AccountListRequest<PaymentStatus> {
  readonly invoice_id?: number | undefined;
  readonly created_from?: number | undefined;
  readonly created_before?: number | undefined;
}

interface AskedRefund {
  id: number;
  amount?: number | undefined;
  to: RefundDestination;
  reason: string;
}

interface GrantedCredit {
  account_id: number;
  amount: number;
  /** Currency of the account if absent. */
  currency?: string | undefined;
  reason: string;
}

/** Ten million of the main unit. A larger amount is a typing error. */
const MOST = 1_000_000_000;

function readAmount(amount: number): number {
  if (Number.isSafeInteger(amount) && amount > 0 && amount <= MOST) return amount;
  throw validationError([fieldErrors.payment_amount_not_whole('amount', { max: MOST })]);
}

function* requirePaymentOwner(id: number): Query<number> {
  const accountId = yield* findPaymentOwner(id);
  if (accountId === undefined) throw notFound('Payment');
  return accountId;
}

function viewRefund({ key: _, created_at, finished_at, ...refund }: RefundRow) {
  return { ...refund, created_at: formatTime(created_at), finished_at: formatOptionalTime(finished_at) };
}
