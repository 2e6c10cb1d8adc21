import type { InvoiceRow } from './store.ts';

type Amounts = Pick<InvoiceRow, 'total' | 'amount_paid' | 'amount_credited' | 'amount_written_off'>;
type Changes = Partial<Amounts & Pick<InvoiceRow, 'write_off_reason'>>;

/** Returns the remaining amount. Paid, credited, written off and due add up to the total. */
export function amountDue({ total, amount_paid, amount_credited, amount_written_off }: Amounts): number {
  return total - amount_paid - amount_credited - amount_written_off;
}

/** Derives the status from the amounts: fully credited or written off is cancelled, nothing due is paid. */
export function deriveStatus(
  row: InvoiceRow,
  changes: Changes,
  at: number,
): Pick<InvoiceRow, 'status' | 'paid_at'> & Changes {
  const after = { ...row, ...changes };
  const due = amountDue(after);
  if (due > 0) return { ...changes, status: row.overdue_at === null ? 'unpaid' : 'overdue', paid_at: null };
  if (after.amount_credited + after.amount_written_off === after.total && after.total !== 0) {
    return { ...changes, status: 'cancelled', paid_at: null };
  }
  return { ...changes, status: 'paid', paid_at: row.paid_at ?? at };
}
