import { dayIn } from '#kernel/calendar.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import { amountDue } from '../amounts.ts';
import { sayReason } from '../say-reason.ts';
import type { InvoiceRow } from '../store.ts';
import { texts } from './texts.ts';

/** Notifies the customer of an invoice or credit note. */
export function writeLetter(row: InvoiceRow, url: string, timeZone: string): WriteLetter {
  return row.type === 'credit_note' ? writeCreditNote(row, url) : writeInvoice(row, url, timeZone);
}

function writeCreditNote({ number, total, currency, reason }: InvoiceRow, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.creditNoteSubject, { number, amount: say.money(-total, currency) }),
    paragraphs: [
      reason
        ? say(texts.creditNoteIssuedFor, { number, reason: sayReason(reason, say) })
        : say(texts.creditNoteIssued, { number }),
      say(texts.creditNoteUse),
    ],
    facts: [
      [say(texts.creditNote), number],
      [say(texts.amount), say.money(total, currency)],
    ],
    action: { label: say(texts.openBilling), url },
  });
}

function writeInvoice(row: InvoiceRow, url: string, timeZone: string): WriteLetter {
  const { number, total, currency } = row;
  const due = amountDue(row);
  return (say) => {
    const amount = say.money(total, currency);
    const day = say.day(dayIn(timeZone, row.due_at));
    return {
      subject: say(texts.invoiceSubject, { number, amount }),
      paragraphs: [
        due === 0
          ? say(texts.paidFromCredit, { number, amount })
          : say(texts.pleasePay, { amount: say.money(due, currency), day, number }),
      ],
      facts: [
        [say(texts.invoice), number],
        [say(texts.total), amount],
        ...(due === total ? [] : [[say(texts.amountDue), say.money(due, currency)] as const]),
        [say(texts.dueOn), day],
      ],
      action: { label: say(due === 0 ? texts.seeInvoices : texts.seeAndPay), url },
    };
  };
}
