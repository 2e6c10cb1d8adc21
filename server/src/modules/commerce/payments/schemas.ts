import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed', 'refunded', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const PAYMENT_ORDERS = { created_at: 'id', status: 'status', amount: 'amount' } as const;

export const Payment = Resource('Payment', 'A payment of the account.', {
  id: OwnId,
  invoice_id: Nullable(Id('Invoice that was paid; null if the payment is not for one invoice.')),
  amount: Money('Amount of the payment.'),
  currency: Currency(),
  method: Type.String({ description: 'Payment method.', examples: ['transfer'] }),
  status: OneOf(PAYMENT_STATUSES, {
    description:
      'Status of the payment. `refunded`: the full amount was refunded. `reversed`: the bank or the card issuer reversed the payment.',
  }),
  driver: Nullable(
    Type.String({ description: 'Payment provider; null if staff recorded the payment.', examples: ['stripe'] }),
  ),
  reference: Nullable(
    Type.String({
      description: 'Reference of the payment at the provider; null if there is none.',
      examples: ['pi_3Nk1'],
    }),
  ),
  failure: Nullable(
    Type.String({
      description: 'Reason of the failure, in one sentence; null unless the payment failed.',
      examples: ['The card was declined: insufficient funds.'],
    }),
  ),
  refunded_amount: Money('Refunded amount.'),
  created_at: CreatedAt,
  received_at: Nullable(DateTime('Time when the money was received; null until then.')),
});
export type Payment = Static<typeof Payment>;
