import { defineCounter, defineGauge, defineHistogram, type Metric } from '../metrics/metric.ts';
import type { Database, PoolState } from './database.ts';

/** Plain numbers, because every cached response increments them. A scrape reads them. */
export const cacheLookups = { hits: 0, misses: 0 };

export const commitGroupSize = defineHistogram({
  name: 'hostler_db_commit_group_size',
  help: 'Writes that share one commit; on PostgreSQL, those of customers.',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
});

const cache = defineCounter({
  name: 'hostler_cache_lookups_total',
  help: 'Reads that may be answered from memory, and whether they were.',
  labelNames: ['result'],
  collect() {
    this.reset();
    this.inc({ result: 'hit' }, cacheLookups.hits);
    this.inc({ result: 'miss' }, cacheLookups.misses);
  },
});

const POOL: [part: keyof PoolState, help: string][] = [
  ['size', 'Connections to the database that this process has.'],
  ['idle', 'Connections to the database that nobody uses.'],
  ['waiting', 'Transactions and reads that wait for a connection; on SQLite, writes that wait for their commit.'],
];

export function databaseMetrics(db: Database): Metric[] {
  const pool = POOL.map(([part, help]) =>
    defineGauge({
      name: `hostler_db_pool_${part}`,
      help,
      collect() {
        this.set(db.pool[part]);
      },
    }),
  );
  const most = defineGauge({
    name: 'hostler_db_pool_max',
    help: 'Connections to the database that this process may have.',
    collect() {
      this.set(db.connections);
    },
  });
  return [most, ...pool, cache, commitGroupSize];
}
