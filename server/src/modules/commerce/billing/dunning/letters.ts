import { formatMoney } from '#kernel/currency.ts';
import type { Letter } from '#kernel/mail/letter.ts';

export interface Unpaid {
  readonly number: string;
  readonly amount_due: number;
  readonly currency: string;
  /** Formatted date. */
  readonly dueDay: string;
}

const factsOf = ({ number, amount_due, currency, dueDay }: Unpaid) =>
  [
    ['Invoice', number],
    ['Amount due', formatMoney(amount_due, currency)],
    ['Was due on', dueDay],
  ] as const;

const IGNORE = 'If you have paid in the last few days, you can ignore this e-mail. The payment may still be pending.';

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

/** States the day of the suspension and its consequences. */
export function writeWarning(unpaid: Unpaid, suspensionDay: string, url: string): Letter {
  return {
    subject: `Invoice ${unpaid.number}: services will be suspended on ${suspensionDay}`,
    paragraphs: [
      `Invoice ${unpaid.number} was due on ${unpaid.dueDay}, and ${formatMoney(unpaid.amount_due, unpaid.currency)} is still to be paid.`,
      `If it is not paid by then, the services on it are suspended on ${suspensionDay}: servers are switched off and keep their data. They resume as soon as the invoice is paid.`,
    ],
    facts: [...factsOf(unpaid), ['Suspension on', suspensionDay]],
    action: { label: 'See it and pay', url },
    notes: [IGNORE],
  };
}

/** `deletionDay` is undefined if the seller keeps suspended services indefinitely. */
export function writeSuspension(unpaid: Unpaid, deletionDay: string | undefined, url: string): Letter {
  return {
    subject: `Services are suspended: invoice ${unpaid.number} is not paid`,
    paragraphs: [
      `Invoice ${unpaid.number} was due on ${unpaid.dueDay} and is not paid. The services on it were suspended today, as announced: servers are switched off and keep their data.`,
      'They resume as soon as the invoice is paid.',
      ...(deletionDay
        ? [
            `If the invoice is not paid, the services are terminated from ${deletionDay} on, and servers are deleted after a last backup.`,
          ]
        : []),
    ],
    facts: factsOf(unpaid),
    action: { label: 'See it and pay', url },
    notes: [IGNORE],
  };
}
