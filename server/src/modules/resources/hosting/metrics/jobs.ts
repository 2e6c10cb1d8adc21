import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver, VpsSample } from '#engines/vps/driver.ts';
import type { Retention } from '#kernel/jobs/retention.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import { hostingIdOf } from '../machine.ts';
import { listLivingAfter } from '../operator-store.ts';
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

/** Servers per transaction: a few milliseconds of work, so that customers do not wait. */
const AT_ONCE = 50;

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
  vps: Pick<VpsDriver, 'sample'>;
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

/** A reading of all machines serves restarts for this long: many may be restarted at once. */
const READING_SERVES_MS = 5_000;

/**
 * Returns a function that records a reading of one machine before a restart, which loses its counters, and with them the
 * traffic since the last reading. It does nothing if the engine cannot be reached.
 */
export function createUsageRecorder({ db, vps, beginMetering }: Pick<Dependencies, 'db' | 'vps' | 'beginMetering'>) {
  let last: { at: number; samples: Promise<VpsSample[]> } | undefined;

  function readAll(): Promise<VpsSample[]> {
    const at = performance.now();
    if (!last || at - last.at > READING_SERVES_MS) last = { at, samples: vps.sample() };
    return last.samples;
  }

  return async function recordUsage(name: string): Promise<void> {
    const id = hostingIdOf(name);
    if (id === undefined) return;
    try {
      const own = (await readAll()).find((sample) => sample.name === name);
      if (!own) return;
      await recordGroup(db, await db.read(readOne(id)), new Map([[id, own]]), { meter: beginMetering(own.at) });
    } catch (error) {
      last = undefined;
      if (!(error instanceof EngineError)) throw error;
    }
  };
}

/** Servers in the order of their ids, and the tallies of this part of the ids. */
interface Group {
  readonly rows: readonly LivingRow[];
  readonly tallies: ReadonlyMap<number, Tally>;
  /** The next group begins after this id. */
  readonly last: number;
}

function* readOne(id: number): Query<Group> {
  const rows = (yield* listLivingAfter(id - 1, 1)).filter((row) => row.id === id);
  return { rows, tallies: yield* listTallies(id - 1, id), last: id };
}

function* readGroup(after: number): Query<Group> {
  const rows = yield* listLivingAfter(after, AT_ONCE);
  const last = (rows.length === AT_ONCE && rows.at(-1)?.id) || Number.MAX_SAFE_INTEGER;
  return { rows, tallies: yield* listTallies(after, last), last };
}

/**
 * Records one reading per machine. Machines of the engine that are not ours are ignored. Reads, calculates and writes a
 * few servers at a time, so that requests are answered in between.
 */
export async function recordSamples(
  db: Database,
  samples: readonly VpsSample[],
  watch?: Watch,
  meter?: Meter,
): Promise<void> {
  const found = new Map(samples.map((sample) => [hostingIdOf(sample.name), sample]));
  const evaluate = await watch?.watcher.beginPass(watch.now);
  for (let after = 0; after < Number.MAX_SAFE_INTEGER; ) {
    const group = await db.read(readGroup(after));
    await recordGroup(db, group, found, { watch, meter, evaluate });
    after = group.last;
  }
}

interface Followers {
  readonly watch?: Watch | undefined;
  readonly meter?: Meter | undefined;
  readonly evaluate?: Awaited<ReturnType<Watcher['beginPass']>> | undefined;
}

async function recordGroup(
  db: Database,
  { rows, tallies }: Group,
  found: ReadonlyMap<number | undefined, VpsSample>,
  { watch, meter, evaluate }: Followers,
): Promise<void> {
  if (rows.length === 0 && tallies.size === 0) return;
  const readings = new Map<number, TalliedReading>();
  for (const { id, vcpus } of rows) {
    const sample = found.get(id);
    const before = tallies.get(id);
    const tally = sample && addReading(before, sample, vcpus);
    if (tally) readings.set(id, { hostingId: id, vcpus, tally, from: before?.last.at ?? null });
  }
  const countedOf = (row: LivingRow): Counted[] => {
    const after = readings.get(row.id)?.tally;
    return after ? [{ row, before: tallies.get(row.id), after }] : [];
  };
  await forgetTimeAhead(db, [...readings.values()], tallies);
  const living = new Set(rows.map(({ id }) => id));
  const over = [...tallies.keys()].filter((id) => !living.has(id));
  await db.write(function* () {
    const advanced = yield* insertReadings([...readings.values()]);
    if (meter) yield* meter(rows.flatMap((row) => (advanced.has(row.id) ? countedOf(row) : [])));
    if (over.length > 0) yield* forgetTallies(over);
    if (!watch || !evaluate) return;
    yield* evaluate(rows.map((row) => observe(row, tallies.get(row.id), readings.get(row.id)?.tally, watch)));
  });
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
