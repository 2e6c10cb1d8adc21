import { Line, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { Invoice } from '../../invoices/index.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';
import { Subscription } from '../schemas.ts';

export const PlanName = Line({
  minLength: 1,
  maxLength: 200,
  description: 'Id or name of the plan.',
  examples: ['VPS S'],
});
export const Period = Type.Optional(
  OneOf(BILLING_PERIODS, { description: 'How often it is billed; the first that the plan is sold in when absent.' }),
);

export const OrderRequest = Type.Object({
  plan: PlanName,
  period: Period,
  hostname: Line({ minLength: 1, maxLength: 253, description: 'Of the VPS.', examples: ['shop.example.com'] }),
  image: Type.Optional(
    Line({ minLength: 1, maxLength: 200, description: 'One of the images of the plan.', examples: ['debian/13'] }),
  ),
  ssh_keys: Type.Optional(
    Type.Array(Type.String({ maxLength: 16_384 }), {
      maxItems: 50,
      description: 'Who may log in to the VPS, a public key each.',
    }),
  ),
  coupon: Type.Optional(Line({ minLength: 1, maxLength: 64, description: 'Makes it cheaper.', examples: ['WELCOME'] })),
});
export type OrderRequest = Static<typeof OrderRequest>;

export const OrderedSubscription = Resource('OrderedSubscription', {
  ...Subscription.properties,
  /** Null where there is nothing to pay yet: of a trial, and of what is paid by the hour. */
  invoice: Nullable(Resource('FirstInvoice', Invoice.properties)),
});
