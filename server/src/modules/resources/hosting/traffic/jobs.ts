import type { Database } from '@hostler/database';
import { dayIn, monthIn, monthStart } from '#kernel/calendar.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { takeFailedWork } from '../../../platform/actions/index.ts';
import type { Meter } from '../metrics/jobs.ts';
import { createCalendar } from './calendar.ts';
import { countTraffic } from './count.ts';
import type { TrafficLimits } from './limits.ts';
import { addTraffic, forgetTraffic, listThrottled, resetShown } from './operator-store.ts';
import { termsOf } from './terms.ts';
import type { ThrottleService } from './throttle.ts';

const KEPT_MONTHS = 24;
/** Rows per transaction. Small, so that customers' writes do not wait. */
const AT_ONCE = 200;

interface Settings {
  trafficSettings: { readonly timeZone: string };
}

interface Metering extends Settings {
  /** Without it, traffic is only counted. */
  limits?: Pick<TrafficLimits, 'charge' | 'review'>;
}

/**
 * Adds the traffic between readings to its days and months, and applies the terms of the plans. Begun once per pass.
 */
export function createMetering({ trafficSettings, limits }: Metering): (now: number) => Meter {
  return (now) => {
    const dayOf = createCalendar(trafficSettings.timeZone);
    return function* (counted) {
      const grown = counted.flatMap(({ row, before, after }) => countTraffic(row, before, after, dayOf) ?? []);
      const totals = yield* addTraffic(grown);
      if (!limits) return;
      const { month } = dayOf(now);
      const since = new Map(counted.map(({ row, before, after }) => [row.id, (before ?? after).last.at]));
      const throttled = new Set(counted.filter(({ row }) => row.throttled_mbps !== null).map(({ row }) => row.id));
      for (const total of totals) {
        if (total.terms === null) continue;
        yield* limits.charge(total, since.get(total.hosting_id) ?? now);
        if (total.month === month) yield* limits.review(total, throttled.has(total.hosting_id), now);
      }
    };
  };
}

interface Following extends Settings {
  db: Database;
  limits: Pick<TrafficLimits, 'isOver'>;
  throttles: ThrottleService;
}

/** Pause before a limit that the engine refused is tried again. Each try is an action that the customer sees. */
const TRY_AGAIN_AFTER_MS = 10 * MINUTE;

/**
 * Ends the limit of servers that are no longer over it: after the start of a month, a change of plan or a higher cap.
 * Also starts the new month in the records of servers that no reading has updated, and repeats limits that failed.
 */
export function followTraffic({ db, limits, throttles, trafficSettings }: Following): RecurringJob {
  /** The action applies the record as it is then. So the machine gets its limit, however often the engine refused it. */
  function repeatFailed(now: number): Promise<void> {
    return db.write(function* () {
      const before = now - TRY_AGAIN_AFTER_MS;
      for (const failed of yield* takeFailedWork('hosting.throttle', before, now, AT_ONCE)) {
        yield* throttles.repeat(failed.account_id, failed.resource_id, now);
      }
    });
  }

  return {
    name: 'hosting.follow-traffic',
    everyMs: MINUTE,
    async run(now) {
      const month = monthIn(trafficSettings.timeZone, now);
      while ((await db.write(() => resetShown(month, AT_ONCE))) > 0);
      for (const server of await db.read(listThrottled(month))) {
        await db.write(function* () {
          const terms = termsOf(server);
          if (terms && (yield* limits.isOver(server, terms, now))) return;
          yield* throttles.set(server.account_id, server.hosting_id, null, now);
        });
      }
      await repeatFailed(now);
    },
  };
}

export function trafficRetention({ trafficSettings }: Settings): Retention {
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
