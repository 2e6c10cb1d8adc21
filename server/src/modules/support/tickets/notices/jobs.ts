import type { Database, Query } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { writeDigest, writeMessage } from './letters.ts';
import * as store from './operator-store.ts';

/** Minimum time between two mails to staff, however much customers write. */
const MAIL_EVERY = 5 * MINUTE;
const MOST_NAMED = 20;

/** Notifies staff of customers' messages by mail: one message with its text, several as a digest. */
export function tellStaffOfTickets({ db, staffMail }: { db: Database; staffMail: StaffMail }): RecurringJob {
  return {
    name: 'tickets.tell-staff',
    everyMs: 15 * SECOND,
    async run(now) {
      // Usually nothing waits, and a read costs no write.
      if (await db.read(store.isAnyWaiting())) await db.write(() => tell(now));
    },
  };

  function* tell(now: number): Query<void> {
    const last = yield* store.findLastTold();
    // A time in the future was noted before the clock was set back.
    if (last !== null && last <= now && now - last < MAIL_EVERY) return;
    const counts = yield* store.countWaiting();
    if (counts.last_id === null) return;
    const tickets = yield* store.listWaiting({ last_id: counts.last_id, limit: MOST_NAMED });
    const [only] = tickets;
    const letter =
      counts.messages === 1 && only
        ? writeMessage(only, yield* store.findExcerpt(only.last_id))
        : writeDigest(tickets, counts);
    yield* staffMail.toStaff({
      kind: 'tickets',
      cause: `ticket notices to ${counts.last_id}`,
      letter,
      nature: 'news',
      now,
    });
    yield* store.markTold({ last_id: counts.last_id, now });
  }
}

/** The time of the last mail is needed for 5 minutes; the messages themselves are in the tickets. */
export const noticeRetention: Retention = {
  name: 'tickets.forget-notices',
  everyMs: HOUR,
  forget: (now, limit) => store.forgetNotices({ before: now - HOUR, limit }),
};
