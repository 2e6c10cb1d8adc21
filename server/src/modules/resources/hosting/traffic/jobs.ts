import { dayIn, monthStart } from '#kernel/calendar.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import { HOUR } from '#kernel/time.ts';
import type { Meter } from '../metrics/jobs.ts';
import { createCalendar } from './calendar.ts';
import { countTraffic } from './count.ts';
import { addTraffic, forgetTraffic } from './operator-store.ts';

const KEPT_MONTHS = 24;

interface Dependencies {
  trafficSettings: { readonly timeZone: string };
}

/** Adds the traffic between readings to its days and months. Begun once per pass. */
export function createMetering({ trafficSettings }: Dependencies): (now: number) => Meter {
  return () => {
    const dayOf = createCalendar(trafficSettings.timeZone);
    return function* (counted) {
      yield* addTraffic(counted.flatMap(({ row, before, after }) => countTraffic(row, before, after, dayOf) ?? []));
    };
  };
}

export function trafficRetention({ trafficSettings }: Dependencies): Retention {
  return {
    name: 'hosting.forget-traffic',
    everyMs: HOUR,
    forget(now, limit) {
      const { timeZone } = trafficSettings;
      const day = dayIn(timeZone, monthStart(timeZone, now, -KEPT_MONTHS));
      return forgetTraffic({ day, month: day.slice(0, 7) }, limit);
    },
  };
}
