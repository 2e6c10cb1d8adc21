import { dayIn } from '#kernel/calendar.ts';
import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Say } from '#kernel/texts/say.ts';
import type { Clock } from '#kernel/time.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { findInvoice, type Invoice } from '../invoices/index.ts';
import type { OnLost } from './charging/authorizations/service.ts';
import type { OnFailed } from './charging/outcome.ts';
import { isForChange } from './charging/service.ts';
import { customerOf } from './customer.ts';
import type { OnReceived } from './service.ts';
import type { TellStaff } from './staff-mail.ts';
import { texts } from './texts.ts';

interface Dependencies {
  mailer: Mailer;
  links: Links;
}

const ADVICE = {
  soft: texts.retried,
  hard: texts.notRetried,
  action_required: texts.actionRequired,
};

/**
 * Notifies the customer of a failed automatic charge that is still due. A payment started in the panel shows its failure
 * there.
 */
export function tellOfDecline({ mailer, links }: Dependencies): OnFailed {
  return function* tell(accountId, { id, key, invoice_id, method, failure, failure_kind }, at) {
    const isChange = isForChange(key ?? '');
    if (!isChange && !key?.includes(':charge:')) return;
    if (invoice_id !== null && (yield* findInvoice(accountId, invoice_id)).amount_due <= 0) return;
    const { email: to } = yield* customerOf(accountId);
    const letter: WriteLetter = (say) => ({
      subject: say(texts.declinedSubject),
      paragraphs: [failure ?? say(texts.failed), say(isChange ? texts.changeWaits : ADVICE[failure_kind ?? 'soft'])],
      facts: [[say(texts.method), method]],
      action: { label: say(texts.payNow), url: links.to('/billing') },
    });
    yield* mailer.queue({
      ...{ kind: 'payment-declined', cause: `payment ${id}`, to, letter, accountId, nature: 'notice' },
      now: at,
    });
  };
}

/** Notifies the customer and staff that an authorised payment was not charged, so that the order is unpaid. */
export function tellOfLostAuthorization({ mailer, links, tellStaff }: Dependencies & { tellStaff: TellStaff }): OnLost {
  return function* tell(accountId, payment, at) {
    const { id, invoice_id, method, amount, currency, failure } = payment;
    const invoice = invoice_id === null ? undefined : yield* findInvoice(accountId, invoice_id);
    if (!invoice || invoice.amount_due <= 0) return;
    const { email: to } = yield* customerOf(accountId);
    const letter: WriteLetter = (say) => ({
      subject: say(texts.orderUnpaidSubject),
      paragraphs: [`${say(texts.notCharged)} ${failure ?? ''}`.trim(), say(texts.payToKeep)],
      facts: [
        [say(texts.invoice), invoice.number],
        [say(texts.amount), say.money(amount, currency)],
        [say(texts.method), method],
      ],
      action: { label: say(texts.payNow), url: links.to('/billing') },
    });
    yield* mailer.queue({
      ...{ kind: 'authorization-lost', cause: `payment ${id}`, to, letter, accountId, nature: 'notice' },
      now: at,
    });
    yield* tellStaff.ofLostAuthorization(accountId, payment, at);
  };
}

interface ReceiptDependencies {
  clock: Clock;
  customerMail: CustomerMail;
  links: Links;
  trade: { readonly timeZone: string };
}

/** Confirms each payment once, when its money has arrived. Cannot be switched off. */
export function confirmPayment({ clock, customerMail, links, trade }: ReceiptDependencies): OnReceived {
  return function* confirm(accountId, { id, amount, currency, method, received_at }, invoice) {
    // A billing run can be for another time; the mail is sent now.
    const now = clock.now();
    const { email: to } = yield* customerOf(accountId);
    const letter: WriteLetter = (say) => {
      const money = say.money(amount, currency);
      return {
        subject: say(texts.receivedSubject, { amount: money }),
        paragraphs: [say(texts.thanks, { amount: money }), sayUse(invoice, say)],
        facts: [
          [say(texts.amount), money],
          [say(texts.method), method],
          [say(texts.receivedOn), say.day(dayIn(trade.timeZone, received_at ?? now))],
          ...(invoice ? [[say(texts.invoice), invoice.number] as const] : []),
        ],
        action: { label: say(texts.openBilling), url: links.to('/billing') },
      };
    };
    yield* customerMail.toPayers({ accountId, to, kind: 'payment-received', cause: `payment ${id}`, letter, now });
  };
}

function sayUse(invoice: Invoice | null, say: Say): string {
  if (!invoice) return say(texts.paysOpen);
  const { number, amount_due, currency } = invoice;
  if (amount_due <= 0) return say(texts.invoicePaid, { number });
  return say(texts.stillToPay, { amount: say.money(amount_due, currency), number });
}
