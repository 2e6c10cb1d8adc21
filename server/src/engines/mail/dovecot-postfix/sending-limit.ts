import { HOUR } from '#kernel/time.ts';
import type { MapDatabase } from './map-database.ts';

/**
 * Counts the recipients of a message, unless they exceed the hourly limit of the mailbox; then returns the limit. The
 * hour slides: the previous hour counts with its remaining share.
 */
export function countSending(db: MapDatabase, login: string, recipients: number, now: number): number | undefined {
  const hour = Math.floor(now / HOUR);
  const left = 1 - (now % HOUR) / HOUR;
  return db
    .transaction(() => {
      const limit = db.prepare('select recipients_per_hour from mailboxes where address = ?').pluck().get(login) ?? 0;
      const read = db.prepare('select recipients from sendings where login = ? and hour = ?').pluck();
      const [before = 0, current = 0] = [read.get(login, hour - 1), read.get(login, hour)] as (number | undefined)[];
      if (before * left + current + recipients > (limit as number)) return limit as number;
      db.prepare('delete from sendings where hour < ?').run(hour - 1);
      db.prepare(
        `insert into sendings (login, hour, recipients) values (?, ?, ?)
         on conflict (login, hour) do update set recipients = recipients + excluded.recipients`,
      ).run(login, hour, recipients);
      return undefined;
    })
    .immediate();
}
