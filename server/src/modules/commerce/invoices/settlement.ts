import { changeRow, type Query } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import { notFound } from '#kernel/errors.ts';
import { amountDue, deriveStatus } from './amounts.ts';
import { errors } from './errors.ts';
import type { Invoice } from './schemas.ts';
import * as store from './store.ts';
import { viewInvoice } from './view.ts';

export function* findRow(accountId: number, id: number): Query<store.InvoiceRow> {
  const invoice = yield* store.findInvoice(accountId, id);
  if (!invoice) throw notFound('Invoice');
  return invoice;
}

export function* find(accountId: number, id: number): Query<Invoice> {
  return viewInvoice(yield* findRow(accountId, id));
}

/** Records full payment. Returns the amount that was due. */
export function* settle(accountId: number, id: number, at: number): Query<{ invoice: Invoice; amount: number }> {
  let amount = 0;
  const invoice = yield* changeAmounts(accountId, id, at, (row) => {
    requireOpen(row);
    amount = amountDue(row);
    return { amount_paid: row.amount_paid + amount };
  });
  return { invoice, amount };
}

/** Records a payment of at most the amount due. The caller keeps the rest as credit. */
export function settleAmount(accountId: number, id: number, amount: number, at: number): Query<Invoice> {
  return changeAmounts(accountId, id, at, (row) => {
    requireOpen(row);
    requireAmount(amount);
    if (amount > amountDue(row)) {
      const [due, paid] = [formatMoney(amountDue(row), row.currency), formatMoney(amount, row.currency)];
      throw errors.invoice_overpaid({ number: row.number, due, amount: paid });
    }
    return { amount_paid: row.amount_paid + amount };
  });
}

/** Reopens an invoice after a reversed payment. It is overdue if it ever was. */
export function reopenAmount(accountId: number, id: number, amount: number, at: number): Query<Invoice> {
  return changeAmounts(accountId, id, at, (row) => {
    requireAmount(amount);
    if (row.type !== 'invoice' || amount > row.amount_paid) {
      const [paid, reversed] = [formatMoney(row.amount_paid, row.currency), formatMoney(amount, row.currency)];
      throw errors.invoice_less_paid({ number: row.number, paid, amount: reversed });
    }
    return { amount_paid: row.amount_paid - amount };
  });
}

/** Writes off the remaining amount. */
export function writeOff(accountId: number, id: number, at: number, reason: string | null = null): Query<Invoice> {
  return changeAmounts(accountId, id, at, (row) => {
    requireOpen(row);
    return { amount_written_off: row.amount_written_off + amountDue(row), write_off_reason: reason };
  });
}

/** Marks an unpaid invoice as overdue. Returns undefined if it is no longer unpaid. */
export function* expire(accountId: number, id: number, at?: number): Query<Invoice | undefined> {
  const invoice = yield* findRow(accountId, id);
  if (invoice.status !== 'unpaid') return undefined;
  const changes = { status: 'overdue', overdue_at: at ?? invoice.due_at } as const;
  const overdue = yield* store.changeInvoice(accountId, invoice, changes);
  return overdue && viewInvoice(overdue);
}

/** Decides on the current row and updates it, again if the row changed concurrently. */
export function* changeAmounts(
  accountId: number,
  id: number,
  at: number,
  decide: (
    row: store.InvoiceRow,
  ) => Partial<Pick<store.InvoiceRow, 'amount_paid' | 'amount_credited' | 'amount_written_off' | 'write_off_reason'>>,
): Query<Invoice> {
  const changed = yield* changeRow(
    () => findRow(accountId, id),
    (row) => store.changeInvoice(accountId, row, deriveStatus(row, decide(row), at)),
  );
  return viewInvoice(changed);
}

/** Throws CONFLICT if nothing of the invoice is due. */
export function requireDue({ number, status, amount_due }: Pick<Invoice, 'number' | 'status' | 'amount_due'>): void {
  if (amount_due <= 0) throw errors.invoice_nothing_due({ number, status });
}

export function requireOpen(row: store.InvoiceRow): void {
  if (row.status !== 'unpaid' && row.status !== 'overdue') {
    throw errors.invoice_nothing_due({ number: row.number, status: row.status });
  }
}

function requireAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw errors.amount_not_whole();
}
