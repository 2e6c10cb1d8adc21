import type { BillingPeriod } from '../plans/index.ts';
import type { SubscriptionRow } from './store.ts';

/** What a subscription is sold as: what was sold stays so, whatever becomes of the plan. */
export interface Terms {
  readonly plan: string;
  readonly plan_id: number | null;
  readonly plan_version_id: number | null;
  readonly price: number;
  readonly billing_period: BillingPeriod;
  readonly tax_included: number;
  readonly monthly_cap: number | null;
}

/** Those that wait for the next period. */
export function nextTermsOf({ next_terms }: Pick<SubscriptionRow, 'next_terms'>): Terms | null {
  return next_terms === null ? null : (JSON.parse(next_terms) as Terms);
}
