import { dayIn } from '../../../../kernel/calendar.ts';
import { formatMoney } from '../../../../kernel/currency.ts';
import type { Letter } from '../../../../kernel/mail/letter.ts';
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
        `We have written credit note ${row.number}${row.reason ? `: ${row.reason}` : '.'}`,
        'It lowers what is to be paid; what was paid already is your credit, and pays the next invoice.',
      ],
      facts: [
        ['Credit note', row.number],
        ['Amount', money(row.total)],
      ],
      action: { label: 'See your billing', url },
    };
  }
  return {
    subject: `Invoice ${row.number} for ${money(row.total)}`,
    paragraphs: [
      due === 0
        ? `Invoice ${row.number} for ${money(row.total)} was paid from your credit. There is nothing to do.`
        : `Please pay ${money(due)} by ${dueDay}, naming ${row.number}.`,
    ],
    facts: [
      ['Invoice', row.number],
      ['Total', money(row.total)],
      ...(due === row.total ? [] : ([['Still to be paid', money(due)]] as const)),
      ['Due on', dueDay],
    ],
    action: { label: due === 0 ? 'See your invoices' : 'See it and pay', url },
  };
}
