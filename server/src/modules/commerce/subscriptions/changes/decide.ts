import { formatMoney } from '../../../../kernel/currency.ts';
import { conflict } from '../../../../kernel/errors.ts';
import type { Server } from '../../../resources/hosting/index.ts';
import { type Coupon, discountOf } from '../../coupons/index.ts';
import { computeTotals, type NewCharge } from '../../invoices/index.ts';
import type { Plan, PlanPrice } from '../../plans/index.ts';
import { type Billing, commonOf, keyOfPeriod } from '../lines.ts';
import { periodStartOf } from '../periods/period.ts';
import { prorate, type Span, secondsLeft } from '../periods/proration.ts';
import type { SubscriptionRow } from '../store.ts';
import { isNextBilled, makeTerms, type Terms, termsAt } from '../terms.ts';

/** All that a change of plan is decided on. */
export interface Facts {
  readonly row: SubscriptionRow;
  readonly plan: Plan;
  readonly price: PlanPrice;
  /** What it is sold as now, where that is known. */
  readonly current: Plan | undefined;
  readonly server: Server | undefined;
  /** That of the period that was billed last. */
  readonly coupon: Coupon | undefined;
  /** Of the customer, in hundredths of a percent. */
  readonly taxRate: number;
  readonly zone: string;
}

/** What would happen. */
export interface Change {
  readonly terms: Terms;
  readonly name: string;
  /** Now, or with the period after the one that is billed. */
  readonly isNow: boolean;
  readonly effectiveAt: number;
  readonly lines: readonly NewCharge[];
  /** What the rest of the old price comes to, which is set off. */
  readonly credit: number;
  /** What the coupon takes off what is billed, from then on. */
  readonly discounts: Partial<Pick<SubscriptionRow, 'period_discount' | 'former_discount'>>;
  readonly sentence: string;
}

/** The one function that both the preview and the change go by. Throws where it cannot be. */
export function decideChange(facts: Facts, billing: Billing): Change {
  refuse(facts);
  return computeChange(facts, billing);
}

/** Computes the change as of a moment. `isPaid`: it was decided before and is carried out now, whatever became of the price. */
export function computeChange(facts: Facts, billing: Billing, { isPaid = false } = {}): Change {
  const { row, plan, price } = facts;
  const terms = makeTerms(plan, price);
  const name = row.name.startsWith(row.plan) ? plan.name + row.name.slice(row.plan.length) : row.name;
  const isTrial = row.trial_ends_at !== null && row.trial_ends_at > billing.at;
  if (isTrial && plan.trial_days === 0) {
    throw conflict(`${plan.name} has no free trial. Change the plan after your trial has ended.`);
  }
  const isSamePeriod = price.period === row.billing_period;
  const isLarger = price.price >= asPriced(facts, row.price, row);
  const isNow = isPaid || isTrial || price.period === 'hourly' || (isSamePeriod && isLarger);
  if (isNextBilled(row) && !(isNow && price.period === termsAt(row, row.current_period_start).billing_period)) {
    throw conflict(
      'The next period is already billed with the plan you chose before. Change the plan after that period has begun.',
    );
  }
  if (!isNow) {
    const sentence = `With the next period. Until then nothing changes and nothing is to be paid.`;
    return { terms, name, isNow, effectiveAt: row.current_period_end, lines: [], credit: 0, discounts: {}, sentence };
  }
  const parts = isTrial || price.period === 'hourly' ? [] : partsOf(facts, billing.at);
  const lines = parts.flatMap((part) => {
    const line = prorationLine({ ...row, name, tax_included: terms.tax_included }, facts, part, billing);
    return line.unit_price === 0 ? [] : [line];
  });
  const credit = parts.reduce((sum, { span, paid }) => sum + prorate(paid, span, billing.at), 0);
  const sentence =
    lines.length === 0 ? 'Now. Nothing is to be paid for it.' : 'Now. The rest of the period is charged by the second.';
  const [last, running] = parts.toReversed();
  const discounts = {
    period_discount: last?.discount ?? row.period_discount,
    former_discount: running?.discount ?? row.former_discount,
  };
  return { terms, name, isNow, effectiveAt: billing.at, lines, credit, discounts, sentence };
}

function refuse({ row, plan, price, current, server }: Facts): void {
  if (row.status !== 'active') throw conflict(REASONS[row.status]);
  if (row.cancel_requested_at !== null) {
    throw conflict('This subscription is cancelled at the end of its period. Resume it first.');
  }
  const isSame = row.plan_version_id === plan.version_id && row.billing_period === price.period;
  if (isSame && row.next_terms === null)
    throw conflict('This subscription already has this plan. Choose another plan.');
  if ((price.period === 'hourly') !== (row.billing_period === 'hourly')) {
    throw conflict('A subscription cannot change between hourly and prepaid billing. Order a new server instead.');
  }
  if (current && current.kind !== plan.kind) {
    throw conflict(`A ${current.kind} cannot be changed to a ${plan.kind}. Order a new server instead.`);
  }
  // Also the disk that it is about to have.
  const disk = server ? Math.max(server.diskGb, current?.disk_gb ?? 0) : 0;
  if (plan.disk_gb < disk) {
    throw conflict(
      `The disk of this VPS has ${disk} GB, and ${plan.name} has ${plan.disk_gb} GB. A disk cannot shrink. Choose a plan with a larger disk.`,
    );
  }
}

const REASONS: Record<Exclude<SubscriptionRow['status'], 'active'>, string> = {
  pending: 'This order is not paid yet. Pay it first, or cancel it and order something else.',
  past_due: 'An invoice of this subscription is overdue. Pay it first.',
  suspended: 'This subscription is suspended. Pay what is overdue first.',
  cancelled: 'This subscription is cancelled.',
};

/** What is billed and not used up: the rest of the running period, and the next one where that is billed already. */
interface Part {
  readonly span: Span;
  /** What was charged for all of it, as the new plan is priced. */
  readonly paid: number;
  /** What the coupon takes off the new price of it, where it took something off the old one. */
  readonly discount: number;
}

function partsOf(facts: Facts, at: number): Part[] {
  const { row, plan, price, coupon, zone } = facts;
  const partOf = (span: Span, sold: number, discount: number): Part => ({
    span,
    paid: asPriced(facts, sold - discount, termsAt(row, span.start)),
    discount: coupon && discount > 0 ? discountOf(coupon, price.price, plan.id) : 0,
  });
  const { anchor_at: anchor, current_period_start: start, current_period_end: end, billing_period: period } = row;
  const billed = partOf({ start, end }, row.billed_price, row.period_discount);
  if (at >= start || period === 'hourly') return [billed];
  const running = { start: periodStartOf({ anchor, period, zone }, start), end: start };
  return [partOf(running, row.price, row.former_discount), billed];
}

/** An amount as the new plan is priced, with the tax inside or without: only such can be set off. */
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
  const difference = price.price - discount - paid;
  const amount = prorate(difference, span, billing.at);
  const money = (value: number) => formatMoney(value, sold.currency);
  return {
    ...commonOf(sold, { start: Math.max(billing.at, span.start), end: span.end }, billing),
    // Below that of the period, with which it is taken back.
    key: `${keyOfPeriod(row, span.start)}:change:${row.revision}`,
    kind: 'proration',
    description: `${sold.name}: from ${row.plan} to ${plan.name}`,
    unit_price: amount,
    explanation: {
      rule: 'proration',
      sentence: `From ${row.plan} to ${plan.name}: the difference for the rest of the period, by the second.`,
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
