import { formatMoney } from '#kernel/currency.ts';
import type { Letter, WriteLetter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import type { OrderRow } from './store.ts';
import { texts } from './texts.ts';

interface Approval {
  isUnpaid: boolean;
  /** The authorised card is being charged. */
  isCaptured: boolean;
  url: string;
}

export function writeApproved({ name }: OrderRow, { isUnpaid, isCaptured, url }: Approval): WriteLetter {
  const next = isCaptured ? texts.approvedCharging : isUnpaid ? texts.approvedUnpaid : texts.approvedCreating;
  return (say) => ({
    subject: say(texts.approvedSubject, { name }),
    paragraphs: [say(next)],
    action: { label: say(isUnpaid ? texts.openBilling : texts.openPanel), url },
  });
}

export function writeRefused({ name }: OrderRow, reason: string): WriteLetter {
  return (say) => ({
    subject: say(texts.refusedSubject, { name }),
    paragraphs: [say(texts.refused, { reason }), say(texts.refusedMoney)],
  });
}

export function writeRefusedSignUp({ name }: OrderRow, reason: string): WriteLetter {
  return (say) => ({
    subject: say(texts.signUpRefusedSubject),
    paragraphs: [say(texts.signUpRefused, { name, reason })],
  });
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
