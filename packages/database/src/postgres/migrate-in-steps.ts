import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../database.ts';
import { toPostgresScript } from '../dialect.ts';
import {
  applyMigrations,
  findMissing,
  isApplied,
  type Migration,
  MigrationStopped,
  pendingIndexes,
  recordStep,
} from '../migrate.ts';
import { lockName, type Query, runScript, sql } from '../query.ts';
import { readStep } from '../script.ts';
import { buildIndex } from './build-index.ts';
import { holdMigrationLock } from './migration-lock.ts';
import { type Tell, Watch } from './migration-watch.ts';

/** Sessions that need a table queue behind a step that waits for it, so a step gives up soon and retries. */
const LOCK_TIMEOUT_MS = 1_500;
const LONGEST_PAUSE_MS = 5_000;
const PATIENCE_MS = 600_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface StepsOptions {
  /** Direct connection to the server, if `db` uses a pooler and there is one. */
  readonly url: string;
  readonly now: number;
  readonly tell: Tell;
  /** Throws if this process must not migrate the database. */
  check(): Query<void>;
  /** Awaited before the first of the given migrations, while no other process migrates. */
  before?(missing: readonly Migration[]): Promise<void>;
  readonly lockTimeoutMs?: number;
  readonly patienceMs?: number;
}

const PID = sql<object, { pid: number }>('select pg_backend_pid() as pid');

/**
 * Migrates a PostgreSQL database in use. Each step has its own transaction and a short lock timeout, and indexes on
 * existing tables are built concurrently. Applied steps are skipped.
 */
export async function migrateInSteps(
  db: Database,
  migrations: readonly Migration[],
  options: StepsOptions,
): Promise<string[]> {
  const [holder, builder, watcher] = [createClient(options), createClient(options), createClient(options)];
  const clients = [holder, builder, watcher];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const lock = await holdMigrationLock(holder, options.tell);
    const watch = new Watch(watcher, options.tell);
    await db.write(function* () {
      yield* applyMigrations([], options.now);
      yield* options.check();
    });
    const missing = await db.read(findMissing(migrations));
    if (missing.length > 0) await options.before?.(missing);
    const fresh = new Set<string>();
    const finish = async () => {
      for (const index of await db.read(pendingIndexes.list())) {
        lock.check();
        await buildIndex(builder, index, watch);
        await db.write(() => pendingIndexes.remove(index.name));
      }
    };
    await finish();
    for (const step of missing) {
      lock.check();
      const { tables } = await takeStep(db, step, { ...options, fresh, watch });
      for (const table of tables) fresh.add(table);
      await finish();
    }
    return missing.map(({ id }) => id);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

type TakeOptions = StepsOptions & { readonly fresh: ReadonlySet<string>; readonly watch: Watch };

async function takeStep(db: Database, step: Migration, options: TakeOptions): Promise<{ tables: string[] }> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS, watch, fresh } = options;
  const { inside, indexes, tables } = readStep(toPostgresScript(step.script), fresh);
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = LOCK_TIMEOUT_MS / 4; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    let pid: number | undefined;
    const attempt: Promise<void> = db.write(function* () {
      // Older versions hold this lock for all their steps together.
      yield* lockName('migrations');
      if (yield* isApplied(step)) return;
      yield* runScript(`set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0;`);
      pid = (yield* PID.one({}))?.pid;
      if (inside !== '') yield* runScript(inside);
      yield* recordStep(step, options.now);
      yield* pendingIndexes.add(step, indexes);
    });
    try {
      await watch.step(step.id, () => pid, attempt);
      return { tables };
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() + pauseMs > deadline) throw describeGivingUp(step, patienceMs, watch);
    }
    await sleep(pauseMs);
  }
}

function describeGivingUp({ id }: Migration, patienceMs: number, { blockers }: Watch): MigrationStopped {
  const who = blockers || 'a long transaction (see pg_stat_activity)';
  return new MigrationStopped(
    `${id} did not get the lock it needs within ${Math.round(patienceMs / 1000)} s. In the way: ${who}. All steps before it are done; end what is in the way and run: hostler migrate`,
  );
}

function createClient({ url }: StepsOptions): pg.Client {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'hostler migrate' });
  // A query on a lost connection fails by itself.
  client.on('error', () => {});
  return client;
}
