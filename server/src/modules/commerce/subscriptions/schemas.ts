import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { Currency, Money } from '../money.ts';
import { BILLING_PERIODS } from '../plans/index.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'suspended', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const Subscription = Resource('Subscription', {
  id: Id('Assigned by the service.'),
  name: Type.String({ description: 'What was bought.', examples: ['VPS S (shop.example.com)'] }),
  plan: Type.String({ examples: ['VPS S'] }),
  status: OneOf(SUBSCRIPTION_STATUSES, { description: 'Cancelled is final.' }),
  price: Money('For one period.'),
  currency: Currency(),
  billing_period: OneOf(BILLING_PERIODS, { description: 'How often it is billed.' }),
  hosting_id: Nullable(Id('The VPS it pays for.')),
  current_period_start: DateTime('The beginning of the period that was billed last.'),
  current_period_end: DateTime('Its end, and the beginning of the next.'),
  cancel_at_period_end: Type.Boolean({ description: 'It ends with the current period.', examples: [false] }),
  cancelled_at: Nullable(DateTime('When it ended.')),
  created_at: DateTime('When it was made.'),
});
export type Subscription = Static<typeof Subscription>;

export const Cancellation = Type.Object({
  immediately: Type.Optional(
    Type.Boolean({ default: false, description: 'Now, and not at the end of the period that is paid for.' }),
  ),
});
