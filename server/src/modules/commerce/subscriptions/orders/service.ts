import { attempt, lockName, type Query } from '../../../../kernel/db/query.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { emit } from '../../../../kernel/events/emit.ts';
import { DAY } from '../../../../kernel/time.ts';
import type { NewServer, Servers } from '../../../resources/hosting/index.ts';
import { type Coupon, redeemCoupon, returnCoupon } from '../../coupons/index.ts';
import { type Invoice, type InvoiceService, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { type BillingPeriod, type Plan, type PlanPrice, returnStock, takeStock } from '../../plans/index.ts';
import { findProfile, fixCurrency } from '../../profiles/index.ts';
import { change, findRow } from '../change.ts';
import { keyOfPeriod, setupLine } from '../lines.ts';
import { periodEndOf } from '../periods/period.ts';
import { discountNext } from '../renewals/coupon.ts';
import type { RenewalService } from '../renewals/service.ts';
import type { SubscriptionSettings } from '../settings.ts';
import type { StandingService } from '../standing.ts';
import * as store from '../store.ts';
import { makeTerms } from '../terms.ts';
import type { UsageService } from '../usage/service.ts';
import { viewSubscription } from '../view.ts';

/** An order that nobody pays holds its piece of the stock for so long. */
const PATIENCE_MS = 7 * DAY;
const CANCELLED_ORDER = 'The order was cancelled before it was paid and made.';

/** What an order asked for, until it is made. */
export type OrderedServer = Omit<NewServer, 'subscriptionId'>;

export interface NewOrder {
  readonly plan: Plan;
  readonly price: PlanPrice;
  /** With one, the subscription comes with a VPS of this name. */
  readonly hostname?: string | undefined;
  /** One of the plan's. */
  readonly image?: string | undefined;
  /** Who may log in to that VPS; as readSshKeys gives them. */
  readonly sshKeys?: readonly string[] | undefined;
  readonly coupon?: string | undefined;
  /** Made by staff: what it asks for is made at once, whether or not it is paid. */
  readonly byStaff?: boolean;
  /** By a program: what is to be paid is collected by the customer's default method, where there is one. */
  readonly byProgram?: boolean;
}

interface Dependencies {
  servers: Pick<Servers, 'provision'>;
  invoices: InvoiceService;
  renewals: Pick<RenewalService, 'chargePeriod'>;
  usage: Pick<UsageService, 'begin' | 'monthAround'>;
  standing: Pick<StandingService, 'reactivate'>;
  settings: SubscriptionSettings;
  /** Whether something can be collected from the account: what is used before it is paid needs that. */
  hasFunds(accountId: number, currency: string): Query<boolean>;
  /** Its server is being made. */
  onMade(accountId: number): Query<void>;
  /** Collects an invoice by the customer's default method, where there is one. */
  collect(accountId: number, invoiceId: number, at: number): Query<void>;
}

export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderService(dependencies: Dependencies) {
  const { servers, invoices, renewals, usage, standing, settings, hasFunds, onMade, collect } = dependencies;
  const { timeZone: zone } = settings;

  /**
   * The subscription with its first invoice, all or none. Nothing is made before it is paid, or credit paid it, or the
   * customer is trusted.
   */
  function* order(accountId: number, input: NewOrder, now: number) {
    const { plan, price, byStaff = false } = input;
    // Two orders at once would both be the first: of a trial, and of the currency.
    yield* lockName(`orders of account ${accountId}`);
    const profile = yield* findProfile(accountId);
    if (!byStaff || profile.currency === null) yield* fixCurrency(accountId, price.currency, now);
    const isTrusted = byStaff || profile.trusted;
    const hasTrial = !byStaff && plan.trial_days > 0 && !(yield* store.hadTrial(accountId));
    if ((hasTrial || price.period === 'hourly') && !isTrusted && !(yield* hasFunds(accountId, price.currency))) {
      const what = hasTrial ? 'A trial' : 'What is paid by the hour, afterwards,';
      throw conflict(`${what} needs a saved payment method or credit. Add one first.`);
    }
    if (!(yield* takeStock(plan.id)))
      throw conflict(`${plan.name} is sold out. Choose another plan, or try again later.`);
    const coupon = yield* redeem(accountId, input, now);
    const trialEnd = hasTrial ? now + plan.trial_days * DAY : null;
    const { id } = yield* store.insertSubscription(accountId, makeRow(input, { coupon, trialEnd, now }));
    if (!byStaff) {
      yield* store.subscriptionsLimit.check(accountId);
      yield* store.ordersLimit.check(accountId);
    }
    const invoice = yield* chargeFirst(accountId, id, coupon, now);
    if (isTrusted || !invoice || invoice.status === 'paid') yield* activate(accountId, id, now);
    if (input.byProgram && invoice?.status === 'unpaid') yield* collect(accountId, invoice.id, now);
    const subscription = yield* findRow(accountId, id);
    yield* emit({ accountId, type: 'subscription.created', data: viewSubscription(subscription), now });
    return { subscription, invoice };
  }

  function* redeem(accountId: number, { plan, price, coupon }: NewOrder, now: number): Query<Coupon | undefined> {
    if (coupon === undefined) return undefined;
    return yield* redeemCoupon(accountId, coupon, plan.id, price.currency, now);
  }

  function makeRow(
    { plan, price, ...input }: NewOrder,
    { coupon, trialEnd, now }: { coupon: Coupon | undefined; trialEnd: number | null; now: number },
  ): store.NewSubscriptionRow {
    const { hostname } = input;
    return {
      ...makeTerms(plan, price),
      name: hostname === undefined ? plan.name : `${plan.name} (${hostname})`,
      status: 'pending',
      currency: price.currency,
      setup_fee: price.setup_fee,
      anchor_at: trialEnd ?? now,
      current_period_start: now,
      current_period_end: endOf(price.period, now, trialEnd),
      // Not before it is active.
      next_bill_at: null,
      trial_ends_at: trialEnd,
      coupon_id: coupon?.id ?? null,
      coupon: coupon?.code ?? null,
      coupon_periods_left: coupon?.periods ?? null,
      ordered: hostname === undefined ? null : JSON.stringify(makeServer(plan, hostname, input)),
      pending_until: now + PATIENCE_MS,
      created_at: now,
    };
  }

  function endOf(period: BillingPeriod, now: number, trialEnd: number | null): number {
    if (period === 'hourly') return usage.monthAround(now).end;
    return trialEnd ?? periodEndOf({ anchor: now, period, zone }, now);
  }

  /** Undefined where there is nothing to pay yet: of a trial, and of what is paid by the hour. */
  function* chargeFirst(
    accountId: number,
    id: number,
    coupon: Coupon | undefined,
    now: number,
  ): Query<Invoice | undefined> {
    const row = yield* findRow(accountId, id);
    const billing = { at: now, dueAt: now + PAYMENT_TERM_MS, zone };
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
   * It is paid: what an order asked for is made. Where that is refused now (a limit of the account), the payment stands, and
   * the billing run tries again.
   */
  function* settle(accountId: number, id: number, at: number): Query<void> {
    const marked = yield* change(accountId, id, (row) =>
      row.status === 'pending' ? { activate_at: row.activate_at ?? at, pending_until: null } : undefined,
    );
    if (marked) yield* attempt(activate(accountId, id, at));
    else yield* standing.reactivate(accountId, id);
  }

  /** Nothing is made before this; of one that is not pending nothing is. */
  function* activate(accountId: number, id: number, at: number): Query<boolean> {
    const active = yield* change(accountId, id, (row) => {
      if (row.status !== 'pending') return undefined;
      return { ...startOf(row, at), status: 'active', ordered: null, pending_until: null, activate_at: null };
    });
    if (!active) return false;
    const { before, after } = active;
    if (before.ordered !== null) {
      const order: OrderedServer = JSON.parse(before.ordered);
      const server = yield* servers.provision(accountId, { ...order, subscriptionId: id }, at);
      yield* store.changeSubscription(accountId, after, { hosting_id: server.id });
      yield* onMade(accountId);
    }
    if (after.billing_period === 'hourly') yield* usage.begin(accountId, id, after, after.trial_ends_at ?? at);
    return true;
  }

  /** From when it is billed on. Hours count from now; a trial is not billed before its end. */
  function startOf(row: store.SubscriptionRow, at: number): Partial<store.SubscriptionState> {
    if (row.billing_period === 'hourly') {
      const { end } = usage.monthAround(at);
      return { current_period_start: at, current_period_end: end, next_bill_at: end };
    }
    const end = row.current_period_end;
    return { next_bill_at: row.trial_ends_at === null ? end - settings.renewDaysBefore * DAY : end };
  }

  /** Nobody paid it in time. */
  function* cancelUnpaidOrder(accountId: number, id: number, at: number): Query<boolean> {
    const { status, activate_at } = yield* findRow(accountId, id);
    return status === 'pending' && activate_at === null && (yield* cancelOrder(accountId, id, at)) !== undefined;
  }

  /** Nothing of it is to be paid, and what was paid is the customer's again. Undefined where it is an order no more. */
  function* cancelOrder(accountId: number, id: number, at: number): Query<store.SubscriptionRow | undefined> {
    const cancelled = yield* change(accountId, id, (row) => {
      if (row.status !== 'pending') return undefined;
      return { status: 'cancelled', cancelled_at: at, pending_until: null, activate_at: null, ordered: null };
    });
    if (!cancelled) return undefined;
    const { after } = cancelled;
    const keys = [keyOfPeriod(after, after.current_period_start), `sub:${id}:setup`];
    yield* invoices.takeBack(accountId, { subscriptionId: id, keys }, { reason: CANCELLED_ORDER, evenPaid: true }, at);
    if (after.plan_id !== null) yield* returnStock(after.plan_id);
    if (after.coupon_id !== null) yield* returnCoupon(accountId, after.coupon_id);
    yield* emit({ accountId, type: 'subscription.cancelled', data: viewSubscription(after), now: at });
    return after;
  }

  return { order, settle, activate, cancelUnpaidOrder, cancelOrder };
}

function makeServer(
  plan: Plan,
  hostname: string,
  { image, sshKeys }: Pick<NewOrder, 'image' | 'sshKeys'>,
): OrderedServer {
  const { vcpus, memory_mb, disk_gb, kind, bounds } = plan;
  return { hostname, plan: plan.name, image: image ?? plan.image, sshKeys, vcpus, memory_mb, disk_gb, kind, bounds };
}
