import type { Database } from '../../../../kernel/db/database.ts';
import { lockName, type Query } from '../../../../kernel/db/query.ts';
import type { RecurringJob } from '../../../../kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '../../../../kernel/time.ts';
import { listDue, listSchedulesAfter, listUnderWay } from './operator-store.ts';
import type { ScheduleService } from './service.ts';

/**
 * Scheduled backups that are under way at the same time on one engine, and of these for one account; the others wait. An
 * engine that is away, or an account whose backups do not end, keeps no other engine and no other account from theirs.
 */
const MOST_PER_ENGINE = 4;
const MOST_PER_ACCOUNT = 2;
/** Looked at in one turn. */
const BATCH = 100;

interface Dependencies {
  db: Database;
  schedules: ScheduleService;
}

interface RunDependencies extends Dependencies {
  /** All that make backups. */
  engines: readonly string[];
}

/** Begins the backups that are due. Several processes may do so at once: each schedule is taken by one of them. */
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

  /** An account that has all it may have, or whose cannot be begun, is passed over when looking again. */
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
          failures.push(error); // one that cannot be begun must not keep the others from it
          passed.add(account_id);
        }
      }
    }
  }

  /** Counted and begun in one transaction, so that two processes together begin no more than one would; answers who is full. */
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

/** Ends the schedules of what is gone, also those that are paused or not due for days; and plans anew what is astray. */
export function endSchedules({ db, schedules }: Dependencies): RecurringJob {
  return {
    name: 'backups.end-schedules',
    everyMs: HOUR,
    async run(now) {
      let last = 0;
      for (;;) {
        const batch = await db.read(listSchedulesAfter(last, BATCH));
        for (const { account_id, ...schedule } of batch) {
          // What is gone does not come back, so it may be looked at first.
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
