import { Line, Name, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { MAX_EMAIL, MAX_PASSWORD } from '../people/index.ts';
import { SignedIn } from '../sessions/index.ts';

const SIGN_UP_MODES = ['open', 'review', 'closed'] as const;

const Address = Type.Object(
  {
    street: Line({ minLength: 1, maxLength: 200, description: 'With the number.', examples: ['Hauptstraße 1'] }),
    postal_code: Line({ minLength: 1, maxLength: 20, description: 'As it is written there.', examples: ['10115'] }),
    city: Line({ minLength: 1, maxLength: 100, description: 'The town.', examples: ['Berlin'] }),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code.', examples: ['DE'] }),
  },
  { description: 'Where invoices are addressed to, and whose tax applies.' },
);

export const SignUpRequest = Type.Object({
  email: Type.String({ minLength: 1, maxLength: MAX_EMAIL, description: 'Yours.', examples: ['jo@example.com'] }),
  name: Name({ minLength: 1, maxLength: 100, description: 'Yours.', examples: ['Jo Doe'] }),
  kind: OneOf(['consumer', 'business'], { description: 'Who buys.' }),
  company: Type.Optional(
    Name({ minLength: 1, maxLength: 200, description: 'Its name, for a business.', examples: ['Example Ltd'] }),
  ),
  address: Address,
  vat_id: Type.Optional(
    Line({ minLength: 1, maxLength: 20, description: 'Of a business in the EU.', examples: ['DE123456789'] }),
  ),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description: 'At least 12 characters.' }),
  terms_version: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 50,
      description: 'The terms that you accept: those of the settings, where there are any.',
    }),
  ),
  plan: Type.Optional(Line({ minLength: 1, maxLength: 100, description: 'What you want to order afterwards.' })),
});
export type SignUpRequest = Static<typeof SignUpRequest>;

export const ConfirmRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'What stands behind the # of the link.' }),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      description: 'The one that was chosen; needed in another browser than the one of the sign-up.',
    }),
  ),
});

export const Confirmed = Resource('SignedUp', {
  ...SignedIn.properties,
  waiting: Type.Boolean({ description: 'Staff look at the account first; until then nothing can be ordered.' }),
  plan: Nullable(Type.String({ description: 'What they want to order.' })),
});

const link = (what: string) => Nullable(Type.String({ description: what, examples: [null] }));

export const SignUpSettings = Resource('SignUpSettings', {
  signup: OneOf(SIGN_UP_MODES, { description: 'Whether people may sign up; with review, staff look at them first.' }),
  terms_version: Nullable(Type.String({ description: 'Which terms are to be accepted.', examples: ['2026-11'] })),
  currencies: Type.Array(Type.String(), { description: 'In which something is sold.', examples: [['EUR']] }),
  countries: Type.Array(Type.String(), {
    description: 'Codes of ISO 3166 that an address can have.',
    examples: [['DE']],
  }),
  links: Resource('FooterLinks', {
    imprint: link('Who the seller is.'),
    terms: link('The terms.'),
    privacy: link('What becomes of data.'),
    abuse: link('Where abuse is reported.'),
  }),
});
