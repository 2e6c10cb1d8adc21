import { Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { CHARGE_KINDS } from '../invoices/index.ts';
import { Currency, Money } from '../money.ts';
import { BILLING_PERIODS } from '../plans/index.ts';
import { CUSTOMER_KINDS } from '../profiles/index.ts';
import { TAX_CATEGORIES } from '../tax/index.ts';

export const QuoteRequest = Type.Object({
  plan: Line({ minLength: 1, maxLength: 100, description: 'Id or name of the plan.', examples: ['VPS S'] }),
  period: Type.Optional(OneOf(BILLING_PERIODS, { description: 'How often it is billed; the usual one when absent.' })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'That of the plan when absent.' })),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166 code; where the seller is when absent.',
      examples: ['DE'],
    }),
  ),
  kind: Type.Optional(OneOf(CUSTOMER_KINDS, { description: 'Who buys.' })),
  vat_id: Type.Optional(Line({ maxLength: 20, description: 'Counts once it was checked, which is not done here.' })),
  coupon: Type.Optional(Line({ maxLength: 40, description: 'A code that makes it cheaper.' })),
});
export type QuoteRequest = Static<typeof QuoteRequest>;

export const Quote = Resource('Quote', {
  plan: Type.String({ examples: ['VPS S'] }),
  period: OneOf(BILLING_PERIODS, { description: 'How often it is billed.' }),
  currency: Currency(),
  lines: Type.Array(
    Resource('QuoteLine', {
      kind: OneOf(CHARGE_KINDS, { description: 'What it is for.' }),
      description: Type.String({ description: 'As the invoice says it.' }),
      amount: Money('As it is priced, with or without tax.'),
      tax_included: Type.Boolean({ description: 'Whether the tax is in the amount.' }),
      net_amount: Money('Without tax.'),
    }),
    { description: 'Of the first invoice. An hourly plan is billed afterwards, so its hours are not here.' },
  ),
  subtotal: Money('Without tax.'),
  tax: Money('The tax.'),
  tax_rate: Type.Number({ description: 'Percent.', examples: [19] }),
  tax_category: Nullable(OneOf(TAX_CATEGORIES, { description: 'By which rule; null where there is no seller yet.' })),
  tax_sentence: Nullable(Type.String({ description: 'What the invoice says about it.' })),
  total: Money('What the first invoice comes to.'),
  trial_days: Type.Integer({ description: 'How long it is free before that invoice, for who has had no trial yet.' }),
});
export type Quote = Static<typeof Quote>;
