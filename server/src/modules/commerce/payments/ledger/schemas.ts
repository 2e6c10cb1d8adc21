import { CreatedAt, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../../money.ts';

/**
 * Reasons of a credit change. `payment`: overpaid. `credit_note`: a paid item was credited. `granted`: by staff.
 * `applied`: used for an invoice. `returned`: taken off it again. `refund`: paid back. `refund_failed`: the refund
 * failed. `reversal`: the payer reversed the payment.
 */
export const LEDGER_KINDS = [
  'payment',
  'credit_note',
  'granted',
  'applied',
  'returned',
  'refund',
  'refund_failed',
  'reversal',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

const LedgerEntry = Resource('LedgerEntry', 'A change of the credit balance.', {
  id: OwnId,
  kind: OneOf(LEDGER_KINDS, { description: 'Reason of the change.' }),
  amount: Money('Change of the credit. Negative if credit was used.'),
  balance: Money('Credit after the change.'),
  payment_id: Nullable(Id('Payment of the change; null if there is none.')),
  invoice_id: Nullable(Id('Invoice of the change; null if there is none.')),
  reason: Nullable(Type.String({ description: 'Reason given by staff; null if there is none.' })),
  created_at: CreatedAt,
});

export const Ledger = Resource('Ledger', 'The credit balance and its history.', {
  currency: Currency(),
  credit: Money('Current credit.'),
  entries: Type.Array(LedgerEntry, { description: 'Newest 100 changes, newest first.' }),
});
export type Ledger = Static<typeof Ledger>;
