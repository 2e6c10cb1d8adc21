import type { Database, Query } from '@hostler/database';
import type { VpsDriver, VpsSample } from '#engines/vps/driver.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import { hostingIdOf } from '../machine.ts';
import { listLiving } from '../operator-store.ts';
import type { LivingRow } from '../store.ts';
import { type Observation, observe } from './observation.ts';
import {
  forgetAhead,
  forgetSamples,
  forgetTallies,
  insertReadings,
  listTallies,
  type TalliedReading,
} from './operator-store.ts';
import { addReading, isFromBefore, type Tally } from './tally.ts';

/** Rows per transaction. Small, so that customers' writes do not wait. */
const AT_ONCE = 200;

/** Observes servers as their readings arrive. */
export interface Watcher {
  /** Called once per pass. The returned function runs in the transactions that record the readings. */
  beginPass(now: number): Promise<(observed: readonly Observation[]) => Query<void>>;
}

interface Watch {
  watcher: Watcher;
  now: number;
  everyMs: number;
}

/** Counts the traffic of servers, in the transactions that record their readings. */
export type Meter = (counted: readonly Counted[]) => Query<void>;

/** A server with its tally before and after a reading. */
export interface Counted {
  readonly row: LivingRow;
  readonly before: Tally | undefined;
  readonly after: Tally;
}

interface Dependencies {
  db: Database;
  vps: VpsDriver;
  everyMs: number;
  watcher: Watcher;
  beginMetering(now: number): Meter;
}

/** Reads the counters of every machine. */
export function sampleHosting({ db, vps, everyMs, watcher, beginMetering }: Dependencies): RecurringJob {
  return {
    name: 'hosting.sample',
    everyMs,
    run: async (now) => recordSamples(db, await vps.sample(), { watcher, now, everyMs }, beginMetering(now)),
  };
}

export const sampleRetention: Retention = {
  name: 'hosting.forget-samples',
  everyMs: 5 * MINUTE,
  forget: forgetSamples,
};

/** Records one reading per machine. Machines of the engine that are not ours are ignored. */
export async function recordSamples(
  db: Database,
  samples: readonly VpsSample[],
  watch?: Watch,
  meter?: Meter,
): Promise<void> {
  const living = await db.read(listLiving());
  const tallies = await db.read(listTallies());
  const readings = new Map<number, TalliedReading>();
  for (const sample of samples) {
    const row = living.get(hostingIdOf(sample.name) ?? 0);
    const tally = row && addReading(tallies.get(row.id), sample, row.vcpus);
    const from = tallies.get(row?.id ?? 0)?.last.at ?? null;
    if (tally) readings.set(row.id, { hostingId: row.id, vcpus: row.vcpus, tally, from });
  }
  await forgetTimeAhead(db, [...readings.values()], tallies);
  const evaluate = await watch?.watcher.beginPass(watch.now);
  for (const batch of inBatches([...living.values()])) {
    await db.write(function* () {
      const advanced = yield* insertReadings(batch.flatMap(({ id }) => readings.get(id) ?? []));
      if (meter) yield* meter(batch.flatMap((row) => (advanced.has(row.id) ? countedOf(row) : [])));
      if (!watch || !evaluate) return;
      yield* evaluate(batch.map((row) => observe(row, tallies.get(row.id), readings.get(row.id)?.tally, watch)));
    });
  }
  function countedOf(row: LivingRow): Counted[] {
    const after = readings.get(row.id)?.tally;
    return after ? [{ row, before: tallies.get(row.id), after }] : [];
  }

  const over = [...tallies.keys()].filter((id) => !living.has(id));
  for (const batch of inBatches(over)) await db.write(() => forgetTallies(batch));
}

/** Deletes readings in the future after the clock was set back. They must not mix with the readings to come. */
async function forgetTimeAhead(
  db: Database,
  readings: readonly TalliedReading[],
  before: ReadonlyMap<number, Tally>,
): Promise<void> {
  for (const { hostingId, tally } of readings) {
    const { last } = before.get(hostingId) ?? tally;
    if (!isFromBefore(last, tally.last)) continue;
    while ((await db.write(() => forgetAhead(hostingId, tally.last.at, AT_ONCE))) > 0);
  }
}

function* inBatches<T>(items: readonly T[]): Generator<T[]> {
  for (let first = 0; first < items.length; first += AT_ONCE) yield items.slice(first, first + AT_ONCE);
}
