import { type Database, sql } from '@hostler/database';
import { defineGauge, type Metric } from '../metrics/metric.ts';
import { createReading } from '../metrics/reading.ts';
import { type Clock, SECOND } from '../time.ts';

/** Most unpublished events that are counted. A scrape must stay cheap, and an exact count above this says no more. */
const MOST_COUNTED = 10_000;

const UNPUBLISHED = sql<{ limit: number }, { count: number; first: number | null }>(
  `select count(*) as count, min(created_at) as first
   from (select created_at from events where id is null order by row_id limit :limit) as oldest`,
);

/** Metrics of events that are not in the feed yet, over all processes. */
export function eventMetrics({ db, clock }: { db: Database; clock: Clock }): Metric[] {
  const read = createReading(async () => {
    const now = clock.now();
    const { count = 0, first = null } = (await db.peek(UNPUBLISHED.one({ limit: MOST_COUNTED }))) ?? {};
    return { count, seconds: Math.max(0, now - (first ?? now)) / SECOND };
  });
  return [
    defineGauge({
      name: 'hostler_events_unpublished',
      help: `Events that are not in the feed yet; ${MOST_COUNTED} at most are counted.`,
      async collect() {
        this.set((await read())?.count ?? Number.NaN);
      },
    }),
    defineGauge({
      name: 'hostler_events_oldest_unpublished_seconds',
      help: 'Time that the oldest event outside the feed has waited; 0 if none waits.',
      async collect() {
        this.set((await read())?.seconds ?? Number.NaN);
      },
    }),
  ];
}
