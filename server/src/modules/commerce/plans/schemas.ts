import { vpsKinds } from '#engines/vps/driver.ts';
import { Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';

export const BILLING_PERIODS = ['monthly', 'yearly', 'hourly'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** Customers can see and order public plans. Staff can also sell hidden plans. */
export const PLAN_VISIBILITIES = ['public', 'hidden'] as const;
export type PlanVisibility = (typeof PLAN_VISIBILITIES)[number];

/** The price of a plan in one currency and billing period. Amounts are in minor units. */
export interface PlanPrice {
  readonly period: BillingPeriod;
  readonly currency: string;
  /** Price of one period. Hourly plans: price of each started hour. */
  readonly price: number;
  /** Charged once, on the first invoice. */
  readonly setup_fee: number;
  /** Hourly prices only: the maximum price of a calendar month. Null if there is none. */
  readonly monthly_cap: number | null;
}

/** `throttle` limits the network until the month ends; `bill` charges each started GB. */
export const TRAFFIC_BEYOND = ['throttle', 'bill'] as const;
export type TrafficBeyond = (typeof TRAFFIC_BEYOND)[number];

/** Terms of a plan for outbound traffic. */
export const PlanTraffic = {
  traffic_included_gb: Nullable(
    Type.Integer({
      description:
        'Outbound traffic that is included per calendar month, in GB of 1,000,000,000 bytes; null if traffic is unmetered.',
      examples: [1000],
    }),
  ),
  traffic_beyond: Nullable(
    OneOf(TRAFFIC_BEYOND, {
      description:
        'Effect of more traffic. `throttle`: the network is limited until the month ends. `bill`: each started GB is billed after the month. Null if traffic is unmetered.',
    }),
  ),
  traffic_throttle_mbps: Nullable(
    Type.Integer({
      description: 'Network limit of a throttled server in Mbit/s; null if traffic is unmetered.',
      examples: [10],
    }),
  ),
};

const OfferedPrice = Resource('OfferedPrice', 'A price of a plan for one billing period and currency.', {
  period: OneOf(BILLING_PERIODS, { description: 'Billing period. Hourly plans are billed monthly in arrears.' }),
  currency: Currency(),
  price: Money('Price for one period. Hourly plans: price for each started hour.'),
  setup_fee: Money('One-time fee on the first invoice.'),
  monthly_cap: Nullable(Money('Maximum price per calendar month of an hourly plan; null if there is none.')),
  traffic_price: Nullable(
    Money('Price for each started GB of outbound traffic beyond the included traffic; null if it is not billed.'),
  ),
  extra_address_price: Nullable(
    Money('Price of an extra address per calendar month, billed after the month; null if none can be added.'),
  ),
  tax_included: Type.Boolean({ description: 'True if the amounts include tax.', examples: [false] }),
});

/** How many extra addresses a plan offers. */
export const ExtraAddressesMax = Type.Integer({
  description:
    'Number of extra addresses, IPv4 and IPv6 together, that a server of the plan can have; 0 if none can be added.',
  examples: [4],
});

/** The customer's view of a plan that can be ordered. */
export const OfferedPlan = Resource('OfferedPlan', 'A plan that can be ordered.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the plan. You can order by name or id.', examples: ['VPS S'] }),
  version: Type.Integer({
    description: 'Version of the plan. Existing subscriptions keep their version.',
    examples: [1],
  }),
  kind: OneOf(vpsKinds, { description: 'Type of the server.' }),
  vcpus: Type.Integer({ description: 'Number of virtual CPUs.', examples: [2] }),
  memory_mb: Type.Integer({ description: 'Memory in MiB.', examples: [2048] }),
  disk_gb: Type.Integer({ description: 'Disk size in GiB.', examples: [40] }),
  images: Type.Array(Type.String(), {
    description: 'Available images, the default first.',
    examples: [['debian/13']],
  }),
  ...PlanTraffic,
  extra_addresses_max: ExtraAddressesMax,
  prices: Type.Array(OfferedPrice, { description: 'Available prices, the default first.' }),
  trial_days: Type.Integer({ description: 'Days of the free trial, once per account.', examples: [0] }),
  in_stock: Type.Boolean({ description: 'True if the plan can be ordered now.', examples: [true] }),
});
export type OfferedPlan = Static<typeof OfferedPlan>;
