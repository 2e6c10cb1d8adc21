import { Line, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { CHARGE_KINDS } from '../invoices/index.ts';
import { Currency, Money } from '../money.ts';
import { BILLING_PERIODS } from '../plans/index.ts';
import { CUSTOMER_KINDS } from '../profiles/index.ts';
import { TAX_CATEGORIES } from '../tax/index.ts';

export const QuoteRequest = Type.Object({
  plan: Line({ minLength: 1, maxLength: 100, description: 'Id or name of the plan.', examples: ['VPS S'] }),
  period: Type.Optional(
    OneOf(BILLING_PERIODS, { description: 'Billing period. Default: the first period that the plan offers.' }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'Three-letter ISO 4217 currency code. Default: the currency of the plan.',
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Two-letter ISO 3166 country code of the customer. Default: the country of the seller.',
      examples: ['DE'],
    }),
  ),
  kind: Type.Optional(OneOf(CUSTOMER_KINDS, { description: 'Type of the customer.' })),
  vat_id: Type.Optional(
    Line({
      maxLength: 20,
      description: 'VAT identification number. It is not verified for a quote and does not affect the tax.',
    }),
  ),
  coupon: Type.Optional(Line({ maxLength: 40, description: 'Coupon code.' })),
});
export type QuoteRequest = Static<typeof QuoteRequest>;

export const Quote = Resource('Quote', 'The price of an order.', {
  plan: Type.String({ description: 'Name of the plan.', examples: ['VPS S'] }),
  period: OneOf(BILLING_PERIODS, { description: 'Billing period.' }),
  currency: Currency(),
  lines: Type.Array(
    Resource('QuoteLine', 'A line of the first invoice.', {
      kind: OneOf(CHARGE_KINDS, { description: 'Type of the charge.' }),
      description: Type.String({ description: 'Text of the invoice line.' }),
      amount: Money('Amount, with or without tax according to `tax_included`.'),
      tax_included: Type.Boolean({ description: 'True if the amount includes tax.' }),
      net_amount: Money('Amount without tax.'),
    }),
    { description: 'Lines of the first invoice. Hourly plans are billed in arrears, so their hours are not included.' },
  ),
  subtotal: Money('Total without tax.'),
  tax: Money('Tax amount.'),
  tax_rate: Type.Number({ description: 'Tax rate in percent.', examples: [19] }),
  tax_category: Nullable(OneOf(TAX_CATEGORIES, { description: 'Tax category; null if no seller is configured.' })),
  tax_sentence: Nullable(Type.String({ description: 'Tax note on the invoice; null if none is required.' })),
  total: Money('Total of the first invoice, with tax.'),
  trial_days: Type.Integer({
    description: 'Days of the free trial before the first invoice, for customers without an earlier trial.',
  }),
});
export type Quote = Static<typeof Quote>;
