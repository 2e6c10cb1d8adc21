import { type BillingPeriod, type Plan, type PlanPrice, priceOf } from '../plans/index.ts';
import type { SubscriptionRow } from './store.ts';

/** Terms that a subscription was sold under. They do not change when the plan changes. */
export interface Terms {
  readonly plan: string;
  readonly plan_id: number | null;
  readonly plan_version_id: number | null;
  readonly price: number;
  readonly billing_period: BillingPeriod;
  readonly tax_included: number;
  readonly monthly_cap: number | null;
}

export function makeTerms(plan: Plan, { price, period, monthly_cap }: PlanPrice): Terms {
  return {
    plan: plan.name,
    plan_id: plan.id,
    plan_version_id: plan.version_id,
    price,
    billing_period: period,
    tax_included: plan.tax_included ? 1 : 0,
    monthly_cap,
  };
}

/** Returns the price in a currency, for the given billing period or else the first one of the plan. */
export function choosePrice(plan: Plan, currency: string, period: BillingPeriod | undefined): PlanPrice | undefined {
  if (period !== undefined) return priceOf(plan, currency, period);
  return plan.prices.find((price) => price.currency === currency);
}

/** Returns the terms that wait for a later period. */
export function nextTermsOf({ next_terms }: Pick<SubscriptionRow, 'next_terms'>): Terms | null {
  return next_terms === null ? null : (JSON.parse(next_terms) as Terms);
}

/** Terms of the periods that begin before `until`. */
interface FormerTerms {
  readonly until: number;
  readonly terms: Terms;
}

/** A subscription rarely changes its plan more often within its billed periods. */
const MOST_FORMER = 12;

function formerTermsOf({ former_terms }: Pick<SubscriptionRow, 'former_terms'>): FormerTerms[] {
  return former_terms === null ? [] : (JSON.parse(former_terms) as FormerTerms[]);
}

/** Returns the former terms after a change that took effect at `until`. Periods before it may still run. */
export function keepFormerTerms(row: SubscriptionRow, until: number): string {
  return JSON.stringify([...formerTermsOf(row), { until, terms: currentTermsOf(row) }].slice(-MOST_FORMER));
}

/** Returns the terms of a period that begins at `start`. */
export function termsAt(row: SubscriptionRow, start: number): Terms {
  const former = formerTermsOf(row).find(({ until }) => start < until);
  if (former) return former.terms;
  const next = nextTermsOf(row);
  return next && row.change_at !== null && start >= row.change_at ? next : currentTermsOf(row);
}

/** Returns whether the last billed period already has the waiting terms. Then they take effect in any case. */
export function isNextBilled(row: SubscriptionRow): boolean {
  return row.next_terms !== null && row.change_at !== null && row.change_at <= row.current_period_start;
}

export function currentTermsOf(row: SubscriptionRow): Terms {
  const { plan, plan_id, plan_version_id, price, billing_period, tax_included, monthly_cap } = row;
  return { plan, plan_id, plan_version_id, price, billing_period, tax_included, monthly_cap };
}
