import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

export const PaymentMethod = Resource('PaymentMethod', {
  id: Id('Assigned by the service.'),
  driver: Type.String({ description: 'Who keeps it.', examples: ['stripe'] }),
  label: Type.String({ description: 'What it is.', examples: ['Visa •••• 4242'] }),
  status: OneOf(['pending', 'active', 'removed'], { description: '`pending`: the customer has not finished.' }),
  is_default: Type.Boolean({ description: 'Whether invoices are collected by it.' }),
  expires_at: Nullable(DateTime('When it is of no use any more.')),
  created_at: DateTime('When it was begun.'),
});
export type PaymentMethod = Static<typeof PaymentMethod>;

const Detail = (description: string) => Nullable(Type.String({ description }));

/** What the customer does next. */
export const NextStep = Resource('NextStep', {
  type: OneOf(['redirect', 'instructions', 'none'], {
    description: '`redirect`: go to `url`. `instructions`: transfer it to that account. `none`: wait for the result.',
  }),
  url: Detail('Where to go.'),
  iban: Detail('Where to transfer it.'),
  bic: Detail('The bank.'),
  name: Detail('Whose account it is.'),
  reference: Detail('What to write on the transfer.'),
});
export type NextStep = Static<typeof NextStep>;

const ReturnPath = Type.String({
  pattern: '^/([A-Za-z0-9_?=&-][A-Za-z0-9/_?=&-]{0,198})?$',
  description: 'The page of the panel that the provider leads back to.',
  examples: ['/billing'],
});
const Driver = Type.String({ maxLength: 32, description: 'One of `/billing/ways`.', examples: ['simulated'] });

export const NewMethod = Type.Object({ driver: Driver, return_path: ReturnPath });
export const StartedMethod = Resource('StartedPaymentMethod', { method: PaymentMethod, next: NextStep });

export const PayRequest = Type.Object({
  invoice_id: Id('What is to be paid.'),
  driver: Type.Optional(Driver),
  method_id: Type.Optional(Id('A saved method, instead of the driver.')),
  keep: Type.Optional(Type.Boolean({ description: 'Whether the card becomes a saved method.' })),
  return_path: ReturnPath,
});

const Way = Resource('WayToPay', {
  driver: Driver,
  redirect: Type.Boolean({ description: 'Paid on a page of the provider’s.' }),
  savable: Type.Boolean({ description: 'Can be left for later invoices.' }),
});
export const Ways = Resource('WaysToPay', { ways: Type.Array(Way) });
