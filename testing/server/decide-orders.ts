// node testing/server/decide-orders.ts '{"approve": […], "refuse": […], "now": …, "commits": …, "settings": {…}}'
// Decides about orders and does the work that follows, in its own process, which is killed at the first write beyond the
// given number of commits.
import { flushCompileCache } from 'node:module';
import { sql } from '@hostler/database';
import { compose } from '../../server/src/compose/compose.ts';
import { AppError } from '../../server/src/kernel/errors.ts';
import { Worker } from '../../server/src/kernel/jobs/worker.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { until } from '../until.ts';

export interface OrderDecisions {
  readonly approve: readonly number[];
  readonly refuse: readonly number[];
  /** Time of its clock. */
  readonly now: number;
  readonly commits: number;
  readonly settings: Record<string, string>;
}

const JOBS = sql<object, { count: number }>('select count(*) as count from jobs');
/** The next process soon notices that this one is dead. */
const PACE = { beatEveryMs: 200, listenEveryMs: 100, silentAfterMs: 1_000 };

const { approve, refuse, now, commits, settings } = JSON.parse(process.argv[2] ?? '{}') as OrderDecisions;

async function run(): Promise<never> {
  const hostler = await compose({
    config: readConfig(settings),
    clock: { now: () => now },
    log: createLogger('silent'),
  });
  const { db, operator, prepare, jobs } = hostler;
  await prepare();
  // A killed process would not leave its compile cache to the next one.
  flushCompileCache();
  const write = db.write.bind(db);
  let left = commits;
  db.write = (body) => {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
    return write(body);
  };
  for (const id of approve) await once(() => db.write(() => operator.orders.approve({ id })));
  for (const id of refuse) await once(() => db.write(() => operator.orders.refuse({ id, reason: 'No' })));
  new Worker({ ...hostler, handlers: jobs, recurring: [], pace: PACE }).start();
  await until(async () => (await db.read(JOBS.one({})))?.count === 0);
  process.exit(0);
}

/** A killed process may have decided before. */
async function once(decide: () => Promise<unknown>): Promise<void> {
  try {
    await decide();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
  }
}

void run();
