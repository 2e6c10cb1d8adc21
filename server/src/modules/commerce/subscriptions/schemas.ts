import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { BILLING_PERIODS } from '../plans/index.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'suspended', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
export const INVOICE_STATUSES = ['unpaid', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

const Money = (description: string) =>
  Type.Integer({ description: `${description} In minor units of the currency.`, examples: [990] });
const Currency = () => Type.String({ description: 'ISO 4217.', examples: ['EUR'] });

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

const InvoiceItem = Resource('InvoiceItem', {
  description: Type.String({ examples: ['VPS S (shop.example.com)'] }),
  quantity: Type.Integer({ examples: [1] }),
  unit_price: Money('For one.'),
  amount: Money('For all.'),
  period_start: DateTime('The beginning of what is paid for.'),
  period_end: DateTime('Its end.'),
});

export const Invoice = Resource('Invoice', {
  id: Id('Assigned by the service.'),
  number: Type.String({ description: 'As it stands on the paper.', examples: ['INV-2026-000042'] }),
  subscription_id: Id('What it is for.'),
  status: OneOf(INVOICE_STATUSES, { description: 'Where it stands.' }),
  currency: Currency(),
  subtotal: Money('Before tax.'),
  tax: Money('The tax.'),
  total: Money('With tax.'),
  amount_paid: Money('What was paid.'),
  amount_due: Money('What is still to be paid.'),
  issued_at: DateTime('When it was made.'),
  due_at: DateTime('Until when it is to be paid.'),
  paid_at: Nullable(DateTime('When it was paid in full.')),
  items: Type.Array(InvoiceItem),
});
export type Invoice = Static<typeof Invoice>;

export const Cancellation = Type.Object({
  immediately: Type.Optional(
    Type.Boolean({ default: false, description: 'Now, and not at the end of the period that is paid for.' }),
  ),
});
