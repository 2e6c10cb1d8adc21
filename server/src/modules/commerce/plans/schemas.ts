import { vpsKinds } from '../../../engines/vps/driver.ts';
import { Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { Currency, Money } from '../money.ts';

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

const OfferedPrice = Resource('OfferedPrice', {
  period: OneOf(BILLING_PERIODS, { description: 'How often it is billed; an hourly one each month, afterwards.' }),
  currency: Currency(),
  price: Money('For one period; of an hourly one, for each hour that was started.'),
  setup_fee: Money('Once, with the first invoice.'),
  monthly_cap: Nullable(Money('Of an hourly one: what a calendar month costs at most.')),
  tax_included: Type.Boolean({ description: 'Whether these amounts hold the tax.', examples: [false] }),
});

/** What customers see of a plan that they may order. */
export const OfferedPlan = Resource('OfferedPlan', {
  id: Id('Assigned by the service.'),
  name: Type.String({ description: 'What it is ordered by, as well as by its id.', examples: ['VPS S'] }),
  version: Type.Integer({ description: 'Changes with what is sold; what was bought stays as it was.', examples: [1] }),
  kind: OneOf(vpsKinds, { description: 'What its server is.' }),
  vcpus: Type.Integer({ examples: [2] }),
  memory_mb: Type.Integer({ examples: [2048] }),
  disk_gb: Type.Integer({ examples: [40] }),
  images: Type.Array(Type.String(), {
    description: 'What its server may be made from, the usual one first.',
    examples: [['debian/13']],
  }),
  prices: Type.Array(OfferedPrice, { description: 'The ways to pay for it, the usual one first.' }),
  trial_days: Type.Integer({ description: 'How long it is free at first, once per account.', examples: [0] }),
  in_stock: Type.Boolean({ description: 'Whether it can be ordered now.', examples: [true] }),
});
export type OfferedPlan = Static<typeof OfferedPlan>;
