import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const amount = (description: string) =>
  Type.Integer({ description: `${description} In minor units of the currency.`, examples: [990] });
const counts = (description: string, value: ReturnType<typeof Type.Integer>) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    description,
    additionalProperties: value,
    examples: [{ servers: 2 }],
  });
const count = Type.Integer({ description: 'A number.' });

const Suspension = Resource('OpenAccountSuspension', 'An open suspension of the account.', {
  cause: text('Cause of the suspension.', 'abuse'),
  reason: text('Reason, as sent to the customer.', 'Spam was sent.'),
  since: DateTime('Time of the suspension.'),
  by: Nullable(text('Name of the staff member; null if it is no longer known.', 'Jo Doe')),
  with_mail: Type.Boolean({ description: 'True if mailboxes are suspended.', examples: [false] }),
  with_dns: Type.Boolean({ description: 'True if the suspension empties DNS zones.', examples: [false] }),
});

const Contact = Resource('AccountContact', 'A person of the account.', {
  person_id: Id('Person.'),
  name: text('Name of the person.', 'Jo Doe'),
  email: text('E-mail address of the person.', 'jo@example.com'),
  role: text('Role in the account.', 'owner'),
});

const Billing = Resource('AccountBilling', 'The recipient of invoices, and how far the account is trusted.', {
  kind: Nullable(text('Customer type; null if it is not known.', 'business')),
  company: Nullable(text('Company name; null if there is none.', 'Example Ltd')),
  country: Nullable(text('Two-letter ISO 3166 country code; null if it is not known.', 'DE')),
  currency: Nullable(text('Three-letter ISO 4217 currency code; null before the first order.', 'EUR')),
  invoice_email: Nullable(text('E-mail address for invoices; null for the owners.', 'billing@example.com')),
  language: Nullable(text('Language of mails and invoices; null for that of the installation.', 'de')),
  trusted: Type.Boolean({ description: 'True if orders are provisioned before payment.', examples: [false] }),
  hold_until: Nullable(DateTime('End of the pause of suspensions for unpaid invoices; null if there is none.')),
});

const Balance = Resource('AccountBalance', 'The credit and the open amounts of the account.', {
  currency: text('Three-letter ISO 4217 currency code.', 'EUR'),
  credit: amount('Credit.'),
  due: amount('Open amount of all invoices.'),
  overdue: amount('Part of `due` that is overdue.'),
  next_invoice_at: Nullable(DateTime('Time of the next invoice; null if none is planned.')),
  usage_so_far: Nullable(amount('Cost of the hourly servers this month, before tax; null if there are none.')),
});

const NextCharge = Resource('AccountNextCharge', 'A subscription that will be invoiced.', {
  subscription_id: Id('Subscription.'),
  name: text('Name of the subscription.', 'VPS S'),
  amount: amount('Price of a period.'),
  currency: text('Three-letter ISO 4217 currency code.', 'EUR'),
  billing_period: text('Billing period.', 'monthly'),
  at: DateTime('Time of the next invoice.'),
});

export const AccountSummary = Resource('AccountSummary', 'One customer with contacts, counts, money and limits.', {
  id: OwnId,
  name: text('Name of the account.', 'Example Ltd'),
  email: text('E-mail address of the account.', 'jo@example.com'),
  status: OneOf(['active', 'waiting', 'suspended', 'closed'], {
    description: 'Status of the account. `waiting`: it signed up and waits for approval.',
  }),
  created_at: CreatedAt,
  tags: Type.Array(Type.String(), { description: 'Tags set by staff.', examples: [['reseller']] }),
  suspensions: Type.Array(Suspension, { description: 'Open suspensions.' }),
  contacts: Type.Array(Contact, { description: 'The first 100 people of the account.' }),
  counts: counts('Number of records by resource.', count),
  notes: Type.Integer({ description: 'Number of staff notes.', examples: [1] }),
  billing: Type.Optional(Billing),
  balance: Type.Optional(Balance),
  next_charges: Type.Optional(
    Type.Array(NextCharge, { description: 'The next 10 subscriptions that will be invoiced.' }),
  ),
  limits: Type.Unsafe<Record<string, number | null>>({
    type: 'object',
    description: 'Limits by name; null is unlimited.',
    additionalProperties: { type: ['integer', 'null'] },
    examples: [{ servers: 100 }],
  }),
});
export type AccountSummary = Static<typeof AccountSummary>;
