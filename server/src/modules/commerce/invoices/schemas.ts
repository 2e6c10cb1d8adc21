import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { Currency, Money } from '../money.ts';

export const INVOICE_STATUSES = ['unpaid', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

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
