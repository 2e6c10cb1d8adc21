import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';
import { OwnedBy } from '../owner-schemas.ts';
import { TAX_CATEGORIES } from '../tax/index.ts';
import { CHARGE_KINDS } from './charges/schemas.ts';
import { Invoice, InvoiceSeller } from './schemas.ts';

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description, examples: [12] });

const { iban, bic, ...seller } = InvoiceSeller.properties;
const StaffInvoiceSeller = Resource('StaffInvoiceSeller', 'The seller, as on the invoice; null if there was none.', {
  ...seller,
  iban: Type.Optional(iban),
  bic: Type.Optional(bic),
});

export const StaffInvoice = Resource('StaffInvoice', 'An invoice or a credit note of a customer.', {
  ...OwnedBy,
  ...Invoice.properties,
  seller: Nullable(StaffInvoiceSeller),
});

export const ResentInvoice = Resource('ResentInvoice', 'A document that was mailed again.', {
  id: OwnId,
  number: text('Number of the document.'),
  account_id: OwnedBy.account_id,
  recipient: text('E-mail address that the document is sent to.'),
});

const ReasonStep = Resource('ReasonStep', 'One step of a calculation.', {
  label: text('Name of the value.'),
  value: text('The value.'),
});

export const InvoiceReasons = Resource('InvoiceReasons', 'Calculation of the amounts of an invoice.', {
  number: text('Number of the document.'),
  lines: Type.Array(
    Resource('InvoiceReason', 'Explanation of one line.', {
      description: text('Description of the line.'),
      amount: text('Amount of the line, with or without tax.'),
      sentence: text('Explanation in one sentence.'),
      steps: Type.Array(ReasonStep, { description: 'Steps of the calculation.' }),
    }),
    { description: 'Lines of the invoice.' },
  ),
  totals: Type.Array(ReasonStep, { description: 'Steps from the lines to the total.' }),
});

export const StaffCharge = Resource('StaffCharge', 'A charge that is not invoiced yet.', {
  id: OwnId,
  ...OwnedBy,
  kind: OneOf(CHARGE_KINDS, { description: 'Type of the charge.' }),
  description: text('Description on the invoice.'),
  quantity: count('Quantity.'),
  unit_price: Money('Price per unit.'),
  amount: Money('Amount, with or without tax according to `tax_included`.'),
  currency: Currency(),
  tax_included: Type.Boolean({ description: 'True if the amount includes tax.' }),
  due_at: DateTime('Due date of the invoice.'),
  invoice_id: Nullable(Id('Invoice of the charge; null until it is invoiced.')),
});

const sums = {
  net: Money('Amount before tax.'),
  tax: Money('Tax.'),
  total: Money('Amount with tax.'),
};

export const BillingReport = Resource('BillingReport', 'The books of a month.', {
  format: text('Output format of the command.'),
  month: Type.String({ description: 'The month.', examples: ['2026-11'] }),
  time_zone: text('Time zone in which the month begins and ends.'),
  revenue: Type.Array(
    Resource('ReportRevenue', 'Invoiced less credited amounts of a currency.', {
      currency: Currency(),
      documents: count('Number of invoices and credit notes.'),
      ...sums,
    }),
    { description: 'Revenue of the month by currency.' },
  ),
  taxes: Type.Array(
    Resource('ReportTax', 'Invoiced less credited amounts by everything that decides the tax.', {
      currency: Currency(),
      tax_category: Nullable(OneOf(TAX_CATEGORIES, { description: 'Tax category.' })),
      tax_country: Nullable(Type.String({ description: 'Country whose tax applies.', examples: ['DE'] })),
      customer_country: Nullable(Type.String({ description: 'Country of the customers.', examples: ['FR'] })),
      tax_rate: Type.Number({ description: 'Tax rate in percent.', examples: [19] }),
      documents: count('Number of invoices and credit notes.'),
      ...sums,
    }),
    { description: 'Revenue of the month by country and rate.' },
  ),
  open: Type.Array(
    Resource('ReportOpen', 'Open invoices of a currency and status.', {
      currency: Currency(),
      status: OneOf(['unpaid', 'overdue'], { description: 'Status of the invoices.' }),
      invoices: count('Number of invoices.'),
      due: Money('Amount due.'),
    }),
    { description: 'Amounts due now.' },
  ),
  cross_border: Resource('ReportCrossBorder', 'Sales to consumers in other EU countries since the start of the year.', {
    year: count('The year.'),
    currency: Currency(),
    net: Money('Net sales.'),
    limit: Money('Up to this amount the tax of the home country may apply.'),
    is_over: Type.Boolean({ description: 'True if the sales exceed the limit.' }),
  }),
});
