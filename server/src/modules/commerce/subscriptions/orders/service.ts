import { attempt, type Query } from '@hostler/database';
import { AppError } from '#kernel/errors.ts';
import { emit } from '#kernel/events/emit.ts';
import { type Clock, DAY, HOUR } from '#kernel/time.ts';
import type { NewServer, ServerSource, Servers } from '../../../resources/hosting/index.ts';
import { type Coupon, redeemCoupon } from '../../coupons/index.ts';
import { type Invoice, type InvoiceService, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { type BillingPeriod, type Plan, type PlanPrice, takeStock } from '../../plans/index.ts';
import { findProfile, fixCurrency, hasAddress } from '../../profiles/index.ts';
import { change, findRow } from '../change.ts';
import { type CoverService, lockOrders } from '../cover/service.ts';
import { setupLine } from '../lines.ts';
import type { PaymentStatusService } from '../payment-status.ts';
import { periodEndOf } from '../periods/period.ts';
import { discountNext } from '../renewals/coupon.ts';
import type { RenewalService } from '../renewals/service.ts';
import type { SubscriptionSettings } from '../settings.ts';
import * as store from '../store.ts';
import { makeTerms } from '../terms.ts';
import { claimTrialMethod, hadTrialMethod } from '../trials/store.ts';
import type { UsageService } from '../usage/service.ts';
import { viewSubscription } from '../view.ts';
import type { DeliveryService } from './delivery.ts';
import { errors } from './errors.ts';
import type { OrderReview, Verdict } from './review.ts';

/** An unpaid order reserves stock for this long. */
const PATIENCE_MS = 7 * DAY;
/** The server of an order, stored until it is requested. */
export type OrderedServer = Omit<NewServer, 'subscriptionId'>;

export interface NewOrder {
  readonly plan: Plan;
  readonly price: PlanPrice;
  /** If set, the subscription includes a VPS with this name. */
  readonly hostname?: string | undefined;
  /** Must be one of the images of the plan. */
  readonly image?: string | undefined;
  /** SSH keys that can log in to the VPS, as returned by readSshKeys. */
  readonly sshKeys?: readonly string[] | undefined;
  /** How the customer wants to log in for the first time. */
  readonly login?: NewServer['login'];
  /** Tags of the VPS, as returned by readTags. */
  readonly tags?: readonly string[] | undefined;
  /** User data of the VPS, as returned by sealUserData. */
  readonly sealedUserData?: string | undefined;
  readonly firewallIds?: readonly number[] | undefined;
  /** Snapshot or backup that the disk comes from, instead of the image. */
  readonly source?: ServerSource | undefined;
  readonly coupon?: string | undefined;
  /** Order by staff. Its server is created immediately, whether paid or not. */
  readonly byStaff?: boolean;
  /** Order through the API. The invoice is charged to the customer's default payment method, if there is one. */
  readonly byProgram?: boolean;
}

interface Dependencies {
  clock: Clock;
  servers: Pick<Servers, 'provision' | 'checkFirewalls'>;
  invoices: InvoiceService;
  renewals: Pick<RenewalService, 'chargePeriod'>;
  usage: Pick<UsageService, 'monthAround'>;
  paymentStatus: Pick<PaymentStatusService, 'reactivate'>;
  delivery: Pick<DeliveryService, 'begin'>;
  settings: SubscriptionSettings;
  cover: Pick<CoverService, 'require'>;
  review: Pick<OrderReview, 'examine' | 'record' | 'reconsider'>;
  /** Returns the fingerprints of the saved payment methods whose provider reports them. */
  listFingerprints(accountId: number): Query<readonly string[]>;
  /** Returns whether the account can be charged after a trial. */
  hasFunds(accountId: number, currency: string): Query<boolean>;
  /** Called when the server of an order is requested. */
  onMade(accountId: number): Query<void>;
  /** Charges an invoice to the customer's default payment method, if there is one. */
  collect(accountId: number, invoiceId: number, at: number): Query<void>;
}

export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderService(dependencies: Dependencies) {
  const { servers, invoices, renewals, usage, paymentStatus, delivery, settings, cover, listFingerprints } =
    dependencies;
  const { clock, hasFunds, onMade, collect, review } = dependencies;

  /**
   * Creates the subscription and its first invoice in one transaction. The server is created only once the invoice is
   * paid, or immediately if the customer is trusted. If the order needs a review, it waits for a decision by staff
   * besides, and is not charged automatically before.
   */
  function* order(accountId: number, input: NewOrder, now: number) {
    const { plan, price, byStaff = false } = input;
    yield* lockOrders(accountId);
    yield* servers.checkFirewalls(accountId, input.firewallIds ?? []);
    const profile = yield* findProfile(accountId);
    if (!byStaff && !hasAddress(profile)) throw errors.billing_address_missing();
    if (!byStaff || profile.currency === null) yield* fixCurrency(accountId, price.currency, now);
    const isTrusted = byStaff || profile.trusted;
    const verdict = byStaff ? undefined : yield* review.examine(accountId, { price, isTrusted }, now);
    const hasTrial = !byStaff && plan.trial_days > 0 && (yield* claimTrial(accountId, now));
    if (!isTrusted && price.period === 'hourly') yield* cover.require(accountId, price, now);
    else if (!isTrusted && hasTrial && !(yield* hasFunds(accountId, price.currency))) throw errors.trial_needs_funds();
    if (!(yield* takeStock(plan.id))) throw errors.plan_of_order_sold_out({ plan: plan.name });
    const coupon = yield* redeem(accountId, input, now);
    const trialEnd = hasTrial ? now + plan.trial_days * DAY : null;
    const { id } = yield* store.insertSubscription(accountId, makeRow(input, { coupon, trialEnd, verdict, now }));
    if (!byStaff) {
      yield* store.subscriptionsLimit.check(accountId);
      yield* store.ordersLimit.check(accountId, yield* store.countUnpaidOrders(accountId));
    }
    const invoice = yield* chargeFirst(accountId, id, coupon, now);
    if (verdict) {
      const { byProgram = false } = input;
      const sold = { subscriptionId: id, name: orderName(input), price, invoice, byProgram };
      yield* review.record(accountId, { ...sold, verdict }, now);
    }
    if (verdict?.waits) {
      const needsPayment = !isTrusted && invoice?.status === 'unpaid';
      if (!needsPayment) yield* change(accountId, id, () => ({ pending_until: null }));
    } else {
      if (isTrusted || !invoice || invoice.status === 'paid') yield* activate(accountId, id, now);
      if (input.byProgram && invoice?.status === 'unpaid') yield* collect(accountId, invoice.id, now);
    }
    const subscription = yield* findRow(accountId, id);
    yield* emit({ accountId, type: 'subscription.created', data: viewSubscription(subscription), now });
    return { subscription, invoice };
  }

  /** Allows one trial per account and payment method, even if the method was removed or is in another account. */
  function* claimTrial(accountId: number, now: number): Query<boolean> {
    if (yield* store.hadTrial(accountId)) return false;
    const fingerprints = [...new Set(yield* listFingerprints(accountId))];
    if (yield* hadTrialMethod(fingerprints)) return false;
    // Another account may claim the same method concurrently.
    let isClaimed = true;
    for (const of of fingerprints) isClaimed = (yield* claimTrialMethod(accountId, of, now)) && isClaimed;
    return isClaimed;
  }

  function* redeem(accountId: number, { plan, price, coupon }: NewOrder, now: number): Query<Coupon | undefined> {
    if (coupon === undefined) return undefined;
    return yield* redeemCoupon(accountId, coupon, plan.id, price.currency, now);
  }

  function makeRow(
    { plan, price, ...input }: NewOrder,
    {
      coupon,
      trialEnd,
      verdict,
      now,
    }: { coupon: Coupon | undefined; trialEnd: number | null; verdict: Verdict | undefined; now: number },
  ): store.NewSubscriptionRow {
    const { hostname } = input;
    return {
      ...makeTerms(plan, price),
      name: orderName({ plan, hostname }),
      status: 'pending',
      currency: price.currency,
      setup_fee: price.setup_fee,
      anchor_at: trialEnd ?? now,
      current_period_start: now,
      current_period_end: endOf(price.period, now, trialEnd),
      // Billing starts when the subscription is active.
      next_bill_at: null,
      trial_ends_at: trialEnd,
      coupon_id: coupon?.id ?? null,
      coupon: coupon?.code ?? null,
      coupon_periods_left: coupon?.periods ?? null,
      ordered: hostname === undefined ? null : JSON.stringify(makeServer(plan, hostname, input)),
      by_staff: input.byStaff ? 1 : 0,
      review_since: verdict?.waits ? now : null,
      pending_until: now + PATIENCE_MS,
      created_at: now,
    };
  }

  function endOf(period: BillingPeriod, now: number, trialEnd: number | null): number {
    if (period === 'hourly') return usage.monthAround(now).end;
    return trialEnd ?? periodEndOf({ anchor: now, period, zone: settings.timeZone }, now);
  }

  /** Issues the first invoice. Returns undefined if nothing is due yet: for trials and hourly plans. */
  function* chargeFirst(
    accountId: number,
    id: number,
    coupon: Coupon | undefined,
    now: number,
  ): Query<Invoice | undefined> {
    const row = yield* findRow(accountId, id);
    const billing = { at: now, dueAt: now + PAYMENT_TERM_MS, zone: settings.timeZone };
    if (row.trial_ends_at !== null) return undefined;
    if (row.billing_period === 'hourly') {
      if (row.setup_fee > 0) yield* invoices.addCharge(accountId, setupLine(row, row.setup_fee, billing));
    } else {
      const discounted = yield* store.changeSubscription(accountId, row, {
        billed_price: row.price,
        ...discountNext(row, coupon, row.price),
      });
      yield* renewals.chargePeriod(accountId, discounted ?? row, { coupon, isFirst: true }, billing);
    }
    return yield* invoices.issueInvoice(accountId, { dueAt: billing.dueAt, at: now, subscriptionId: id });
  }

  /**
   * Carries out a paid order. If a limit of the account prevents that, the payment stands and the customer sees the
   * reason. The billing run tries again. An order in review only becomes paid.
   */
  function* settle(accountId: number, id: number, at: number): Query<void> {
    if (!(yield* awaitReview(accountId, id, at))) yield* carryOut(accountId, id, at);
  }

  function* carryOut(accountId: number, id: number, at: number): Query<void> {
    const marked = yield* change(accountId, id, (row) =>
      row.status === 'pending' && row.hosting_id === null
        ? { activate_at: row.activate_at ?? at, deliver_by: row.deliver_by ?? deliverBy(at), pending_until: null }
        : undefined,
    );
    if (!marked) return yield* paymentStatus.reactivate(accountId, id);
    const result = yield* attempt(activate(accountId, id, at));
    if (!('error' in result)) return;
    const pending_reason = result.error instanceof AppError ? result.error.message : null;
    yield* change(accountId, id, () => ({ pending_reason }));
  }

  /** Returns true if a paid order waits for staff. The payment may reveal the card, and with it a reason to wait. */
  function* awaitReview(accountId: number, id: number, at: number): Query<boolean> {
    const row = yield* findRow(accountId, id);
    if (row.status !== 'pending' || row.hosting_id !== null) return false;
    if (row.review_since === null && !(yield* review.reconsider(accountId, id, at))) return false;
    const held = yield* change(accountId, id, (now) =>
      now.status === 'pending' && now.hosting_id === null
        ? { review_since: now.review_since ?? at, pending_until: null }
        : undefined,
    );
    return held !== undefined;
  }

  /**
   * Ends the review of an order, which then waits only for its payment. Returns undefined if it is not in review, for
   * example because a colleague decided or the customer cancelled.
   */
  function* release(accountId: number, id: number, at: number): Query<store.SubscriptionRow | undefined> {
    const released = yield* change(accountId, id, (row) =>
      row.status === 'pending' && row.review_since !== null
        ? { review_since: null, pending_until: row.pending_until === null ? null : at + PATIENCE_MS }
        : undefined,
    );
    if (!released) return undefined;
    if (released.after.pending_until === null) yield* carryOut(accountId, id, at);
    return yield* findRow(accountId, id);
  }

  function* isInReview(accountId: number, id: number): Query<boolean> {
    const { status, review_since } = yield* findRow(accountId, id);
    return status === 'pending' && review_since !== null;
  }

  /** Keeps an unpaid order until its card payment is no longer authorised, and a day longer to pay in another way. */
  function* extend(accountId: number, id: number, until: number): Query<void> {
    yield* change(accountId, id, (row) =>
      row.status === 'pending' && row.pending_until !== null && row.pending_until < until + DAY
        ? { pending_until: until + DAY }
        : undefined,
    );
  }

  /**
   * Requests the server of an order. The subscription becomes active when the server first runs, or immediately without
   * a server. Returns false if it is no longer an order or its server was requested before.
   */
  function* activate(accountId: number, id: number, at: number): Query<boolean> {
    const requested = yield* change(accountId, id, (row) => {
      if (row.status !== 'pending' || row.hosting_id !== null || row.review_since !== null) return undefined;
      const deliver_by = row.ordered === null ? null : (row.deliver_by ?? deliverBy(at));
      return { ordered: null, pending_until: null, activate_at: null, pending_reason: null, deliver_by };
    });
    if (!requested) return false;
    const { before, after } = requested;
    if (before.ordered === null) return yield* delivery.begin(accountId, id, at);
    const order: OrderedServer = JSON.parse(before.ordered);
    const server = yield* servers.provision(accountId, { ...order, subscriptionId: id }, at);
    yield* store.changeSubscription(accountId, after, { hosting_id: server.id });
    yield* onMade(accountId);
    return true;
  }

  /** Counts from now if the order was paid in the past: nobody could have created its server before. */
  function deliverBy(at: number): number {
    return Math.max(at, clock.now()) + settings.cancelUndeliveredHours * HOUR;
  }

  return { order, settle, release, isInReview, extend, activate };
}

function orderName({ plan, hostname }: Pick<NewOrder, 'plan' | 'hostname'>): string {
  return hostname === undefined ? plan.name : `${plan.name} (${hostname})`;
}

function makeServer(
  plan: Plan,
  hostname: string,
  given: Pick<NewOrder, 'image' | 'sshKeys' | 'login' | 'tags' | 'sealedUserData' | 'firewallIds' | 'source'>,
): OrderedServer {
  const { vcpus, memory_mb, disk_gb, kind, bounds } = plan;
  const { image, sshKeys, login, tags, sealedUserData, firewallIds, source } = given;
  const size = { vcpus, memory_mb, disk_gb, kind, bounds };
  const inside = { image: image ?? plan.image, sshKeys, login, tags, sealedUserData, firewallIds, source };
  return { hostname, plan: plan.name, ...inside, ...size };
}
