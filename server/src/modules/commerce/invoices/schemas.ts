import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { Currency, Money } from '../money.ts';
import { CUSTOMER_KINDS } from '../profiles/index.ts';
import { TAX_CATEGORIES } from '../tax/index.ts';
import { CHARGE_KINDS } from './charges/schemas.ts';

export const INVOICE_STATUSES = ['unpaid', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
export const INVOICE_TYPES = ['invoice', 'credit_note'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];
export const INVOICE_ITEM_KINDS = [...CHARGE_KINDS, 'credit'] as const;
export type InvoiceItemKind = (typeof INVOICE_ITEM_KINDS)[number];

const ExplanationStep = Resource('ExplanationStep', {
  label: Type.String({ examples: ['Price of a period'] }),
  value: Type.String({ examples: ['990'] }),
});

const InvoiceExplanation = Resource('InvoiceExplanation', {
  rule: Type.String({ description: 'By which rule it was charged.', examples: ['period'] }),
  sentence: Type.String({ examples: ['One month of VPS S, from 2026-11-15 to 2026-12-15.'] }),
  steps: Type.Array(ExplanationStep, { description: 'The arithmetic.' }),
});

const InvoiceItem = Resource('InvoiceItem', {
  kind: OneOf(INVOICE_ITEM_KINDS, { description: 'What kind of charge it is.' }),
  subscription_id: Nullable(Id('The subscription it is for.')),
  description: Type.String({ examples: ['VPS S (shop.example.com)'] }),
  quantity: Type.Integer({ examples: [1] }),
  unit_price: Money('For one.'),
  amount: Money('For all, with or without tax as `tax_included` says.'),
  tax_included: Type.Boolean({ description: 'Whether the tax is in the price.', examples: [false] }),
  net_amount: Money('For all, without tax. These add up to the subtotal.'),
  period_start: DateTime('The beginning of what is paid for.'),
  period_end: DateTime('Its end.'),
  explanation: Nullable(InvoiceExplanation),
});

const text = (example: string, description?: string) =>
  Nullable(Type.String({ examples: [example], ...(description ? { description } : {}) }));

const InvoiceSeller = Resource('InvoiceSeller', {
  name: Type.String({ examples: ['Example Hosting GmbH'] }),
  street: text('Hauptstraße 1'),
  postal_code: text('10115'),
  city: text('Berlin'),
  country: Type.String({ description: 'ISO 3166.', examples: ['DE'] }),
  vat_id: text('DE123456789'),
  tax_number: text('30/123/45678'),
  email: text('billing@example.com'),
  iban: text('DE02120300000000202051'),
  bic: text('BYLADEM1001'),
});

const InvoiceCustomer = Resource('InvoiceCustomer', {
  kind: OneOf(CUSTOMER_KINDS, { description: 'Whether a business buys.' }),
  name: Type.String({ examples: ['Ada Example'] }),
  company: text('Example Ltd'),
  street: text('Rue de la Paix 2'),
  postal_code: text('75002'),
  city: text('Paris'),
  country: text('FR', 'ISO 3166.'),
  vat_id: text('FR32123456789'),
  email: text('ada@example.com'),
});

export const Invoice = Resource('Invoice', {
  id: Id('Assigned by the service.'),
  type: OneOf(INVOICE_TYPES, { description: 'A credit note has negative figures and lowers an invoice.' }),
  number: Type.String({ description: 'As it stands on the paper.', examples: ['INV-2026-000042'] }),
  subscription_id: Nullable(Id('What it is for; null where its items are for several, or for none.')),
  corrects_id: Nullable(Id('Of a credit note: the invoice that it lowers.')),
  status: OneOf(INVOICE_STATUSES, { description: 'Where it stands.' }),
  currency: Currency(),
  subtotal: Money('Before tax.'),
  tax: Money('The tax.'),
  total: Money('With tax. Always what was paid, credited and written off, and what is due.'),
  amount_paid: Money('What was paid.'),
  amount_credited: Money('What credit notes took back.'),
  amount_written_off: Money('What was given up.'),
  amount_due: Money('What is still to be paid.'),
  tax_rate: Type.Number({ description: 'In percent.', examples: [19] }),
  tax_category: Nullable(
    OneOf(TAX_CATEGORIES, { description: 'Why it has this tax; null where nobody has said who sells.' }),
  ),
  tax_note: text('Reverse charge: the recipient is liable for the VAT.', 'What the law wants to be written.'),
  seller: Nullable(InvoiceSeller),
  customer: Nullable(InvoiceCustomer),
  payment_reference: Type.String({ description: 'To be named by whoever pays.', examples: ['INV-2026-000042'] }),
  reason: text('Ordered twice.', 'Of a credit note: why.'),
  issued_at: DateTime('When it was made.'),
  due_at: DateTime('Until when it is to be paid.'),
  paid_at: Nullable(DateTime('When it was paid in full.')),
  restored_at: Nullable(
    DateTime('When it was brought back from the document archive, after the database had lost it.'),
  ),
  on_hold: Type.Boolean({
    description: 'Nothing is to be paid while support finds out whether this restored invoice was paid.',
    examples: [false],
  }),
  items: Type.Array(InvoiceItem),
});
export type Invoice = Static<typeof Invoice>;
export type InvoiceSeller = Static<typeof InvoiceSeller>;
export type InvoiceCustomer = Static<typeof InvoiceCustomer>;

export const InvoiceFile = Resource('InvoiceFile', {
  filename: Type.String({ examples: ['INV-2026-000042.pdf'] }),
  content_type: Type.String({ examples: ['application/pdf'] }),
  content: Type.String({ description: 'The file, in base64.', examples: ['JVBERi0xLjcK'] }),
});
