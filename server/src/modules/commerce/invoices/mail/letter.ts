import { dayIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import { amountDue } from '../amounts.ts';
import type { InvoiceRow } from '../store.ts';

/** Notifies the customer of an invoice or credit note. */
export function writeLetter(row: InvoiceRow, url: string, timeZone: string): Letter {
  const money = (amount: number) => formatMoney(amount, row.currency);
  const due = amountDue(row);
  const dueDay = dayIn(timeZone, row.due_at);
  if (row.type === 'credit_note') {
    return {
      subject: `Credit note ${row.number} for ${money(-row.total)}`,
      paragraphs: [
        `We have issued credit note ${row.number}${row.reason ? `: ${row.reason}` : '.'}`,
        'It reduces the amount due. Any amount already paid is added to your credit and used for the next invoice.',
      ],
      facts: [
        ['Credit note', row.number],
        ['Amount', money(row.total)],
      ],
      action: { label: 'Open billing', url },
    };
  }
  return {
    subject: `Invoice ${row.number} for ${money(row.total)}`,
    paragraphs: [
      due === 0
        ? `Invoice ${row.number} for ${money(row.total)} was paid from your credit. No action is needed.`
        : `Please pay ${money(due)} by ${dueDay}, with ${row.number} as the payment reference.`,
    ],
    facts: [
      ['Invoice', row.number],
      ['Total', money(row.total)],
      ...(due === row.total ? [] : ([['Amount due', money(due)]] as const)),
      ['Due on', dueDay],
    ],
    action: { label: due === 0 ? 'See your invoices' : 'See it and pay', url },
  };
}
