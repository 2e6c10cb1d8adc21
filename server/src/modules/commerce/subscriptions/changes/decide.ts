import { formatMoney } from '#kernel/currency.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Server } from '../../../resources/hosting/index.ts';
import { type Coupon, discountOf } from '../../coupons/index.ts';
import { computeTotals, describeWith, type NewCharge } from '../../invoices/index.ts';
import type { Plan, PlanPrice } from '../../plans/index.ts';
import { errors as subscriptionErrors } from '../errors.ts';
import { type Billing, commonOf, keyOfPeriodCharge } from '../lines.ts';
import type { BilledPeriod } from '../periods/billed.ts';
import { prorate, type Span, secondsLeft } from '../periods/proration.ts';
import type { SubscriptionRow } from '../store.ts';
import { isNextBilled, makeTerms, type Terms, termsAt } from '../terms.ts';
import { texts as lineTexts } from '../texts.ts';
import { errors } from './errors.ts';

/** Everything that a change of plan depends on. */
export interface Facts {
  readonly row: SubscriptionRow;
  readonly plan: Plan;
  readonly price: PlanPrice;
  /** The current plan, if known. */
  readonly current: Plan | undefined;
  readonly server: Server | undefined;
  readonly coupon: Coupon | undefined;
  /** The billed periods that are not over, the first one first. */
  readonly billed: readonly BilledPeriod[];
  /** Tax rate of the customer in hundredths of a percent. */
  readonly taxRate: number;
  readonly zone: string;
}

/** The result of a change of plan. */
export interface Change {
  readonly terms: Terms;
  readonly name: string;
  /** True if it takes effect now, false if with the period after the billed one. */
  readonly isNow: boolean;
  readonly effectiveAt: number;
  readonly lines: readonly NewCharge[];
  /** The unused part of the old price, which is deducted. */
  readonly credit: number;
  /** Price and discounts of the billed periods after the change. */
  readonly billed: Partial<Pick<SubscriptionRow, 'billed_price' | 'period_discount' | 'former_discount'>>;
  readonly sentence: string;
}

/** Decides a change for both the preview and the change itself. Throws if it is not allowed. */
export function decideChange(facts: Facts, billing: Billing): Change {
  refuse(facts);
  return computeChange(facts, billing);
}

/**
 * Computes a change as of a moment. `isPaid`: the change was decided earlier and is carried out now, whatever the price
 * is now.
 */
export function computeChange(facts: Facts, billing: Billing, { isPaid = false } = {}): Change {
  const { row, plan, price } = facts;
  const terms = makeTerms(plan, price);
  const name = row.name.startsWith(row.plan) ? plan.name + row.name.slice(row.plan.length) : row.name;
  const isTrial = row.trial_ends_at !== null && row.trial_ends_at > billing.at;
  if (isTrial && plan.trial_days === 0) {
    throw errors.plan_without_trial({ plan: plan.name });
  }
  const isSamePeriod = price.period === row.billing_period;
  const isLarger = price.price >= asPriced(facts, row.price, row);
  const isNow = isPaid || isTrial || price.period === 'hourly' || (isSamePeriod && isLarger);
  if (isNextBilled(row) && !(isNow && price.period === termsAt(row, row.current_period_start).billing_period)) {
    throw errors.next_period_already_billed();
  }
  if (!isNow) {
    const sentence = `With the next period. Until then nothing changes and nothing is to be paid.`;
    return { terms, name, isNow, effectiveAt: row.current_period_end, lines: [], credit: 0, billed: {}, sentence };
  }
  const parts = partsOf(facts, billing.at);
  // In a trial any change takes effect now, but nothing is paid back for periods that are billed after it.
  if (isTrial && parts.length > 0 && !(isSamePeriod && isLarger)) throw errors.next_period_already_billed();
  const lines = parts.flatMap((part) => {
    const line = prorationLine({ ...row, name, tax_included: terms.tax_included }, facts, part, billing);
    return line.unit_price === 0 ? [] : [line];
  });
  const credit = parts.reduce((sum, { span, paid }) => sum + prorate(paid, span, billing.at), 0);
  const sentence =
    lines.length === 0 ? 'Now. Nothing is to be paid for it.' : 'Now. The rest of the period is charged by the second.';
  const [last, running] = parts.toReversed();
  const billed = last && {
    billed_price: price.price,
    period_discount: last.discount,
    former_discount: running?.discount ?? row.former_discount,
  };
  return { terms, name, isNow, effectiveAt: billing.at, lines, credit, billed: { ...billed }, sentence };
}

function refuse({ row, plan, price, current, server }: Facts): void {
  if (row.status !== 'active') throw REFUSALS[row.status]();
  if (row.cancel_requested_at !== null) {
    throw errors.subscription_is_cancelling();
  }
  const isSame = row.plan_version_id === plan.version_id && row.billing_period === price.period;
  if (isSame && row.next_terms === null) throw errors.plan_is_the_same();
  if ((price.period === 'hourly') !== (row.billing_period === 'hourly')) {
    throw errors.billing_rhythm_fixed();
  }
  if (current && current.kind !== plan.kind) {
    throw errors.plan_of_another_kind({ kind: current.kind, other: plan.kind });
  }
  // Include the disk size that a pending resize will reach.
  const disk = server ? Math.max(server.diskGb, current?.disk_gb ?? 0) : 0;
  if (plan.disk_gb < disk) {
    throw errors.disk_cannot_shrink_to_plan({ disk, plan: plan.name, plan_disk: plan.disk_gb });
  }
}

const REFUSALS: Record<Exclude<SubscriptionRow['status'], 'active'>, () => AppError> = {
  pending: errors.change_of_unpaid_order,
  past_due: subscriptionErrors.subscription_overdue,
  suspended: subscriptionErrors.subscription_suspended,
  cancelled: subscriptionErrors.subscription_cancelled,
};

/** A billed period that is not used up: the current one, or a later one that is already billed. */
interface Part {
  readonly span: Span;
  /** Amount charged for the whole period, on the tax basis of the new plan. */
  readonly paid: number;
  /** Discount of the coupon on the new price, if it reduced the period. */
  readonly discount: number;
}

/** A free trial is a billed period for which nothing is charged. */
function partsOf(facts: Facts, at: number): Part[] {
  const { row, plan, price, coupon, billed } = facts;
  const unused = billed.filter(({ start, end }) => end > at && start >= (row.trial_ends_at ?? 0));
  return unused.map(({ start, end, isDiscounted }) => {
    const isLast = end === row.current_period_end;
    const terms = termsAt(row, start);
    const sold = isLast ? row.billed_price : terms.price;
    const discountOn = (of: number, planId: number | null) =>
      coupon && isDiscounted ? discountOf(coupon, of, planId) : 0;
    return {
      span: { start, end },
      paid: asPriced(facts, sold - discountOn(sold, terms.plan_id), terms),
      discount: discountOn(price.price, plan.id),
    };
  });
}

/** Converts an amount to the tax basis of the new plan, so that it can be deducted. */
function asPriced({ plan, taxRate }: Facts, amount: number, { tax_included }: Pick<Terms, 'tax_included'>): number {
  const isInside = tax_included === 1;
  if (isInside === plan.tax_included) return amount;
  const { subtotal, total } = computeTotals([{ amount, tax_included: isInside }], taxRate);
  return plan.tax_included ? total : subtotal;
}

function prorationLine(
  sold: SubscriptionRow,
  { row, plan, price }: Facts,
  { span, paid, discount }: Part,
  billing: Billing,
): NewCharge {
  const { left, whole } = secondsLeft(span, billing.at);
  const before = termsAt(row, span.start).plan;
  const difference = price.price - discount - paid;
  const amount = prorate(difference, span, billing.at);
  const money = (value: number) => formatMoney(value, sold.currency);
  return {
    ...commonOf(sold, { start: Math.max(billing.at, span.start), end: span.end }, billing),
    // The key extends that of the period, so that both are taken back together.
    key: `${keyOfPeriodCharge(row, span.start)}:change:${row.revision}`,
    kind: 'proration',
    ...describeWith(lineTexts.change, { name: sold.name, before, after: plan.name }),
    unit_price: amount,
    explanation: {
      rule: 'proration',
      sentence: `From ${before} to ${plan.name}: the difference for the rest of the period, by the second.`,
      steps: [
        { label: 'Charged for the period before', value: money(paid) },
        {
          label: 'Price of the period now',
          value:
            discount === 0
              ? money(price.price)
              : `${money(price.price)} − ${money(discount)} = ${money(price.price - discount)}`,
        },
        { label: 'Left of the period', value: `${left} of ${whole} seconds` },
        { label: 'To pay', value: `${money(difference)} × ${left} / ${whole} = ${money(amount)}, rounded` },
      ],
    },
  };
}
