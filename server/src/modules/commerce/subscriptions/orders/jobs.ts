import type { Database, Query } from '@hostler/database';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { findLastReport, listInDelivery, listToRetry, listUnreported } from '../operator-store.ts';
import type { DeliveryService } from './delivery.ts';
import { writeFailedDeliveries } from './letters.ts';
import { markReported } from './report-store.ts';

/** Maximum orders per pass. The rest follows in the next pass. */
const AT_ONCE = 200;
/** Maximum orders listed in one mail. */
const MOST_IN_MAIL = 50;
/** Minimum time between mails to staff, however many orders fail. */
const MAIL_EVERY_MS = HOUR;

interface Dependencies {
  db: Database;
  log: Logger;
  delivery: Pick<DeliveryService, 'retry' | 'review' | 'postpone'>;
  staffMail: StaffMail;
}

/**
 * Retries paid orders whose server could not be created, and notifies staff of them. Runs even while billing is held.
 */
export function deliverRegularly({ db, log, delivery, staffMail }: Dependencies): RecurringJob {
  async function retryAll(now: number): Promise<void> {
    for (const { account_id, id } of await db.read(listToRetry(now, undefined, AT_ONCE))) {
      try {
        await db.write(() => delivery.retry(account_id, id, now));
      } catch (err) {
        if (err instanceof DatabaseUnavailable) throw err;
        // The cause may be a limit of the account. It must not delay the orders of others.
        log.warn({ err, account_id, subscription_id: id }, 'order retry failed');
        await db.write(() => delivery.postpone(account_id, id, now));
      }
    }
  }

  async function reviewAll(now: number): Promise<void> {
    for (let after = 0; ; ) {
      const rows = await db.read(listInDelivery(after, AT_ONCE));
      for (const { account_id, id } of rows) await db.write(() => delivery.review(account_id, id, now));
      if (rows.length < AT_ONCE) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  function* report(now: number): Query<number> {
    const last = yield* findLastReport();
    if (last !== null && Math.abs(now - last) < MAIL_EVERY_MS) return 0;
    const failed = yield* listUnreported(MOST_IN_MAIL);
    if (failed.length === 0) return 0;
    const letter = writeFailedDeliveries(failed);
    const cause = `undelivered orders ${now}`;
    yield* staffMail.toStaff({ kind: 'order-undelivered', cause, letter, nature: 'alert', now });
    for (const { account_id, id } of failed) yield* markReported(account_id, id, now);
    return failed.length;
  }

  return {
    name: 'subscriptions.deliver',
    everyMs: MINUTE,
    async run(now) {
      await retryAll(now);
      await reviewAll(now);
      if ((await db.read(listUnreported(1))).length === 0) return;
      const reported = await db.write(() => report(now));
      if (reported > 0) log.warn({ orders: reported }, 'paid orders cannot be delivered; staff notified');
    },
  };
}
