export const BILLING_PERIODS = ['monthly', 'yearly', 'hourly'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** Whether customers see it and may order it; staff sell what is hidden too. */
export const PLAN_VISIBILITIES = ['public', 'hidden'] as const;
export type PlanVisibility = (typeof PLAN_VISIBILITIES)[number];

/** What a plan costs in one currency, paid in one rhythm. All in minor units. */
export interface PlanPrice {
  readonly period: BillingPeriod;
  readonly currency: string;
  /** For one period; of an hourly one, for each hour that was started. */
  readonly price: number;
  /** Once, with the first invoice. */
  readonly setup_fee: number;
  /** Of an hourly one: what a calendar month costs at most. Null where there is none, and of the others. */
  readonly monthly_cap: number | null;
}
