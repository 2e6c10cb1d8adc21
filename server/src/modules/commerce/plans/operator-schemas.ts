import { vpsKinds } from '#engines/vps/driver.ts';
import { CreatedAt, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';
import { BILLING_PERIODS, ExtraAddressesMax, PLAN_VISIBILITIES, PlanTraffic } from './schemas.ts';

const count = (description: string) => Type.Integer({ description, examples: [2] });
const limit = (description: string) => Nullable(count(`${description} Null if there is none.`));

const PlanPrice = Resource('StaffPlanPrice', 'A price of a plan.', {
  period: OneOf(BILLING_PERIODS, { description: 'Billing period.' }),
  currency: Currency(),
  price: Money('Price for one period. Hourly plans: price for each started hour.'),
  setup_fee: Money('One-time fee on the first invoice.'),
  monthly_cap: Nullable(Money('Maximum price per calendar month of an hourly plan.')),
});

export const StaffPlan = Resource('StaffPlan', 'A plan in one of its versions.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the plan.', examples: ['VPS S'] }),
  visibility: OneOf(PLAN_VISIBILITIES, { description: 'Customers see public plans.' }),
  stock: Nullable(count('Number of subscriptions that can still be sold. Null: unlimited.')),
  version: count('Version of the plan.'),
  version_id: Id('Identifier of the version.'),
  vcpus: count('Number of virtual CPUs.'),
  memory_mb: count('Memory in MiB.'),
  disk_gb: count('Disk size in GiB.'),
  image: Type.String({ description: 'Default image.', examples: ['debian/13'] }),
  images: Type.Array(Type.String(), { description: 'All images, the default first.' }),
  kind: OneOf(vpsKinds, { description: 'Type of the server.' }),
  tax_included: Type.Boolean({ description: 'True if the prices include tax.' }),
  trial_days: count('Days of the free trial.'),
  prices: Type.Array(PlanPrice, { description: 'All prices, the default first.' }),
  price: Money('The first price.'),
  currency: Currency(),
  billing_period: OneOf(BILLING_PERIODS, { description: 'Billing period of the first price.' }),
  processes: limit('Process limit.'),
  network_mbps: limit('Network limit in Mbit/s.'),
  disk_iops: limit('Disk limit in operations per second.'),
  nesting: Type.Boolean({ description: 'True if the server may run containers.' }),
  ...PlanTraffic,
  traffic_prices: Type.Array(
    Resource('StaffTrafficPrice', 'Price of traffic in a currency.', {
      currency: Currency(),
      price: Money('Price for each started GB beyond the included traffic.'),
    }),
    { description: 'Prices of traffic beyond the included traffic; empty if it is not billed.' },
  ),
  extra_addresses_max: ExtraAddressesMax,
  extra_address_prices: Type.Array(
    Resource('StaffAddressPrice', 'Price of an extra address in a currency.', {
      currency: Currency(),
      price: Money('Price of an extra address per calendar month.'),
    }),
    { description: 'Prices of extra addresses; empty if none can be added.' },
  ),
  created_at: CreatedAt,
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'Problems with the images of the plan.' })),
});
