import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { SECOND } from '#kernel/time.ts';
import { type Invoice, type InvoiceService, PAYMENT_TERM_MS, type Totals } from '../../invoices/index.ts';
import { type BillingPeriod, findPlan, findPlanVersion, returnStock } from '../../plans/index.ts';
import { findProfile } from '../../profiles/index.ts';
import { change as changeRow, findRow } from '../change.ts';
import { type CoverService, lockOrders } from '../cover/service.ts';
import type { SubscriptionSettings } from '../settings.ts';
import { choosePrice, keepFormerTerms, nextTermsOf } from '../terms.ts';
import type { UsageService } from '../usage/service.ts';
import { type ChangeApplier, changeSeen, requireStock, returnWaiting } from './apply.ts';
import { type Change, decideChange, type Facts } from './decide.ts';
import { errors } from './errors.ts';
import type { ReadFacts } from './facts.ts';
import type { ChangePaymentService } from './payment-service.ts';
import { PREVIEW_HOLDS_MS } from './pending.ts';

export interface ChangeRequest {
  readonly plan: string;
  readonly period?: BillingPeriod | undefined;
  /** By staff, who may choose hidden plans and trust the account with it. */
  readonly byStaff?: boolean;
}

export interface Confirmation extends ChangeRequest {
  /** Amount from the preview. */
  readonly expected_amount: number;
  readonly expected_price?: number | undefined;
}

export interface Previewed {
  readonly facts: Facts;
  readonly change: Change;
  readonly totals: Totals;
}

interface Dependencies {
  invoices: InvoiceService;
  readFacts: ReadFacts;
  applier: ChangeApplier;
  payment: Pick<ChangePaymentService, 'request' | 'replace'>;
  usage: Pick<UsageService, 'changeRate'>;
  cover: Pick<CoverService, 'require'>;
  settings: SubscriptionSettings;
}

export type ChangeService = ReturnType<typeof createChangeService>;

export function createChangeService(dependencies: Dependencies) {
  const { invoices, readFacts, applier, payment, usage, cover } = dependencies;

  function* preview(accountId: number, id: number, request: ChangeRequest, now: number): Query<Previewed> {
    return yield* decideAt(accountId, yield* gather(accountId, id, request, now), now);
  }

  /**
   * Carries out a previewed change for exactly that amount. Throws CONFLICT if the amount has changed. A change with an
   * amount due waits for its payment, unless the account is trusted or staff make it. Replaces a waiting change.
   */
  function* change(accountId: number, id: number, request: Confirmation, now: number) {
    const wanted = yield* gather(accountId, id, request, now);
    yield* payment.replace(accountId, id, { plan: wanted.plan.name, period: wanted.price.period }, now);
    const facts = { ...wanted, row: yield* findRow(accountId, id) };
    const { expected_amount, expected_price } = request;
    if (expected_price !== undefined && expected_price !== facts.price.price) throw errors.price_changed_meanwhile();
    const { change, totals } = yield* decideAsExpected(accountId, facts, expected_amount, now);
    if (totals.total !== expected_amount) throw errors.price_changed_meanwhile();
    if (!request.byStaff) yield* requireCover(accountId, facts, now);
    if (!request.byStaff && (yield* isPaidFirst(accountId, { facts, change, totals }))) {
      return { ...(yield* payment.request(accountId, { facts, change }, now, totals.total)), actionId: null };
    }
    const changed = change.isNow
      ? yield* applier.applyNow(accountId, facts, change, now)
      : { row: yield* changeLater(accountId, facts, change), actionId: null };
    let invoice: Invoice | undefined;
    for (const line of change.lines) yield* invoices.addCharge(accountId, line);
    if (change.lines.length > 0) {
      const issue = { dueAt: now + PAYMENT_TERM_MS, at: now, subscriptionId: id };
      invoice = yield* invoices.issueInvoice(accountId, issue);
    }
    return { subscription: changed.row, invoice, actionId: changed.actionId };
  }

  /** Returns whether the customer must pay before the change is carried out. */
  function* isPaidFirst(accountId: number, { change, totals }: Previewed): Query<boolean> {
    return change.isNow && totals.total > 0 && !(yield* findProfile(accountId)).trusted;
  }

  /** A more expensive hourly plan requires the same cover as an order. */
  function* requireCover(accountId: number, { row, price }: Facts, now: number): Query<void> {
    if (price.period !== 'hourly' || price.price <= row.price || row.by_staff === 1) return;
    const { monthly_cap, currency } = price;
    yield* lockOrders(accountId);
    yield* cover.require(accountId, { price: price.price, monthly_cap, currency, setup_fee: 0, replaces: row.id }, now);
  }

  function* gather(accountId: number, id: number, request: ChangeRequest, now: number): Query<Facts> {
    const { plan: wanted, period } = request;
    const row = yield* findRow(accountId, id);
    const plan = yield* findPlan(wanted);
    const isOffered = plan?.visibility === 'public' || plan?.id === row.plan_id || request.byStaff;
    if (!plan || !isOffered) throw notFound('Plan');
    const price = choosePrice(plan, row.currency, period ?? row.billing_period);
    if (!price) {
      const rhythm = period ?? row.billing_period;
      throw errors.plan_not_available_so({ plan: plan.name, rhythm, currency: row.currency });
    }
    return yield* readFacts(accountId, row, { plan, price }, now);
  }

  /** Decides a change as of `at`, due a payment term after `now`. */
  function* decideAt(accountId: number, facts: Facts, at: number, now = at): Query<Previewed> {
    const change = decideChange(facts, { at, dueAt: now + PAYMENT_TERM_MS, zone: dependencies.settings.timeZone });
    const lines = change.lines.map(({ unit_price, tax_included = false }) => ({ amount: unit_price, tax_included }));
    return { facts, change, totals: yield* invoices.quote(accountId, lines, now) };
  }

  /**
   * Finds the moment of the preview by its amount. The rest of a period costs less every second, so a binary search
   * works.
   */
  function* decideAsExpected(accountId: number, facts: Facts, expected: number, now: number): Query<Previewed> {
    let decided = yield* decideAt(accountId, facts, now);
    let [early, late] = [now - PREVIEW_HOLDS_MS, now];
    while (decided.totals.total !== expected && late - early > SECOND) {
      const middle = Math.floor((early + late) / 2);
      decided = yield* decideAt(accountId, facts, middle, now);
      if (decided.totals.total > expected) early = middle;
      else late = middle;
    }
    return decided;
  }

  function* changeLater(accountId: number, { row, plan }: Facts, { terms, effectiveAt }: Change) {
    yield* returnWaiting(row);
    if (plan.id !== row.plan_id) yield* requireStock(plan);
    return yield* changeSeen(accountId, row, { next_terms: JSON.stringify(terms), change_at: effectiveAt });
  }

  /** Carries out a change that waited for its period, and resizes the server. */
  function* carryOut(accountId: number, id: number, at: number): Query<boolean> {
    const done = yield* changeRow(accountId, id, (row) => {
      const next = nextTermsOf(row);
      if (!next || row.change_at === null || row.change_at > at || row.status === 'cancelled') return undefined;
      const name = row.name.startsWith(row.plan) ? next.plan + row.name.slice(row.plan.length) : row.name;
      // A different billing period starts a new anchor here.
      const anchor_at = next.billing_period === row.billing_period ? row.anchor_at : row.change_at;
      const former_terms = keepFormerTerms(row, row.change_at);
      return { ...next, name, anchor_at, former_terms, next_terms: null, change_at: null };
    });
    if (!done) return false;
    const { before, after } = done;
    if (after.billing_period === 'hourly') {
      // Hours that began before the announced time keep their old rate.
      yield* usage.changeRate(accountId, id, after, before.change_at ?? at, { fromNextHour: true });
    }
    if (before.plan_id !== null && before.plan_id !== after.plan_id) yield* returnStock(before.plan_id);
    const plan = after.plan_version_id === null ? undefined : yield* findPlanVersion(after.plan_version_id);
    if (plan && before.plan_version_id !== after.plan_version_id) yield* applier.resize(accountId, after, plan, at);
    return true;
  }

  return { preview, isPaidFirst, change, carryOut };
}
