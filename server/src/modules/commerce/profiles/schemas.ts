import { DateTime, Line, Name, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const CUSTOMER_KINDS = ['consumer', 'business'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

export const VAT_STATUSES = ['none', 'pending', 'valid', 'invalid', 'unavailable'] as const;
export type VatStatus = (typeof VAT_STATUSES)[number];

const kind = OneOf(CUSTOMER_KINDS, { description: 'Whether a business buys.' });
const line = (description: string, example: string, maxLength = 200) =>
  Line({ minLength: 1, maxLength, description, examples: [example] });
const fields = {
  company: line('Name of the business.', 'Example Ltd'),
  street: line('Street and house number.', 'Rue de la Paix 2'),
  postal_code: line('Postal code.', '75002', 20),
  city: line('City.', 'Paris'),
  country: line('ISO 3166, two letters.', 'FR', 2),
  vat_id: line('VAT id of a business, with its country.', 'FR32123456789', 20),
  invoice_email: line('Where invoices go; to the address of the account when null.', 'invoices@example.com', 254),
};

export const BillingProfile = Resource('BillingProfile', {
  kind,
  name: Type.String({ description: 'Who invoices are made out to.', examples: ['Ada Example'] }),
  company: Nullable(fields.company),
  street: Nullable(fields.street),
  postal_code: Nullable(fields.postal_code),
  city: Nullable(fields.city),
  country: Nullable(fields.country),
  vat_id: Nullable(fields.vat_id),
  vat_status: OneOf(VAT_STATUSES, {
    description:
      'What is known of the VAT id. It counts once it is valid; while it is pending or its register unavailable, invoices have tax, and are corrected afterwards.',
  }),
  vat_checked_at: Nullable(DateTime('When its register answered.')),
  currency: Nullable(
    Type.String({ description: 'Of everything that is bought: that of the first order.', examples: ['EUR'] }),
  ),
  trusted: Type.Boolean({ description: 'What is ordered is made at once, and paid afterwards.', examples: [false] }),
  invoice_email: Nullable(fields.invoice_email),
});
export type BillingProfile = Static<typeof BillingProfile>;

export const BillingProfileChange = Type.Object({
  kind: Type.Optional(kind),
  name: Type.Optional(
    Name({ minLength: 1, maxLength: 200, description: 'Who invoices are made out to.', examples: ['Ada Example'] }),
  ),
  company: Type.Optional(Nullable(fields.company)),
  street: Type.Optional(Nullable(fields.street)),
  postal_code: Type.Optional(Nullable(fields.postal_code)),
  city: Type.Optional(Nullable(fields.city)),
  country: Type.Optional(Nullable(fields.country)),
  vat_id: Type.Optional(Nullable(fields.vat_id)),
  invoice_email: Type.Optional(Nullable(fields.invoice_email)),
});
export type BillingProfileChange = Static<typeof BillingProfileChange>;
