import { yearIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import { validationError } from '#kernel/errors.ts';
import { say as speak } from '#kernel/texts/say.ts';
import { roundHalfAway, splitByWeight } from '../rounding.ts';
import { amountDue } from './amounts.ts';
import { errors, fieldErrors } from './errors.ts';
import type { Issuer, Moment } from './issue.ts';
import { sayReason } from './say-reason.ts';
import { changeAmounts, findRow } from './settlement.ts';
import { readCustomer } from './snapshot.ts';
import { type InvoiceItemRow, type InvoiceRow, insertInvoice, listCorrections, readItems } from './store.ts';
import { texts } from './texts.ts';

/** The part to credit: all that is left, an amount with tax, or whole lines by their number from 1. */
export interface Credit {
  readonly amount?: number | undefined;
  readonly lines?: readonly number[] | undefined;
  readonly reason: string;
}

/** Content of a credit note, with negative amounts. */
interface Taken {
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly items: readonly InvoiceItemRow[];
}

/**
 * Issues the credit note and reduces the invoice: first the amount due, then the amount paid, which becomes
 * `refundable`. Partial credits add up to exactly the whole invoice.
 */
export function* creditInvoice(
  accountId: number,
  id: number,
  credit: Credit,
  { at, now }: Moment,
  { trade: { timeZone }, gate }: Issuer,
) {
  gate.requireOpen();
  let refundable = 0;
  let taken: Taken | undefined;
  const earlier = yield* listCorrections(accountId, id);
  const before = yield* findRow(accountId, id);
  const after = yield* changeAmounts(accountId, id, at, (row) => {
    taken = takeBack(row, earlier, credit, at);
    const amount = -taken.total;
    refundable = Math.max(0, amount - amountDue(row));
    return { amount_credited: row.amount_credited + amount, amount_paid: row.amount_paid - refundable };
  });
  const { subtotal, tax, total, items } = taken as unknown as Taken;
  const creditNote = yield* insertInvoice(
    accountId,
    {
      ...before,
      ...{ subtotal, tax, total, items: JSON.stringify(items) },
      type: 'credit_note',
      corrects_id: id,
      reason: credit.reason,
      status: 'paid',
      amount_paid: total,
      amount_credited: 0,
      amount_written_off: 0,
      issued_at: at,
      due_at: at,
      paid_at: at,
      mail_at: now,
      archived_at: null,
      restored_at: null,
      on_hold: 0,
    },
    yearIn(timeZone, at),
  );
  gate.requireNew([creditNote.number]);
  return { creditNote, refundable, before, after };
}

function takeBack(row: InvoiceRow, earlier: readonly InvoiceRow[], credit: Credit, at: number): Taken {
  if (row.type !== 'invoice') throw errors.credit_note_of_credit_note({ number: row.number });
  const left = row.total - row.amount_credited - row.amount_written_off;
  if (left <= 0) throw errors.nothing_left_to_credit({ number: row.number });
  const taken = takeLines(row, earlier, credit) ?? takeAmount(row, earlier, credit.amount ?? left, left, credit, at);
  if (-taken.total > left) {
    throw errors.less_left_to_credit({ number: row.number, left: formatMoney(left, row.currency) });
  }
  return taken;
}

/** Credits whole lines with their share of the tax: the named lines, or all of them. */
function takeLines(row: InvoiceRow, earlier: readonly InvoiceRow[], credit: Credit): Taken | undefined {
  const isWhole = credit.amount === undefined && earlier.length === 0 && row.amount_written_off === 0;
  if (!credit.lines && !isWhole) return undefined;
  const items = readItems(row);
  const chosen = credit.lines ?? items.map((_, index) => index + 1);
  if (chosen.length === 0 || new Set(chosen).size !== chosen.length || chosen.some((line) => !items[line - 1])) {
    throw validationError([fieldErrors.credit_lines_unknown('lines', { max: items.length })]);
  }
  const gone = new Set(earlier.flatMap(readItems).map(({ corrects_line }) => corrects_line));
  const again = chosen.find((line) => gone.has(line));
  if (again !== undefined) throw errors.credit_line_repeated({ line: again, number: row.number });
  const nets = items.map((item) => item.net_amount ?? item.amount);
  const taxes = row.subtotal === 0 ? nets.map(() => 0) : splitByWeight(row.tax, nets);
  const sumOf = (values: readonly number[]) => chosen.reduce((sum, line) => sum + (values[line - 1] ?? 0), 0);
  const [subtotal, tax] = [-sumOf(nets), -sumOf(taxes)];
  const taken = chosen.map((line) => negate(items[line - 1] as InvoiceItemRow, line));
  return { subtotal, tax, total: subtotal + tax, items: taken };
}

/** Credits an amount as one line. The last part takes all remaining tax. */
function takeAmount(
  row: InvoiceRow,
  earlier: readonly InvoiceRow[],
  amount: number,
  left: number,
  { reason }: Credit,
  at: number,
): Taken {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw validationError([fieldErrors.credit_amount_not_whole('amount')]);
  }
  const taxLeft = row.tax + earlier.reduce((sum, note) => sum + note.tax, 0);
  const isRest = amount === left && row.amount_written_off === 0;
  const share = roundHalfAway(BigInt(amount) * BigInt(row.tax), BigInt(row.total));
  const tax = isRest ? taxLeft : Math.min(share, taxLeft);
  const money = (value: number) => formatMoney(value, row.currency);
  const say = speak(readCustomer(row).language);
  const item: InvoiceItemRow = {
    kind: 'credit',
    subscription_id: row.subscription_id,
    description: say(texts.creditFor, { number: row.number, reason: sayReason(reason, say) }),
    quantity: 1,
    unit_price: -amount,
    amount: -amount,
    tax_included: true,
    net_amount: tax - amount,
    period_start: at,
    period_end: at,
    explanation: {
      rule: 'correction',
      sentence: `Taken back from invoice ${row.number}: ${reason}`,
      steps: [
        { label: 'Total of the invoice', value: `${money(row.total)}, of which ${money(row.tax)} tax` },
        {
          label: 'Tax in the amount',
          value: `${money(amount)} × ${money(row.tax)} / ${money(row.total)} = ${money(tax)}, rounded`,
        },
      ],
    },
  };
  return { subtotal: tax - amount, tax: -tax, total: -amount, items: [item] };
}

function negate(item: InvoiceItemRow, line: number): InvoiceItemRow {
  return {
    ...item,
    quantity: -item.quantity,
    amount: -item.amount,
    net_amount: -(item.net_amount ?? item.amount),
    corrects_line: line,
  };
}
