import { type Database, lockName, type Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { listDue, listSchedulesAfter, listUnderWay } from './operator-store.ts';
import type { ScheduleService } from './service.ts';

/**
 * Maximum number of scheduled backups in progress per engine, and per account on that engine. The others wait. An
 * unreachable engine or a slow account therefore does not delay other engines or accounts.
 */
const MOST_PER_ENGINE = 4;
const MOST_PER_ACCOUNT = 2;
/** Schedules read per query. */
const BATCH = 100;

interface Dependencies {
  db: Database;
  schedules: ScheduleService;
}

interface RunDependencies extends Dependencies {
  /** All engines that make backups. */
  engines: readonly string[];
}

/** Starts the backups that are due. Several processes may run this at once; each schedule is claimed by one. */
export function runSchedules({ db, schedules, engines }: RunDependencies): RecurringJob {
  return {
    name: 'backups.run-schedules',
    everyMs: MINUTE,
    async run(now) {
      const failures: unknown[] = [];
      for (const engine of engines) await runOnEngine(engine, now, failures);
      if (failures.length > 0) throw new AggregateError(failures, 'some scheduled backups could not be begun');
    },
  };

  /** Skips an account in later queries if it has reached its maximum or its backup cannot be started. */
  async function runOnEngine(engine: string, now: number, failures: unknown[]): Promise<void> {
    const passed = new Set<number>();
    for (let before = -1; passed.size > before; ) {
      before = passed.size;
      for (const { account_id, id } of await db.read(listDue(engine, now, passed, BATCH))) {
        if (passed.has(account_id)) continue;
        try {
          const full = await db.write(() => runOne(engine, account_id, id, now));
          if (full === 'engine') return;
          if (full === 'account') passed.add(account_id);
        } catch (error) {
          failures.push(error); // a backup that cannot be started must not hold up the others
          passed.add(account_id);
        }
      }
    }
  }

  /** Counts and starts in one transaction, so that concurrent processes keep the maximum. Returns what is full. */
  function* runOne(engine: string, accountId: number, id: number, now: number): Query<'engine' | 'account' | null> {
    yield* lockName(`scheduled backups on ${engine}`);
    const underWay = yield* listUnderWay(engine);
    if (underWay.reduce((sum, { count }) => sum + count, 0) >= MOST_PER_ENGINE) return 'engine';
    const mine = underWay.find(({ account_id }) => account_id === accountId)?.count ?? 0;
    if (mine >= MOST_PER_ACCOUNT) return 'account';
    yield* schedules.run(accountId, id, now);
    return null;
  }
}

/**
 * Deletes the schedules of resources that are gone, even if paused or not due for days. Reschedules those that are too
 * far ahead.
 */
export function endSchedules({ db, schedules }: Dependencies): RecurringJob {
  return {
    name: 'backups.end-schedules',
    everyMs: HOUR,
    async run(now) {
      let last = 0;
      for (;;) {
        const batch = await db.read(listSchedulesAfter(last, BATCH));
        for (const { account_id, ...schedule } of batch) {
          // A resource that is gone never comes back, so checking before the write transaction is safe.
          if (await db.read(schedules.isOver(account_id, schedule))) {
            await db.write(() => schedules.end(account_id, schedule));
          } else if (schedules.isAstray(schedule, now))
            await db.write(() => schedules.replan(account_id, schedule, now));
        }
        if (batch.length < BATCH) return;
        last = batch.at(-1)?.id ?? last;
      }
    },
  };
}
