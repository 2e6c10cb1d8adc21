import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { Currency, Money } from '../../money.ts';

/**
 * Why credit came or went. `payment`: more was paid than was due. `credit_note`: what was paid for was taken back. `granted`: by
 * staff. `applied`: used for an invoice; `returned`: taken off it again. `refund`: paid back; `refund_failed`: it was not, after
 * all. `reversal`: the payment was taken back by whoever made it.
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

const LedgerEntry = Resource('LedgerEntry', {
  id: Id('Assigned by the service.'),
  kind: OneOf(LEDGER_KINDS, { description: 'Why credit came or went.' }),
  amount: Money('More credit, or less where it is below 0.'),
  balance: Money('The credit after it.'),
  payment_id: Nullable(Id('The payment that it came from, or went back to.')),
  invoice_id: Nullable(Id('The invoice that it paid.')),
  reason: Nullable(Type.String({ description: 'What staff say about it.' })),
  created_at: DateTime('When.'),
});

export const Ledger = Resource('Ledger', {
  currency: Currency(),
  credit: Money('What there is.'),
  entries: Type.Array(LedgerEntry, { description: 'The newest 100, newest first.' }),
});
export type Ledger = Static<typeof Ledger>;
