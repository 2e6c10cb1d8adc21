import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';
import { CUSTOMER_KINDS } from '../profiles/index.ts';
import { TAX_CATEGORIES } from '../tax/index.ts';
import { CHARGE_KINDS } from './charges/schemas.ts';

export const INVOICE_STATUSES = ['unpaid', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const INVOICE_ORDERS = {
  issued_at: 'id',
  due_at: 'due_at',
  status: 'status',
  total: 'total',
} as const;
export const INVOICE_TYPES = ['invoice', 'credit_note'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];
export const INVOICE_ITEM_KINDS = [...CHARGE_KINDS, 'credit'] as const;
export type InvoiceItemKind = (typeof INVOICE_ITEM_KINDS)[number];

const ExplanationStep = Resource('ExplanationStep', 'One step of a calculation.', {
  label: Type.String({ description: 'Name of the value.', examples: ['Price of a period'] }),
  value: Type.String({ description: 'The value.', examples: ['990'] }),
});

const InvoiceExplanation = Resource(
  'InvoiceExplanation',
  'Calculation of the amount; null if no explanation is stored.',
  {
    rule: Type.String({ description: 'Rule that was applied.', examples: ['period'] }),
    sentence: Type.String({
      description: 'Explanation in one sentence.',
      examples: ['One month of VPS S, from 2026-11-15 to 2026-12-15.'],
    }),
    steps: Type.Array(ExplanationStep, { description: 'Steps of the calculation.' }),
  },
);

const InvoiceItem = Resource('InvoiceItem', 'A line of an invoice.', {
  kind: OneOf(INVOICE_ITEM_KINDS, { description: 'Type of the charge.' }),
  subscription_id: Nullable(Id('Subscription of the item; null if there is none.')),
  description: Type.String({ description: 'Description of the item.', examples: ['VPS S (shop.example.com)'] }),
  quantity: Type.Integer({ description: 'Quantity.', examples: [1] }),
  unit_price: Money('Price per unit.'),
  amount: Money('Amount of the item, with or without tax according to `tax_included`.'),
  tax_included: Type.Boolean({ description: 'True if the amount includes tax.', examples: [false] }),
  net_amount: Money('Amount of the item without tax. The net amounts add up to `subtotal`.'),
  period_start: DateTime('Start of the charged period.'),
  period_end: DateTime('End of the charged period.'),
  explanation: Nullable(InvoiceExplanation),
});

const text = (example: string, description: string) => Nullable(Type.String({ description, examples: [example] }));

export const InvoiceSeller = Resource(
  'InvoiceSeller',
  'The seller, as on the invoice; null if no seller was configured.',
  {
    name: Type.String({ description: 'Name of the seller.', examples: ['Example Hosting GmbH'] }),
    street: text('Hauptstraße 1', 'Street and house number.'),
    postal_code: text('10115', 'Postal code.'),
    city: text('Berlin', 'City.'),
    country: Type.String({ description: 'Two-letter ISO 3166 country code.', examples: ['DE'] }),
    vat_id: text('DE123456789', 'VAT identification number.'),
    tax_number: text('30/123/45678', 'Tax number.'),
    email: text('billing@example.com', 'E-mail address.'),
    iban: text('DE02120300000000202051', 'IBAN of the bank account.'),
    bic: text('BYLADEM1001', 'BIC of the bank.'),
  },
);

const InvoiceCustomer = Resource(
  'InvoiceCustomer',
  'The customer, as on the invoice; null if no billing profile existed.',
  {
    kind: OneOf(CUSTOMER_KINDS, { description: 'Type of the customer.' }),
    name: Type.String({ description: 'Name of the customer.', examples: ['Ada Example'] }),
    company: text('Example Ltd', 'Name of the company.'),
    street: text('Rue de la Paix 2', 'Street and house number.'),
    postal_code: text('75002', 'Postal code.'),
    city: text('Paris', 'City.'),
    state: text('CA', 'ISO 3166-2 code of the state or province without the country; null if there is none.'),
    country: text('FR', 'Two-letter ISO 3166 country code.'),
    vat_id: text('FR32123456789', 'VAT identification number.'),
    email: text('ada@example.com', 'E-mail address for invoices.'),
  },
);

export const Invoice = Resource('Invoice', 'An invoice or a credit note.', {
  id: OwnId,
  type: OneOf(INVOICE_TYPES, {
    description: 'Type of the document. A credit note has negative amounts and reduces an invoice.',
  }),
  number: Type.String({ description: 'Number of the document.', examples: ['INV-2026-000042'] }),
  subscription_id: Nullable(Id('Subscription of the invoice; null if the items are for several or for none.')),
  corrects_id: Nullable(Id('Invoice that the credit note reduces; null for invoices.')),
  status: OneOf(INVOICE_STATUSES, {
    description: 'Status of the invoice. It is `overdue` if it is unpaid after `due_at`.',
  }),
  currency: Currency(),
  subtotal: Money('Total before tax.'),
  tax: Money('Tax amount.'),
  total: Money('Total with tax: the sum of the paid, credited, written-off and due amounts.'),
  amount_paid: Money('Paid amount.'),
  amount_credited: Money('Amount reduced by credit notes.'),
  amount_written_off: Money('Written-off amount.'),
  amount_due: Money('Amount still due.'),
  tax_rate: Type.Number({ description: 'Tax rate in percent.', examples: [19] }),
  tax_category: Nullable(OneOf(TAX_CATEGORIES, { description: 'Tax category; null if no seller was configured.' })),
  tax_note: text(
    'Reverse charge: the recipient is liable for the VAT.',
    'Legal note about the tax; null if none is required.',
  ),
  seller: Nullable(InvoiceSeller),
  customer: Nullable(InvoiceCustomer),
  payment_reference: Type.String({ description: 'Reference for the payment.', examples: ['INV-2026-000042'] }),
  reason: text('Ordered twice.', 'Reason of the credit note; null for invoices.'),
  issued_at: DateTime('Time of issue.'),
  due_at: DateTime('Due date.'),
  paid_at: Nullable(DateTime('Time of the full payment; null until then.')),
  restored_at: Nullable(
    DateTime('Time when the invoice was restored from the document archive after a data loss; null otherwise.'),
  ),
  on_hold: Type.Boolean({
    description: 'True if payment is on hold while support checks if this restored invoice was already paid.',
    examples: [false],
  }),
  items: Type.Array(InvoiceItem, { description: 'Lines of the invoice.' }),
});
export type Invoice = Static<typeof Invoice>;
export type InvoiceSeller = Static<typeof InvoiceSeller>;
export type InvoiceCustomer = Static<typeof InvoiceCustomer>;

export const InvoiceFile = Resource('InvoiceFile', 'An invoice as a PDF file.', {
  filename: Type.String({ description: 'Name of the file.', examples: ['INV-2026-000042.pdf'] }),
  content_type: Type.String({ description: 'Media type of the file.', examples: ['application/pdf'] }),
  content: Type.String({ description: 'Content of the file in base64.', examples: ['JVBERi0xLjcK'] }),
});
