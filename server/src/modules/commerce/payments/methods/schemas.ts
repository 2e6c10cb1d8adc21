import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const PaymentMethod = Resource('PaymentMethod', 'A saved payment method.', {
  id: OwnId,
  driver: Type.String({ description: 'Payment provider.', examples: ['stripe'] }),
  label: Type.String({
    description: 'Label, such as the card brand and the last four digits.',
    examples: ['Visa •••• 4242'],
  }),
  status: OneOf(['pending', 'active', 'removed'], {
    description: 'Status of the payment method. `pending`: the customer has not finished the setup.',
  }),
  is_default: Type.Boolean({ description: 'True if invoices are charged to this method.' }),
  expires_at: Nullable(DateTime('Expiry of the payment method; null if it does not expire.')),
  created_at: CreatedAt,
});
export type PaymentMethod = Static<typeof PaymentMethod>;

const Detail = (description: string) => Nullable(Type.String({ description }));

export const NextStep = Resource('NextStep', 'The next step of the customer.', {
  type: OneOf(['redirect', 'instructions', 'none'], {
    description:
      'Type of the step. `redirect`: open `url`. `instructions`: transfer the amount to the bank account. `none`: wait for the result.',
  }),
  url: Detail('URL to open; null unless the type is `redirect`.'),
  iban: Detail('IBAN of the recipient; null unless the type is `instructions`.'),
  bic: Detail('BIC of the bank; null unless the type is `instructions`.'),
  name: Detail('Name of the recipient; null unless the type is `instructions`.'),
  reference: Detail('Reference of the transfer; null unless the type is `instructions`.'),
});
export type NextStep = Static<typeof NextStep>;

const ReturnPath = Type.String({
  pattern: '^/([A-Za-z0-9_?=&-][A-Za-z0-9/_?=&-]{0,198})?$',
  description: 'Page of the panel that the provider redirects to.',
  examples: ['/billing'],
});
const Driver = Type.String({
  maxLength: 32,
  description: 'Payment provider, one of `/billing/ways`.',
  examples: ['simulated'],
});

export const NewMethod = Type.Object({ driver: Driver, return_path: ReturnPath });
export const StartedMethod = Resource(
  'StartedPaymentMethod',
  'A new payment method and the next step of the customer.',
  { method: PaymentMethod, next: NextStep },
);

export const PayRequest = Type.Object({
  invoice_id: Id('Invoice to pay.'),
  driver: Type.Optional(Driver),
  method_id: Type.Optional(Id('Saved payment method. Send either this or `driver`.')),
  keep: Type.Optional(Type.Boolean({ description: 'Saves the card as a payment method if true.' })),
  return_path: ReturnPath,
});

const Way = Resource('WayToPay', 'A payment provider of this installation.', {
  driver: Driver,
  redirect: Type.Boolean({ description: 'True if the customer pays on a page of the provider.' }),
  savable: Type.Boolean({ description: 'True if the payment method can be saved for later invoices.' }),
});
export const Ways = Resource('WaysToPay', 'The payment providers of this installation.', {
  ways: Type.Array(Way, { description: 'Payment providers.' }),
});
