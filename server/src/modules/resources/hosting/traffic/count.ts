import { MINUTE } from '#kernel/time.ts';
import type { Tally } from '../metrics/tally.ts';
import type { LivingRow } from '../store.ts';
import type { createCalendar } from './calendar.ts';
import type { TrafficGrowth } from './operator-store.ts';
import { includedBytes, termsOf } from './terms.ts';

/** The record of a server shows its traffic at this interval: each change of it outdates cached responses. */
const SHOWN_EVERY_MS = 5 * MINUTE;

/**
 * Returns the traffic between two readings; undefined if there is nothing to record. It belongs to the day of the later
 * reading. The first reading of a server counts nothing. Tallies never fall, so neither does this.
 */
export function countTraffic(
  row: Pick<LivingRow, 'id' | 'account_id' | 'bounds'>,
  before: Tally | undefined,
  after: Tally,
  dayOf: ReturnType<typeof createCalendar>,
): TrafficGrowth | undefined {
  const { day, month } = dayOf(after.last.at);
  const in_bytes = before ? Math.max(0, after.totals.networkInBytes - before.totals.networkInBytes) : 0;
  const out_bytes = before ? Math.max(0, after.totals.networkOutBytes - before.totals.networkOutBytes) : 0;
  const isNewMonth = !before || dayOf(before.last.at).month !== month;
  if (in_bytes === 0 && out_bytes === 0 && !isNewMonth) return undefined;
  const terms = termsOf(row);
  const shown = isNewMonth || slotOf(before.last.at) !== slotOf(after.last.at);
  return {
    ...{ hosting_id: row.id, account_id: row.account_id, day, month, in_bytes, out_bytes, shown },
    terms: terms === undefined ? null : JSON.stringify(terms),
    billable_from: terms?.beyond === 'bill' ? includedBytes(terms) : null,
  };
}

function slotOf(at: number): number {
  return Math.floor(at / SHOWN_EVERY_MS);
}
