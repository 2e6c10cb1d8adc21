import type { Query } from '@hostler/database';
import { monthIn } from '#kernel/calendar.ts';
import type { HostingService } from '../service.ts';
import { sumBytes } from './parts.ts';
import type { HostingTraffic } from './schemas.ts';
import { shownThrottle } from './size.ts';
import { findMonth, listDays } from './store.ts';
import { includedBytes, readStoredTerms, termsOf } from './terms.ts';

interface Dependencies {
  hosting: Pick<HostingService, 'find'>;
  settings: { readonly timeZone: string };
}

export type TrafficService = ReturnType<typeof createTrafficService>;

export function createTrafficService({ hosting, settings }: Dependencies) {
  /** Returns the traffic of a month, by default this one. A month without readings is empty. */
  function* read(accountId: number, id: number, period: string | undefined, now: number): Query<HostingTraffic> {
    const { timeZone } = settings;
    const current = monthIn(timeZone, now);
    const month = period ?? current;
    const server = yield* hosting.find(accountId, id);
    const total = yield* findMonth(server, month);
    const days = total ? yield* listDays(server, month) : [];
    const { in_bytes, out_bytes } = total ?? { in_bytes: 0, out_bytes: 0 };
    // A past month keeps the terms that it ended with.
    const terms = total && month !== current ? readStoredTerms(total.terms) : termsOf(server);
    return {
      hosting_id: id,
      period: month,
      time_zone: timeZone,
      included_bytes: includedBytes(terms),
      in_bytes,
      out_bytes,
      billable_bytes: total ? sumBytes(total) : 0,
      beyond: terms?.beyond ?? null,
      throttled_mbps: month === current ? shownThrottle(server) : null,
      days: days.map(({ day, ...bytes }) => ({ date: day, ...bytes })),
    };
  }

  return { read };
}
