import type { Database, Query } from '@hostler/database';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { writeLate } from './letters.ts';
import { ALERT_AFTER_MS } from './operator-service.ts';
import { forgetAddresses, listLateOrders, markAlerted } from './operator-store.ts';

/** Maximum orders in one mail. The rest follows in the next pass. */
const MOST_IN_MAIL = 50;
/** IP addresses of orders are kept for this long. */
const ADDRESS_KEPT_MS = 90 * DAY;

export const addressRetention: Retention = {
  name: 'orders.forget-addresses',
  everyMs: DAY,
  forget: (now, limit) => forgetAddresses({ before: now - ADDRESS_KEPT_MS, limit }),
};

interface Dependencies {
  db: Database;
  log: Logger;
  links: Links;
  staffMail: StaffMail;
}

/** Alerts staff once of each order that waits for 24 hours. */
export function alertRegularly({ db, log, links, staffMail }: Dependencies): RecurringJob {
  function* alert(now: number): Query<number> {
    const late = yield* listLateOrders(now - ALERT_AFTER_MS, MOST_IN_MAIL);
    const [first] = late;
    if (!first) return 0;
    const letter = writeLate(late, links.to('/operator/orders'));
    const cause = `orders in review from ${first.id} ${now}`;
    yield* staffMail.toStaff({ kind: 'orders-in-review', cause, letter, nature: 'alert', now });
    for (const order of late) yield* markAlerted(order, now);
    return late.length;
  }

  return {
    name: 'orders.alert',
    everyMs: 5 * MINUTE,
    async run(now) {
      if ((await db.read(listLateOrders(now - ALERT_AFTER_MS, 1))).length === 0) return;
      const count = await db.write(() => alert(now));
      if (count > 0) log.warn({ orders: count }, 'orders in review for 24 hours; staff notified');
    },
  };
}
