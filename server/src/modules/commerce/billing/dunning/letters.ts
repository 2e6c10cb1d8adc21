import { formatMoney } from '../../../../kernel/currency.ts';
import type { Letter } from '../../../../kernel/mail/letter.ts';

export interface Unpaid {
  readonly number: string;
  readonly amount_due: number;
  readonly currency: string;
  /** As people write it. */
  readonly dueDay: string;
}

const factsOf = ({ number, amount_due, currency, dueDay }: Unpaid) =>
  [
    ['Invoice', number],
    ['Still to be paid', formatMoney(amount_due, currency)],
    ['Was due on', dueDay],
  ] as const;

const IGNORE =
  'If you have paid in the last days, the payment may still be on its way, and this mail is of no concern.';

export function writeReminder(unpaid: Unpaid, url: string): Letter {
  return {
    subject: `Invoice ${unpaid.number} is not paid yet`,
    paragraphs: [
      `Invoice ${unpaid.number} was due on ${unpaid.dueDay}, and ${formatMoney(unpaid.amount_due, unpaid.currency)} is still to be paid.`,
    ],
    facts: factsOf(unpaid),
    action: { label: 'See it and pay', url },
    notes: [IGNORE],
  };
}

/** Names the day, and what happens on it. */
export function writeWarning(unpaid: Unpaid, suspensionDay: string, url: string): Letter {
  return {
    subject: `Invoice ${unpaid.number}: services will be suspended on ${suspensionDay}`,
    paragraphs: [
      `Invoice ${unpaid.number} was due on ${unpaid.dueDay}, and ${formatMoney(unpaid.amount_due, unpaid.currency)} is still to be paid.`,
      `Unless it is paid by then, what it is for will be suspended on ${suspensionDay}: servers will be switched off and keep their data. All goes on as soon as the invoice is paid.`,
    ],
    facts: [...factsOf(unpaid), ['Suspension on', suspensionDay]],
    action: { label: 'See it and pay', url },
    notes: [IGNORE],
  };
}

/** `deletionDay`: where the seller does not keep them for ever. */
export function writeSuspension(unpaid: Unpaid, deletionDay: string | undefined, url: string): Letter {
  return {
    subject: `Services are suspended: invoice ${unpaid.number} is not paid`,
    paragraphs: [
      `Invoice ${unpaid.number} was due on ${unpaid.dueDay} and is not paid. What it is for has been suspended today, as we wrote before: servers are switched off and keep their data.`,
      'All goes on as soon as the invoice is paid.',
      ...(deletionDay
        ? [
            `Unless it is paid by then, it will be ended for good from ${deletionDay} on, and servers deleted after a last backup.`,
          ]
        : []),
    ],
    facts: factsOf(unpaid),
    action: { label: 'See it and pay', url },
    notes: [IGNORE],
  };
}
