import { Id, Line, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { HOSTING_LOGINS, Tags, UserDataField } from '../../../resources/hosting/index.ts';
import { Invoice } from '../../invoices/index.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';
import { Subscription } from '../schemas.ts';
import { sourceFields } from './source-fields.ts';

export const PlanName = Line({
  minLength: 1,
  maxLength: 200,
  description: 'Id or name of the plan.',
  examples: ['VPS S'],
});
export const Period = Type.Optional(
  OneOf(BILLING_PERIODS, { description: 'Billing period. Default: the first period that the plan offers.' }),
);

export const OrderRequest = Type.Object({
  plan: PlanName,
  period: Period,
  currency: Type.Optional(
    Line({
      maxLength: 3,
      description:
        'Currency of the order. Must be the currency of the account, which its first order sets. Default: that currency; for a first order, the first currency of the plan.',
      examples: ['EUR'],
    }),
  ),
  hostname: Line({ minLength: 1, maxLength: 253, description: 'Hostname of the VPS.', examples: ['shop.example.com'] }),
  image: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 200,
      description: 'Image of the plan. Default: the first one.',
      examples: ['debian/13'],
    }),
  ),
  ssh_keys: Type.Optional(
    Type.Array(Type.String({ maxLength: 16_384 }), {
      maxItems: 50,
      description: 'OpenSSH public keys that can log in to the VPS as root.',
    }),
  ),
  save_ssh_keys: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'If true, the keys are also added to the account, except those that it already has. Requires the scope `hosting.write`, but not the first payment of the account.',
    }),
  ),
  login: Type.Optional(
    OneOf(HOSTING_LOGINS, {
      description:
        'How to log in as root for the first time. `ssh_key` requires a key in `ssh_keys`, or the keys of the copied VPS. `password` is only recorded: call `POST /hosting/password` once the VPS is running. Default: `ssh_key` if there are keys, otherwise null.',
    }),
  ),
  tags: Type.Optional(Tags),
  user_data: Type.Optional(UserDataField),
  firewall_ids: Type.Optional(
    Type.Array(Id('Firewall.'), {
      maxItems: 5,
      description: 'Firewalls of the account that protect the VPS from its first packet.',
      examples: [[42]],
    }),
  ),
  ...sourceFields,
  coupon: Type.Optional(Line({ minLength: 1, maxLength: 64, description: 'Coupon code.', examples: ['WELCOME'] })),
});
export type OrderRequest = Static<typeof OrderRequest>;

export const OrderedSubscription = Resource(
  'OrderedSubscription',
  'A subscription with the invoice of the order or the change.',
  {
    ...Subscription.properties,
    invoice: Nullable(
      Resource(
        'FirstInvoice',
        'The invoice of the order or the change; null if nothing is due yet, as for trials and hourly plans.',
        Invoice.properties,
      ),
    ),
  },
);
