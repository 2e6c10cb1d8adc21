import { DateTime, Line, Name, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { LANGUAGES } from '#kernel/texts/languages.ts';
import { type Static, Type } from '#kernel/type.ts';

export const CUSTOMER_KINDS = ['consumer', 'business'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

export const VAT_STATUSES = ['none', 'pending', 'valid', 'invalid', 'unavailable'] as const;
export type VatStatus = (typeof VAT_STATUSES)[number];

const kind = OneOf(CUSTOMER_KINDS, { description: 'Type of the customer.' });
const line = (description: string, example: string, maxLength = 200) =>
  Line({ minLength: 1, maxLength, description, examples: [example] });
const fields = {
  company: line('Name of the company.', 'Example Ltd'),
  street: line('Street and house number.', 'Rue de la Paix 2'),
  postal_code: line('Postal code.', '75002', 20),
  city: line('City.', 'Paris'),
  state: line(
    'ISO 3166-2 code of the state or province without the country. Required for a complete address in US, CA or AU; null in other countries.',
    'CA',
    20,
  ),
  country: line('Two-letter ISO 3166 country code.', 'FR', 2),
  vat_id: line('VAT identification number with its country prefix.', 'FR32123456789', 20),
  invoice_email: line(
    'E-mail address for invoices. If null, the address of the account is used.',
    'invoices@example.com',
    254,
  ),
  language: OneOf(LANGUAGES, {
    description: 'Language of mails and invoices. If null, that of the installation is used.',
  }),
};

export const BillingProfile = Resource(
  'BillingProfile',
  'The name, address and tax data for invoices of the account.',
  {
    kind,
    name: Type.String({ description: 'Name on invoices.', examples: ['Ada Example'] }),
    company: Nullable(fields.company),
    street: Nullable(fields.street),
    postal_code: Nullable(fields.postal_code),
    city: Nullable(fields.city),
    state: Nullable(fields.state),
    country: Nullable(fields.country),
    vat_id: Nullable(fields.vat_id),
    vat_status: OneOf(VAT_STATUSES, {
      description:
        'Verification status of the VAT id. While it is `pending` or `unavailable`, invoices include tax and are corrected once the VAT id is valid.',
    }),
    vat_checked_at: Nullable(DateTime('Time of the last verification; null before the first one.')),
    currency: Nullable(
      Type.String({
        description: 'Currency of the account, set by the first order; null before it.',
        examples: ['EUR'],
      }),
    ),
    trusted: Type.Boolean({
      description: 'True if orders are created immediately and paid afterwards.',
      examples: [false],
    }),
    invoice_email: Nullable(fields.invoice_email),
    language: Nullable(fields.language),
  },
);
export type BillingProfile = Static<typeof BillingProfile>;

export const BillingProfileChange = Type.Object({
  kind: Type.Optional(kind),
  name: Type.Optional(
    Name({ minLength: 1, maxLength: 200, description: 'Name on invoices.', examples: ['Ada Example'] }),
  ),
  company: Type.Optional(Nullable(fields.company)),
  street: Type.Optional(Nullable(fields.street)),
  postal_code: Type.Optional(Nullable(fields.postal_code)),
  city: Type.Optional(Nullable(fields.city)),
  state: Type.Optional(Nullable(fields.state)),
  country: Type.Optional(Nullable(fields.country)),
  vat_id: Type.Optional(Nullable(fields.vat_id)),
  invoice_email: Type.Optional(Nullable(fields.invoice_email)),
  language: Type.Optional(Nullable(fields.language)),
});
export type BillingProfileChange = Static<typeof BillingProfileChange>;
