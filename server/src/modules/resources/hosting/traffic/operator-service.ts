import type { AccountListRequest, Query } from '@hostler/database';
import { monthIn, readMonth } from '#kernel/calendar.ts';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { listMonths, type MonthOfServer } from './list-months.ts';
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
