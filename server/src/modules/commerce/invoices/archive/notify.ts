import type { Database } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import type { Logger } from '#kernel/log.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Clock } from '#kernel/time.ts';
import type { Trade } from '../snapshot.ts';
import type { Hold } from './gate.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  staffMail: StaffMail;
  trade: Pick<Trade, 'timeZone'>;
}

/** Tells staff once when issuing stops: one log line per process, and one mail for all processes and each cause per day. */
export function createHoldNotice({ db, clock, log, staffMail, trade }: Dependencies) {
  let told: string | undefined;

  return async (hold: Hold | undefined): Promise<void> => {
    if (hold?.sentence === told) return;
    const isOver = hold === undefined;
    told = hold?.sentence;
    if (isOver) return log.info('document issuing: resumed');
    log.error({ reason: hold.kind }, hold.sentence);
    const now = clock.now();
    await db.write(() =>
      staffMail.toSeller({
        kind: 'issuing stopped',
        cause: `document archive ${hold.kind} ${dayIn(trade.timeZone, now)}`,
        letter: {
          subject: 'No invoices are issued',
          paragraphs: [
            hold.sentence,
            'Orders are refused and renewals wait until this is solved. Everything else works: servers, the panel, and payments of issued invoices.',
          ],
        },
        nature: 'notice',
        now,
      }),
    );
  };
}
