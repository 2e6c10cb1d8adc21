import type { Letter, WriteLetter } from '#kernel/mail/letter.ts';
import type { Say } from '#kernel/texts/say.ts';
import { texts } from './texts.ts';

export interface Unpaid {
  readonly number: string;
  readonly amount_due: number;
  readonly currency: string;
  /** A day such as `2026-11-15`. */
  readonly dueDay: string;
}

const factsOf = ({ number, amount_due, currency, dueDay }: Unpaid, say: Say) =>
  [
    [say(texts.invoice), number],
    [say(texts.amountDue), say.money(amount_due, currency)],
    [say(texts.wasDueOn), say.day(dueDay)],
  ] as const;

function sayDebt({ number, amount_due, currency, dueDay }: Unpaid, say: Say): string {
  return say(texts.stillToPay, { number, day: say.day(dueDay), amount: say.money(amount_due, currency) });
}

/** Returns the end of all these letters. */
function endOf(url: string, say: Say): Pick<Letter, 'action' | 'notes'> {
  return { action: { label: say(texts.seeAndPay), url }, notes: [say(texts.ignore)] };
}

export function writeReminder(unpaid: Unpaid, url: string): WriteLetter {
  return (say) => ({
    subject: say(texts.reminderSubject, { number: unpaid.number }),
    paragraphs: [sayDebt(unpaid, say)],
    facts: factsOf(unpaid, say),
    ...endOf(url, say),
  });
}

/** States the day of the suspension and its consequences. */
export function writeWarning(unpaid: Unpaid, suspensionDay: string, url: string): WriteLetter {
  return (say) => {
    const day = say.day(suspensionDay);
    return {
      subject: say(texts.warningSubject, { number: unpaid.number, day }),
      paragraphs: [sayDebt(unpaid, say), say(texts.warning, { day })],
      facts: [...factsOf(unpaid, say), [say(texts.suspensionOn), day]],
      ...endOf(url, say),
    };
  };
}

/** `deletionDay` is undefined if the seller keeps suspended services indefinitely. */
export function writeSuspension(unpaid: Unpaid, deletionDay: string | undefined, url: string): WriteLetter {
  const { number, dueDay } = unpaid;
  return (say) => ({
    subject: say(texts.suspensionSubject, { number }),
    paragraphs: [
      say(texts.suspended, { number, day: say.day(dueDay) }),
      say(texts.resume),
      ...(deletionDay ? [say(texts.deletion, { day: say.day(deletionDay) })] : []),
    ],
    facts: factsOf(unpaid, say),
    ...endOf(url, say),
  });
}
