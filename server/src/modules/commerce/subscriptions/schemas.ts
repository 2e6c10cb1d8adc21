import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';
import { BILLING_PERIODS } from '../plans/index.ts';

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'past_due', 'suspended', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const SUBSCRIPTION_ORDERS = {
  created_at: 'id',
  name: '{folded name}',
  status: 'status',
  current_period_end: 'current_period_end',
} as const;

const NextPlan = Resource(
  'NextPlan',
  'The plan that is scheduled to replace the current one; null if none is scheduled.',
  {
    plan: Type.String({ description: 'Name of the plan.', examples: ['VPS S'] }),
    price: Money('Price for one period.'),
    billing_period: OneOf(BILLING_PERIODS, { description: 'Billing period.' }),
  },
);

const PendingChange = Resource(
  'PendingChange',
  'A plan change that is carried out when its invoice is paid; null if none is pending.',
  {
    plan: Type.String({ description: 'Name of the new plan.', examples: ['VPS M'] }),
    invoice_id: Id('Invoice of the change. When it is paid, the change is carried out.'),
    expires_at: DateTime('Time when the change lapses and its invoice is cancelled, if it is not paid.'),
  },
);

export const Subscription = Resource('Subscription', 'A subscription to a plan.', {
  id: OwnId,
  name: Type.String({
    description: 'Product name: the plan and the hostname.',
    examples: ['VPS S (shop.example.com)'],
  }),
  plan: Type.String({ description: 'Name of the plan.', examples: ['VPS S'] }),
  status: OneOf(SUBSCRIPTION_STATUSES, {
    description:
      'Status of the subscription. `pending`: the order is not paid, or the VPS has not run yet. `past_due`: an invoice is overdue. `cancelled` is final.',
  }),
  pending_reason: Nullable(
    Type.String({
      description: 'Reason why the subscription is `pending`, in one sentence; null otherwise.',
      examples: ['The server is being created.'],
    }),
  ),
  in_review: Type.Boolean({
    description:
      'True if the order waits for a decision of the company. It is `pending` meanwhile, and nothing is created.',
    examples: [false],
  }),
  price: Money('Price for one period. Hourly plans: price for each started hour.'),
  currency: Currency(),
  billing_period: OneOf(BILLING_PERIODS, { description: 'Billing period.' }),
  tax_included: Type.Boolean({ description: 'True if the price includes tax.', examples: [false] }),
  hosting_id: Nullable(Id('VPS of the subscription; null if there is none.')),
  current_period_start: DateTime('Start of the last billed period.'),
  current_period_end: DateTime('End of the last billed period.'),
  cancel_at_period_end: Type.Boolean({
    description: 'True if the subscription ends with the current period.',
    examples: [false],
  }),
  ends_at: Nullable(DateTime('Time when the subscription will end; null if it is not cancelled.')),
  cancelled_at: Nullable(DateTime('Time when the subscription ended; null until then.')),
  trial_ends_at: Nullable(DateTime('End of the free trial; null if there was none.')),
  next_invoice_at: Nullable(DateTime('Time of the next invoice; null if none is planned.')),
  next_plan: Nullable(NextPlan),
  next_plan_at: Nullable(DateTime('Time when `next_plan` and its price take effect; null if none is scheduled.')),
  pending_change: Nullable(PendingChange),
  resize_error: Nullable(
    Type.String({
      description: 'Reason why the VPS could not be resized to the plan; null if there is no problem. Contact support.',
    }),
  ),
  coupon: Nullable(Type.String({ description: 'Coupon of the order; null if there was none.', examples: ['WELCOME'] })),
  traffic_cap: Nullable(
    Money(
      'Maximum amount for billed traffic of a calendar month; null if it is the price of a month. Set it with `/subscriptions/traffic-cap`.',
    ),
  ),
  created_at: CreatedAt,
});
export type Subscription = Static<typeof Subscription>;

export const Cancellation = Type.Object({
  immediately: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'If true, the subscription ends now instead of at the end of the paid period.',
    }),
  ),
});
