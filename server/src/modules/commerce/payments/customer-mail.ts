import { dayIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { findInvoice, type Invoice } from '../invoices/index.ts';
import type { OnLost } from './charging/authorizations/service.ts';
import type { OnFailed } from './charging/outcome.ts';
import { isForChange } from './charging/service.ts';
import { customerOf } from './customer.ts';
import type { OnReceived } from './service.ts';
import type { TellStaff } from './staff-mail.ts';

interface Dependencies {
  mailer: Mailer;
  links: Links;
}

const ADVICE = {
  soft: 'We retry the charge in a few days. You can also pay now or with another card.',
  hard: 'We do not retry the charge. Please pay with another card.',
  action_required: 'Your bank requires a confirmation. Please pay on the billing page and confirm there.',
};

const CHANGE_ADVICE =
  'Your plan stays as it is until the invoice of the change is paid. Pay it on the billing page, or withdraw the change.';

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
    const letter = {
      subject: 'Your payment was declined',
      paragraphs: [failure ?? 'The payment failed.', isChange ? CHANGE_ADVICE : ADVICE[failure_kind ?? 'soft']],
      facts: [['Method', method]] as const,
      action: { label: 'Pay now', url: links.to('/billing') },
    };
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
    const letter = {
      subject: 'Your order is not paid',
      paragraphs: [
        `Your card was authorised for your order, but not charged. ${failure ?? ''}`.trim(),
        'Nothing was taken from your card. Pay the invoice on the billing page to keep the order. An unpaid order is cancelled.',
      ],
      facts: [
        ['Invoice', invoice.number],
        ['Amount', formatMoney(amount, currency)],
        ['Method', method],
      ] as const,
      action: { label: 'Pay now', url: links.to('/billing') },
    };
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
    const money = formatMoney(amount, currency);
    const letter = {
      subject: `We received your payment of ${money}`,
      paragraphs: [`Thank you. We received your payment of ${money}.`, describeUse(invoice)],
      facts: [
        ['Amount', money],
        ['Method', method],
        ['Received on', dayIn(trade.timeZone, received_at ?? now)],
        ...(invoice ? [['Invoice', invoice.number] as const] : []),
      ] as const,
      action: { label: 'Open billing', url: links.to('/billing') },
    };
    yield* customerMail.toPayers({ accountId, to, kind: 'payment-received', cause: `payment ${id}`, letter, now });
  };
}

function describeUse(invoice: Invoice | null): string {
  if (!invoice) return 'It pays your open invoices first. The rest is credit for the next invoice.';
  const { number, amount_due, currency } = invoice;
  if (amount_due <= 0) return `Invoice ${number} is paid.`;
  return `${formatMoney(amount_due, currency)} of invoice ${number} is still to be paid.`;
}
