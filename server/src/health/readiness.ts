import { findMissing, findUnknown } from '@hostler/database';
import type { CheckReadiness } from '#kernel/http/probes.ts';
import { SECOND } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { describeBroken } from '#program/prepare.ts';
import { checkEngine, PATIENCE_MS, type PartHealth } from './health.ts';
import { tryWriting } from './try-writing.ts';

/** Interval of engine checks: anyone can request the probe, and some checks write to disk. */
const ENGINES_LOOKED_AT_MS = 5 * SECOND;

/** While the disk is full, or nearly so, a write is tried this often. */
const WRITE_TRIED_MS = 2 * SECOND;

interface ReadinessOptions {
  /** Returns whether a shutdown was requested: load balancers should send requests elsewhere. */
  isLeaving(): boolean;
  /** Returns further checks of the process. */
  others?(): Record<string, unknown>;
}

export function createReadinessCheck(
  { db, migrations, engines, trouble }: Hostler,
  { isLeaving, others = () => ({}) }: ReadinessOptions,
): CheckReadiness {
  let triedAt = Number.NEGATIVE_INFINITY;
  /** A healthy server is not written to: only a failed write, or hardly any space, makes it worth a try. */
  async function tryAgain(): Promise<void> {
    if (trouble.current ? trouble.current.kind !== 'full' : !trouble.isSpaceLow) return;
    if (performance.now() - triedAt < WRITE_TRIED_MS) return;
    triedAt = performance.now();
    await tryWriting(db).catch(() => {});
  }

  let states: Promise<PartHealth[]> | undefined;
  return async (isOperator) => {
    // The answer must not depend on other parts that may be unavailable.
    if (isLeaving()) return { ready: false, checks: { note: LEAVING } };
    if (!states) {
      states = Promise.all(engines.map((engine) => checkEngine(engine, PATIENCE_MS.probe)));
      setTimeout(() => {
        states = undefined;
      }, ENGINES_LOOKED_AT_MS).unref();
    }
    // The cached result may expire before a slow database has answered.
    const checked = states;
    await tryAgain();
    const { database, note } = trouble.current
      ? { database: isOperator ? trouble.current.message : UNAVAILABLE[trouble.current.kind], note: undefined }
      : await describeDatabase({ db, migrations });
    return {
      // An unreachable engine delays actions, not the API: it is reported, and the replica stays in service.
      ready: database === 'ok',
      checks: {
        database,
        ...(note ? { note } : {}),
        ...others(),
        engines: describeEngines(await checked, isOperator),
      },
    };
  };
}

/** Problems and advice may name paths and hosts, so only callers who may read the metrics see them. */
function describeEngines(states: readonly PartHealth[], isOperator: boolean): Record<string, object> {
  return Object.fromEntries(
    states.map(({ part, state, version, detail, advice, gaps = [] }) => [
      part,
      { reachable: state !== 'not reached', version, state, ...(isOperator ? { detail, advice, gaps } : {}) },
    ]),
  );
}

interface DatabaseState {
  database: string;
  /** Information that is no problem. */
  note?: string;
}

async function describeDatabase({ db, migrations }: Pick<Hostler, 'db' | 'migrations'>): Promise<DatabaseState> {
  try {
    await db.ping();
    const missing = await db.peek(findMissing(migrations));
    if (missing.length > 0) return { database: `not migrated: ${missing.length} steps are missing` };
    const unknown = await db.peek(findUnknown(migrations));
    const breaking = unknown.filter(({ breaks }) => breaks);
    if (breaking.length > 0) return { database: describeBroken(breaking) };
    return { database: 'ok', ...(unknown.length > 0 ? { note: NEWER_HAS_BEEN_HERE } : {}) };
  } catch {
    return { database: 'not reached' };
  }
}

const UNAVAILABLE = {
  full: 'not writable: there is no space left on its disk',
  damaged: 'damaged: the log names the way to the last copy',
};
const LEAVING = 'The process was told to stop. It finishes what it has; send nothing more.';
const NEWER_HAS_BEEN_HERE = 'A newer version has added to the database. This one works on; upgrade it when you can.';
