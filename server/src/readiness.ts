import { lookAt, PATIENCE_MS, type PartHealth } from './health.ts';
import type { Hostler } from './hostler.ts';
import { findMissing, findUnknown } from './kernel/db/migrate.ts';
import type { CheckReadiness } from './kernel/http/probes.ts';
import { SECOND } from './kernel/time.ts';
import { describeBroken } from './prepare.ts';

/** Engines are looked at this seldom: everybody may ask, and some answers cost a write to the disk. */
const ENGINES_LOOKED_AT_MS = 5 * SECOND;

interface ReadinessOptions {
  /** Whether it was told to stop: who sends it requests should send them elsewhere. */
  isLeaving(): boolean;
  /** What else the process can tell of. */
  others?(): Record<string, unknown>;
}

export function createReadinessCheck(
  { db, migrations, engines }: Hostler,
  { isLeaving, others = () => ({}) }: ReadinessOptions,
): CheckReadiness {
  let states: Promise<PartHealth[]> | undefined;
  return async (isOperator) => {
    // Whoever asks is waited for by nobody: the answer must not depend on what else goes away.
    if (isLeaving()) return { ready: false, checks: { note: LEAVING } };
    if (!states) {
      states = Promise.all(engines.map((engine) => lookAt(engine, PATIENCE_MS.probe)));
      setTimeout(() => {
        states = undefined;
      }, ENGINES_LOOKED_AT_MS).unref();
    }
    // They may be due again before a slow database has answered.
    const looked = states;
    const { database, note } = await describeDatabase({ db, migrations });
    return {
      // An engine that is away delays actions, not the API: it is told, and the replica stays in service.
      ready: database === 'ok',
      checks: {
        database,
        ...(note ? { note } : {}),
        ...others(),
        engines: describeEngines(await looked, isOperator),
      },
    };
  };
}

/** What is wrong and what to do about it may name paths and hosts: that is for whoever may read the metrics. */
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
  /** Nothing to worry about, and something to know. */
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

const LEAVING = 'The process was told to stop. It finishes what it has; send nothing more.';
const NEWER_HAS_BEEN_HERE = 'A newer version has added to the database. This one works on; upgrade it when you can.';
