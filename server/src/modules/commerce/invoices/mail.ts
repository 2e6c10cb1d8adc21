import { dayIn } from '../../../kernel/calendar.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { Letter } from '../../../kernel/mail/letter.ts';
import type { Links } from '../../../kernel/mail/links.ts';
import type { Mailer } from '../../../kernel/mail/mailer.ts';
import type { Clock } from '../../../kernel/time.ts';
import { formatMoney } from '../money-text.ts';
import { findProfile } from '../profiles/index.ts';
import { amountDue } from './amounts.ts';
import type { InvoiceRow } from './store.ts';

/** Who makes the PDF of an invoice, for the mail that tells of it. */
export const INVOICE_ATTACHMENT = 'invoice';

interface Post {
  mailer: Mailer;
  links: Links;
  timeZone: string;
  clock: Clock;
}

/** Tells the customer of a new invoice or credit note, in its transaction. What costs nothing is not worth a mail. */
export function* sendInvoice(accountId: number, row: InvoiceRow, post: Post): Query<void> {
  if (row.total === 0) return;
  const { mailer, links, timeZone, clock } = post;
  const { email } = yield* findProfile(accountId);
  yield* mailer.queue({
    kind: row.type === 'invoice' ? 'invoice' : 'credit note',
    cause: `invoice ${row.id}`,
    to: email,
    letter: writeLetter(row, links.to(`/billing?invoice=${row.id}`), timeZone),
    attach: { maker: INVOICE_ATTACHMENT, of: { account_id: accountId, invoice_id: row.id } },
    nature: 'notice',
    // Whatever the time for which it was issued, it is sent now.
    now: clock.now(),
  });
}

function writeLetter(row: InvoiceRow, url: string, timeZone: string): Letter {
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
