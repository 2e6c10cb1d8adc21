import { DateTime, Id, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { Currency, Money } from '../money.ts';

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed', 'refunded', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const Payment = Resource('Payment', {
  id: Id('Assigned by the service.'),
  invoice_id: Nullable(Id('What it was made for; null for the account as such.')),
  amount: Money('What was paid, or is to be.'),
  currency: Currency(),
  method: Type.String({ description: 'How it was paid.', examples: ['transfer'] }),
  status: OneOf(PAYMENT_STATUSES, {
    description: '`refunded`: all of it was paid back. `reversed`: the bank or the card company took it back.',
  }),
  driver: Nullable(
    Type.String({ description: 'Who collected it; null where staff wrote it down.', examples: ['stripe'] }),
  ),
  reference: Nullable(Type.String({ description: 'What they call it.', examples: ['pi_3Nk1'] })),
  failure: Nullable(
    Type.String({
      description: 'Why it failed, in a sentence.',
      examples: ['The card was declined: insufficient funds.'],
    }),
  ),
  refunded_amount: Money('What of it was paid back.'),
  created_at: DateTime('When it was begun.'),
  received_at: Nullable(DateTime('When the money was there.')),
});
export type Payment = Static<typeof Payment>;

export const Balance = Resource('Balance', {
  currency: Currency(),
  credit: Money('What the next invoices are paid with; below 0 where a payment was taken back after it was spent.'),
  due: Money('What is to be paid, overdue or not.'),
  overdue: Money('What of it should have been paid already.'),
  next_invoice_at: Nullable(DateTime('When the next invoice comes; null where none is to come.')),
  usage_so_far: Nullable(Money('What the hourly servers have cost this month, before tax; null where there are none.')),
});
export type Balance = Static<typeof Balance>;
