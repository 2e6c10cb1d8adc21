import { Line, Name, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { LANGUAGES } from '#kernel/texts/languages.ts';
import { type Static, Type } from '#kernel/type.ts';
import { MAX_EMAIL, MAX_PASSWORD } from '../../people/index.ts';
import { SignedIn } from '../../sign-in/index.ts';

const SIGN_UP_MODES = ['open', 'review', 'closed'] as const;

const Address = Type.Object(
  {
    street: Line({
      minLength: 1,
      maxLength: 200,
      description: 'Street and house number.',
      examples: ['Hauptstraße 1'],
    }),
    postal_code: Line({ minLength: 1, maxLength: 20, description: 'Postal code.', examples: ['10115'] }),
    city: Line({ minLength: 1, maxLength: 100, description: 'City.', examples: ['Berlin'] }),
    state: Type.Optional(
      Nullable(
        Line({
          minLength: 1,
          maxLength: 20,
          description:
            'ISO 3166-2 code of the state or province without the country. Required in US, CA and AU; must be null or omitted in other countries.',
          examples: ['CA'],
        }),
      ),
    ),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'Two-letter ISO 3166 country code.', examples: ['DE'] }),
  },
  {
    description:
      'Billing address. Its country determines the tax. If omitted, it must be added to the billing details before the first order.',
  },
);

export const SignUpRequest = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'Your e-mail address.',
    examples: ['jo@example.com'],
  }),
  name: Name({ minLength: 1, maxLength: 100, description: 'Your name.', examples: ['Jo Doe'] }),
  kind: OneOf(['consumer', 'business'], { description: 'Type of the customer.' }),
  company: Type.Optional(
    Name({
      minLength: 1,
      maxLength: 200,
      description: 'Name of the company, for a business.',
      examples: ['Example Ltd'],
    }),
  ),
  address: Type.Optional(Address),
  vat_id: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 20,
      description: 'VAT identification number of a business in the EU.',
      examples: ['DE123456789'],
    }),
  ),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description: 'Password, at least 12 characters.' }),
  terms_version: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 50,
      description: 'Version of the terms that you accept: `terms_version` of the settings.',
    }),
  ),
  plan: Type.Optional(Line({ minLength: 1, maxLength: 100, description: 'Plan to order after the sign-up.' })),
  language: Type.Optional(
    OneOf(LANGUAGES, { description: 'Language of mails and invoices. If omitted, that of the installation is used.' }),
  ),
});
export type SignUpRequest = Static<typeof SignUpRequest>;

export const ConfirmRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' }),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      description: 'Chosen password. Required in another browser than that of the sign-up.',
    }),
  ),
});

export const Confirmed = Resource('SignedUp', 'The new person with their accounts, and the state of the new account.', {
  ...SignedIn.properties,
  waiting: Type.Boolean({
    description: 'True if the account waits for review by staff. Until then nothing can be ordered.',
  }),
  plan: Nullable(Type.String({ description: 'Plan to order; null if none was chosen.' })),
});

const link = (what: string) => Nullable(Type.String({ description: what, examples: [null] }));

export const SignUpSettings = Resource('SignUpSettings', 'Settings of the sign-up form.', {
  signup: OneOf(SIGN_UP_MODES, {
    description: 'Sign-up mode. `review`: staff review new accounts. `closed`: sign-up is disabled.',
  }),
  terms_version: Nullable(
    Type.String({ description: 'Version of the terms to accept; null if there are none.', examples: ['2026-11'] }),
  ),
  currencies: Type.Array(Type.String(), { description: 'Currencies of the plans.', examples: [['EUR']] }),
  countries: Type.Array(Type.String(), {
    description: 'Two-letter ISO 3166 codes of the allowed countries.',
    examples: [['DE']],
  }),
  links: Resource('FooterLinks', 'Links to the legal pages of the seller.', {
    imprint: link('URL of the imprint; null if there is none.'),
    terms: link('URL of the terms; null if there is none.'),
    privacy: link('URL of the privacy policy; null if there is none.'),
    abuse: link('URL for abuse reports; null if there is none.'),
  }),
});
