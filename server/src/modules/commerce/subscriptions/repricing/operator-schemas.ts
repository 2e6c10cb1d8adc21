import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { Currency, Money } from '../../money.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';
import { WITHOUT_CONSENT } from './schemas.ts';

export const StaffPriceChange = Resource('StaffPriceChange', 'An announced price change.', {
  id: OwnId,
  plan_id: Id('The plan.'),
  plan: Type.String({ description: 'Name of the plan.', examples: ['VPS S'] }),
  billing_period: OneOf(BILLING_PERIODS, { description: 'Billing period of the subscriptions.' }),
  currency: Currency(),
  price: Money('New price.'),
  monthly_cap: Nullable(Money('New monthly cap of an hourly price.')),
  from_at: DateTime('Earliest start of a period with the new price.'),
  without_consent: OneOf(WITHOUT_CONSENT, { description: 'Treatment of consumers who do not consent.' }),
  created_at: CreatedAt,
  subscriptions: Type.String({ description: 'Number of subscriptions by status.', examples: ['12 announced'] }),
});
