import { formatMoney } from '#kernel/currency.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import type { OrderRow } from './store.ts';

interface Approval {
  isUnpaid: boolean;
  /** The authorised card is being charged. */
  isCaptured: boolean;
  url: string;
}

export function writeApproved({ name }: OrderRow, { isUnpaid, isCaptured, url }: Approval): Letter {
  return {
    subject: `Your order of ${name} was approved`,
    paragraphs: [
      isCaptured
        ? 'We have approved your order and charge your card now. Your server is created as soon as the charge succeeds.'
        : isUnpaid
          ? 'We have approved your order. Your server is created as soon as the first invoice is paid.'
          : 'We have approved your order and are creating your server.',
    ],
    action: isUnpaid ? { label: 'Open billing', url } : { label: 'Open the panel', url },
  };
}

export function writeRefused({ name }: OrderRow, reason: string): Letter {
  return {
    subject: `Your order of ${name} was not accepted`,
    paragraphs: [
      `We cannot accept your order. ${reason}`,
      'The order was cancelled. If you have paid, the amount is returned to the payment method or the credit that it came from.',
    ],
  };
}

export function writeRefusedSignUp({ name }: OrderRow, reason: string): Letter {
  return {
    subject: 'Your sign-up was not accepted',
    paragraphs: [`We cannot open the account ${name}. ${reason}`],
  };
}

/** Alerts staff of orders that wait too long. */
export function writeLate(late: readonly OrderRow[], url: string): Letter {
  return {
    subject:
      late.length === 1
        ? 'An order has been in review for 24 hours'
        : `${late.length} orders have been in review for 24 hours`,
    paragraphs: ['These orders and sign-ups wait for your decision. The customers cannot use them before.'],
    facts: late.map(({ id, account_id, name, amount, currency, created_at }) => [
      `Order ${id} of account ${account_id}`,
      `${name}${amount === null || currency === null ? '' : `, ${formatMoney(amount, currency)}`}, since ${formatTime(created_at)}`,
    ]),
    action: { label: 'Open orders', url },
    notes: ['On the command line: hostler order list --status in_review'],
  };
}
