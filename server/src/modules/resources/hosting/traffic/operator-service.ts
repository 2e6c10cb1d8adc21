import type { AccountListRequest, Query } from '@hostler/database';
import { monthIn, readMonth } from '#kernel/calendar.ts';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import type { Tally } from '../metrics/tally.ts';
import type { LivingRow } from '../store.ts';
import { createCalendar } from './calendar.ts';
import { countTraffic } from './count.ts';
import { listMonths, type MonthOfServer } from './list-months.ts';
import { addTraffic, type TrafficGrowth } from './operator-store.ts';
import { sumBytes } from './parts.ts';
import type { ServerTraffic, TrafficStatus } from './schemas.ts';
import { includedBytes, readStoredTerms } from './terms.ts';

export { listUnbilledTraffic, type UnbilledTraffic } from './operator-store.ts';

interface ListRequest extends AccountListRequest<TrafficStatus> {
  /** Default: this month. */
  readonly month?: string | undefined;
}

interface Dependencies {
  clock: Clock;
  trafficSettings: { readonly timeZone: string };
}

export type TrafficOperatorService = ReturnType<typeof createTrafficOperatorService>;

export function createTrafficOperatorService({ clock, trafficSettings: { timeZone } }: Dependencies) {
  /**
   * Lists servers by their outbound traffic in a month, the largest first. Servers without a reading in it are left out.
   */
  function* list({ month, ...request }: ListRequest = {}): Query<ServerTraffic[]> {
    if (month !== undefined && !readMonth(timeZone, month)) {
      throw validationError([fieldErrors.not_month('month')]);
    }
    const current = monthIn(timeZone, clock.now());
    const wanted = month ?? current;
    // A limit ends with its month.
    if (request.status === 'throttled' && wanted !== current) {
      if (request.tally) request.tally.total = 0;
      return [];
    }
    return (yield* listMonths(wanted, request)).map((row) => view(row, wanted === current));
  }

  return { list };
}

function view(month: MonthOfServer, isCurrent: boolean): ServerTraffic {
  const { terms: stored, billable_from: _from, charge: _charge, parts: _parts, throttled_mbps, ...row } = month;
  const terms = readStoredTerms(stored);
  return {
    ...row,
    included_bytes: includedBytes(terms),
    billable_bytes: sumBytes(month),
    beyond: terms?.beyond ?? null,
    throttled_mbps: isCurrent ? throttled_mbps : null,
  };
}

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
