import type { Query } from '@hostler/database';
import type { Letter } from '#kernel/mail/letter.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { DAY, formatTime } from '#kernel/time.ts';
import { describeHold, HOLD_ADVICE } from './describe.ts';
import type { Hold } from './judge.ts';

/** Notifies the company that billing is held, and that it continues. */
export function createHoldMail(staffMail: StaffMail) {
  return {
    ofHold(hold: Hold, now: number): Query<void> {
      const letter: Letter = {
        subject: `Billing is held: the clock is ${Math.floor(hold.gapMs / DAY)} days ahead of the last run`,
        paragraphs: [
          describeHold(hold),
          'The clock of the server leapt ahead, or the server was off. Paid orders are still activated, and suspensions are lifted.',
          HOLD_ADVICE,
        ],
        facts: [
          ['Last billing run', formatTime(hold.lastRunAt)],
          ['Clock of the server', formatTime(now)],
        ],
      };
      const cause = `last run at ${hold.lastRunAt}`;
      return staffMail.toSeller({ kind: 'billing-held', cause, letter, nature: 'notice', now });
    },

    ofEnd(since: number, now: number): Query<void> {
      const letter: Letter = {
        subject: 'Billing continues',
        paragraphs: [
          'The clock of the server was corrected, or it advanced steadily for 24 hours. Billing is no longer held.',
        ],
        facts: [
          ['Held since', formatTime(since)],
          ['Clock of the server', formatTime(now)],
        ],
      };
      return staffMail.toSeller({
        kind: 'billing-continues',
        cause: `held at ${since}`,
        letter,
        nature: 'notice',
        now,
      });
    },
  };
}
