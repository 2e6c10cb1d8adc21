import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { Currency, Money } from '../money.ts';
import { BILLING_PERIODS } from '../plans/index.ts';

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'past_due', 'suspended', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const NextPlan = Resource('NextPlan', {
  plan: Type.String({ examples: ['VPS S'] }),
  price: Money('For one period.'),
  billing_period: OneOf(BILLING_PERIODS, { description: 'How often it will be billed.' }),
});

export const Subscription = Resource('Subscription', {
  id: Id('Assigned by the service.'),
  name: Type.String({ description: 'What was bought.', examples: ['VPS S (shop.example.com)'] }),
  plan: Type.String({ examples: ['VPS S'] }),
  status: OneOf(SUBSCRIPTION_STATUSES, {
    description:
      'A subscription is `pending` until its order is paid and its VPS runs for the first time; `past_due` has an overdue invoice; `cancelled` is final.',
  }),
  pending_reason: Nullable(
    Type.String({
      description: 'Why the subscription is `pending`, in one sentence for the customer; null otherwise.',
      examples: ['The server is being created.'],
    }),
  ),
  price: Money('For one period; for each hour that is begun where it is billed hourly.'),
  currency: Currency(),
  billing_period: OneOf(BILLING_PERIODS, { description: 'How often it is billed.' }),
  tax_included: Type.Boolean({ description: 'The price is with tax; else tax comes on top.', examples: [false] }),
  hosting_id: Nullable(Id('The VPS it pays for.')),
  current_period_start: DateTime('The beginning of the period that was billed last.'),
  current_period_end: DateTime('Its end, and the beginning of the next.'),
  cancel_at_period_end: Type.Boolean({ description: 'It ends with the current period.', examples: [false] }),
  ends_at: Nullable(DateTime('When it will end, where that is decided.')),
  cancelled_at: Nullable(DateTime('When it ended.')),
  trial_ends_at: Nullable(DateTime('Until when it costs nothing, or did.')),
  next_invoice_at: Nullable(DateTime('When it is billed next; null where it will not be.')),
  next_plan: Nullable(NextPlan),
  next_plan_at: Nullable(DateTime('When `next_plan` takes effect, with its price.')),
  resize_error: Nullable(
    Type.String({ description: 'Why its VPS could not be given the size of the plan; ask support.' }),
  ),
  coupon: Nullable(Type.String({ description: 'The coupon it was bought with.', examples: ['WELCOME'] })),
  created_at: DateTime('When it was made.'),
});
export type Subscription = Static<typeof Subscription>;

export const Cancellation = Type.Object({
  immediately: Type.Optional(
    Type.Boolean({ default: false, description: 'Now, and not at the end of the period that is paid for.' }),
  ),
});
