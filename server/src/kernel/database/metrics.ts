import { cacheLookups, type Database, type PoolState } from '@hostler/database';
import { defineCounter, defineGauge, defineHistogram, type Metric } from '../metrics/metric.ts';
import type { DatabaseTrouble } from './trouble.ts';

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

export function databaseMetrics(db: Database, trouble: Pick<DatabaseTrouble, 'current'>): Metric[] {
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
  const unavailable = defineGauge({
    name: 'hostler_db_unavailable',
    help: '1 while the disk of the database is full, or after damage was found in it.',
    labelNames: ['reason'],
    collect() {
      for (const reason of ['full', 'damaged']) this.set({ reason }, trouble.current?.kind === reason ? 1 : 0);
    },
  });
  return [most, unavailable, ...pool, cache, commitGroupSize];
}
