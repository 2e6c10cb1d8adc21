import type { Query } from '@hostler/database';
import type { PaymentDriver, PaymentOrder } from '#engines/payment/driver.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import { type Clock, DAY, MINUTE } from '#kernel/time.ts';
import { type Invoice, type InvoiceFollowers, type InvoiceService, requireDue } from '../../invoices/index.ts';
import { lockMoney } from '../ledger/service.ts';
import type { MethodService } from '../methods/service.ts';
import type { MethodRow } from '../methods/store.ts';
import { findChargingStop } from '../reversals/store.ts';
import * as store from '../store.ts';
import { errors } from './errors.ts';

export const CHARGE = 'payments.charge';
/** Tries per invoice and day. More cards than this are not an attempt to pay. */
const MOST_TRIES_A_DAY = 20;
/** Invoices that are charged to a new method automatically. */
const MOST_AT_ONCE = 20;

interface Dependencies {
  clock: Clock;
  invoices: Pick<InvoiceService, 'find'>;
  methods: MethodService;
  findDriver: (name: string | null) => PaymentDriver | undefined;
  followers: Pick<InvoiceFollowers, 'isInReview'>;
}

export type ChargingService = ReturnType<typeof createChargingService>;

/** Stores a charge before the provider is called, under a key that makes it one payment. */
export function createChargingService({ clock, invoices, methods, findDriver, followers }: Dependencies) {
  /**
   * Collects the amount due by the account's default method. Returns undefined if nothing is due, there is no method,
   * it was declined for good, a payment is in progress, charging was stopped, or this attempt was made before.
   */
  function* charge(accountId: number, invoiceId: number, attempt: number | string, at: number) {
    yield* lockMoney(accountId);
    if (yield* findChargingStop(accountId)) return undefined;
    const method = yield* methods.findDefault(accountId);
    if (!method || (yield* hasRefused(accountId, invoiceId, method))) return undefined;
    return yield* collect(accountId, invoiceId, method, automaticKey(invoiceId, attempt), at);
  }

  /**
   * Charges because staff retry a declined charge, by the rules of the billing run, as a new payment. Throws CONFLICT if
   * that is not possible.
   */
  function* chargeAgain(accountId: number, invoiceId: number, at: number) {
    yield* lockMoney(accountId);
    const { invoice, tries } = yield* prepare(accountId, invoiceId, at);
    const payment = yield* charge(accountId, invoiceId, `staff-${tries + 1}`, at);
    if (payment) return payment;
    throw errors.invoice_cannot_be_charged_now({ number: invoice.number });
  }

  /** Charges immediately for an order of an API client, which cannot choose a payment method. */
  function chargeOrder(accountId: number, invoiceId: number, at: number): Query<void> {
    return chargeOnce(accountId, invoiceId, `inv:${invoiceId}:order`, at);
  }

  /** Charges immediately for a change of plan that is carried out when it is paid. */
  function chargeChange(accountId: number, invoiceId: number, at: number): Query<void> {
    return chargeOnce(accountId, invoiceId, changeKey(invoiceId), at);
  }

  function* chargeOnce(accountId: number, invoiceId: number, key: string, at: number): Query<void> {
    yield* lockMoney(accountId);
    const method = yield* methods.findDefault(accountId);
    if (!method || (yield* findChargingStop(accountId))) return;
    yield* collect(accountId, invoiceId, method, key, at);
  }

  /**
   * Charges a new method once for invoices that the default method was declined for, and makes it the default. Other
   * invoices are left to the billing run.
   */
  function* chargeRefused(accountId: number, method: MethodRow, at: number): Query<void> {
    if (yield* findChargingStop(accountId)) return;
    const refused = yield* store.listRefusedInvoices(accountId, MOST_AT_ONCE);
    for (const { invoice_id } of refused) {
      yield* collect(accountId, invoice_id, method, `inv:${invoice_id}:method:${method.id}`, at);
    }
    const before = yield* methods.findDefault(accountId);
    if (before && before.id !== method.id && refused.some(({ method_id }) => method_id === before.id)) {
      yield* methods.makeDefault(accountId, method.id);
    }
  }

  /** Returns undefined if nothing is due, a payment is in progress, or this was tried before. */
  function* collect(accountId: number, invoiceId: number, method: MethodRow, key: string, at: number) {
    if (!findDriver(method.driver)?.capabilities.has('charge')) return undefined;
    const invoice = yield* invoices.find(accountId, invoiceId);
    if (invoice.amount_due <= 0 || invoice.on_hold || (yield* isUnderWay(accountId, invoiceId))) return undefined;
    if ((yield* store.listPaymentsOfInvoice(accountId, invoiceId)).some(isHeld)) return undefined;
    return yield* intend(accountId, invoice, method, key, at);
  }

  /** A final decline applies to one card. Another one may be tried. */
  function* hasRefused(accountId: number, invoiceId: number, { id }: MethodRow): Query<boolean> {
    const payments = yield* store.listPaymentsOfInvoice(accountId, invoiceId);
    return payments.some(({ failure_kind, method_id }) => failure_kind === 'hard' && method_id === id);
  }

  /** Charges because the customer asked for it. */
  function* chargeNow(accountId: number, invoiceId: number, methodId: number, at: number) {
    yield* lockMoney(accountId);
    const method = yield* methods.findActive(accountId, methodId);
    const { invoice, tries } = yield* prepare(accountId, invoiceId, at);
    if (yield* isUnderWay(accountId, invoiceId)) {
      throw errors.invoice_payment_in_progress({ number: invoice.number });
    }
    const payment = yield* intend(accountId, invoice, method, `inv:${invoiceId}:card:${tries + 1}`, at);
    if (!payment) throw errors.payment_already_started();
    return payment;
  }

  /** Starts a payment on a page of the provider, or continues an unfinished one. */
  function* begin(accountId: number, invoiceId: number, driver: string, at: number) {
    yield* lockMoney(accountId);
    const { invoice, payments } = yield* prepare(accountId, invoiceId, at);
    const own = payments.filter((payment) => payment.driver === driver && payment.method_id === null);
    const open = own.find(({ status, amount }) => status === 'pending' && amount === invoice.amount_due);
    const key = `inv:${invoiceId}:pay:${driver}:${own.length + 1}`;
    const row = { key, driver, method: driver, method_id: null, check_at: at + MINUTE };
    const payment = open ?? (yield* insert(accountId, invoice, row, at));
    if (!payment) throw errors.payment_already_started();
    return { payment, invoice };
  }

  function* prepare(accountId: number, invoiceId: number, at: number) {
    const invoice = yield* invoices.find(accountId, invoiceId);
    requireDue(invoice);
    refuseOnHold(invoice);
    const payments = yield* store.listPaymentsOfInvoice(accountId, invoiceId);
    if (payments.some(isHeld)) {
      throw errors.invoice_authorised({ number: invoice.number });
    }
    const recent = payments.filter(({ created_at, status }) => created_at > at - DAY && status !== 'pending');
    if (recent.length >= MOST_TRIES_A_DAY) {
      throw errors.invoice_charged_too_often({ number: invoice.number, max: MOST_TRIES_A_DAY });
    }
    return { invoice, payments, tries: payments.length };
  }

  function* intend(accountId: number, invoice: Invoice, method: MethodRow, key: string, at: number) {
    const { driver, label, id: method_id } = method;
    const payment = yield* insert(accountId, invoice, { key, driver, method: label, method_id, check_at: null }, at);
    if (!payment) return undefined;
    const payload = { account_id: accountId, payment_id: payment.id };
    const serialKey = `payment ${payment.id}`;
    // Uses the clock, because `at` may be another year.
    yield* enqueueJob({ kind: CHARGE, payload, accountId, lane: 'payments', serialKey, runAt: clock.now() });
    return payment;
  }

  type Given = Pick<store.NewPaymentRow, 'key' | 'driver' | 'method' | 'method_id' | 'check_at'>;
  /** A card payment for an order in review is only authorised, if the provider can. */
  function* insert(accountId: number, { id, amount_due, currency }: Invoice, given: Given, at: number) {
    const canAuthorize = findDriver(given.driver)?.capabilities.has('authorize') ?? false;
    const isRequested = canAuthorize && (yield* followers.isInReview(accountId, id));
    return yield* store.insertPayment(accountId, {
      ...given,
      capture_state: isRequested ? 'requested' : null,
      invoice_id: id,
      amount: amount_due,
      currency,
      status: 'pending',
      reference: null,
      created_at: at,
      received_at: null,
    });
  }

  /** Returns whether a payment for this invoice is in progress. An authorised one waits for staff, and does not count. */
  function* isUnderWay(accountId: number, invoiceId: number): Query<boolean> {
    const payments = yield* store.listPaymentsOfInvoice(accountId, invoiceId);
    return payments.some((payment) => {
      const { status, processing, method_id } = payment;
      return status === 'pending' && (processing === 1 || method_id !== null) && !isHeld(payment);
    });
  }

  return { charge, chargeAgain, chargeOrder, chargeChange, chargeRefused, chargeNow, begin, isUnderWay };
}

function isHeld({ capture_state }: store.PaymentRow): boolean {
  return capture_state === 'held';
}

function automaticKey(invoiceId: number, attempt: number | string): string {
  return `inv:${invoiceId}:charge:${attempt}`;
}

/** Returns whether the billing run, or staff in its place, started the payment of this key. */
export function isAutomatic(key: string): boolean {
  return /^inv:\d+:charge:/.test(key);
}

function changeKey(invoiceId: number): string {
  return `inv:${invoiceId}:change`;
}

/** Returns whether the payment of this key is for a waiting change of plan. */
export function isForChange(key: string): boolean {
  return /^inv:\d+:change$/.test(key);
}

/** Returns the payment's data for the provider. */
export function orderOf({ key, amount, currency, capture_state }: store.PaymentRow, { number }: Invoice) {
  return {
    key: String(key),
    amount,
    currency,
    description: `Invoice ${number}`,
    reference: number,
    ...(capture_state === null ? {} : { authorize: true }),
  } satisfies Partial<PaymentOrder>;
}

/** The invoice may have been paid before the database was restored. */
export function refuseOnHold({ number, on_hold }: Pick<Invoice, 'number' | 'on_hold'>): void {
  if (!on_hold) return;
  throw errors.invoice_on_hold({ number });
}
