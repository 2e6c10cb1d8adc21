import type { Query } from '@hostler/database';
import type { Tally } from '../metrics/tally.ts';
import type { LivingRow } from '../store.ts';
import { createCalendar } from './calendar.ts';
import { countTraffic } from './count.ts';
import { addTraffic, type TrafficGrowth } from './operator-store.ts';

/** Adds the traffic between past readings to its days and months. */
export function* addPastTraffic(
  server: Pick<LivingRow, 'id' | 'account_id' | 'bounds'>,
  readings: readonly Tally['totals'][],
  timeZone: string,
): Query<void> {
  const dayOf = createCalendar(timeZone);
  const days = new Map<string, TrafficGrowth>();
  for (const [index, after] of readings.entries()) {
    const before = readings[index - 1];
    const grown = before && countTraffic(server, tallyOf(before), tallyOf(after), dayOf);
    if (!grown) continue;
    const sum = days.get(grown.day);
    days.set(grown.day, {
      ...grown,
      in_bytes: grown.in_bytes + (sum?.in_bytes ?? 0),
      out_bytes: grown.out_bytes + (sum?.out_bytes ?? 0),
      shown: grown.shown || sum?.shown === true,
    });
  }
  // One day at a time: a statement cannot add to the same month twice.
  for (const day of days.values()) yield* addTraffic([day]);
}

function tallyOf(reading: Tally['totals']): Tally {
  return { last: reading, totals: reading };
}
