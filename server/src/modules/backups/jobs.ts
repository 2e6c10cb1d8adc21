import type { Database } from '../../kernel/db/database.ts';
import type { RecurringJob } from '../../kernel/jobs/worker.ts';
import { HOUR, MINUTE } from '../../kernel/time.ts';
import { countUnderWay, listDue, listSchedulesAfter } from './operator-store.ts';
import type { ScheduleService } from './schedule-service.ts';

/** Scheduled backups that are under way at the same time; the others wait, so that customers' own work never does. */
const MOST_AT_ONCE = 4;
/** Looked at in one turn. */
const BATCH = 100;

interface Dependencies {
  db: Database;
  schedules: ScheduleService;
}

/** Begins the backups that are due. Several processes may do so at once: each schedule is taken by one of them. */
export function runSchedules({ db, schedules }: Dependencies): RecurringJob {
  return {
    name: 'backups.run-schedules',
    everyMs: MINUTE,
    async run(now) {
      const room = MOST_AT_ONCE - (await db.read(countUnderWay()));
      const failures: unknown[] = [];
      let begun = 0;
      for (const { account_id, id } of room > 0 ? await db.read(listDue(now, BATCH)) : []) {
        if (begun >= room) break;
        try {
          if (await db.write(() => schedules.run(account_id, id, now))) begun++;
        } catch (error) {
          failures.push(error); // one that cannot be begun must not keep the others from it
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some scheduled backups could not be begun');
    },
  };
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
