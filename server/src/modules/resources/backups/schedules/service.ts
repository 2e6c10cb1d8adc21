import { attempt, changeRow, LostRace, type Page, type PageRequest, type Query } from '@hostler/database';
import { isAppError, notFound, validationError } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { errors, fieldErrors } from '../errors.ts';
import type { BackupKinds, ResourceRef } from '../kinds.ts';
import type { BackupService } from '../service.ts';
import type { TellOfFailures } from './customer-mail.ts';
import { DEFAULT_KEEP, type NewSchedule, type ScheduleChange } from './schemas.ts';
import type { ScheduleRow, ScheduleState } from './store.ts';
import * as store from './store.ts';
import { nextTime, spreadTime, spreadWeekday, type Timetable } from './timetable.ts';

/** Pause before a resource that could not be backed up is tried again. */
const RETRY_EVERY = 30 * MINUTE;

interface Dependencies {
  backups: Pick<BackupService, 'plan' | 'begin'>;
  kinds: BackupKinds;
  tellOfFailures: TellOfFailures;
}

export type ScheduleService = ReturnType<typeof createScheduleService>;

export function createScheduleService({ backups, kinds, tellOfFailures }: Dependencies) {
  function list(accountId: number, page: PageRequest, of?: ResourceRef): Query<Page<ScheduleRow>> {
    return store.listSchedules(accountId, page, of);
  }

  function* find(accountId: number, id: number): Query<ScheduleRow> {
    const schedule = yield* store.findSchedule(accountId, id);
    if (!schedule) throw notFound('Schedule');
    return schedule;
  }

  function* create(accountId: number, input: NewSchedule, now: number): Query<ScheduleRow> {
    const resource = kinds.readChoice(input);
    const { type, id } = resource;
    const kind = kinds.of(resource);
    const blank = { frequency: 'daily' as const, time: spreadTime(id), weekday: null };
    const timetable = readTimetable(input, blank, id);
    const { label, engine, isOver } = yield* kind.describe(accountId, id);
    if (isOver) throw errors.resource_gone_for_backup({ kind: kind.inErrors ?? kind.name });
    const row = {
      resource_type: type,
      resource_id: id,
      engine,
      keep: input.keep ?? DEFAULT_KEEP,
      verify_monthly: input.verify_monthly ? 1 : 0,
    };
    const next_run_at = nextTime(timetable, now);
    const schedule = yield* store.insertSchedule(accountId, { ...row, ...timetable, next_run_at }, label, now);
    if (!schedule) throw errors.schedule_exists({ kind: kind.inErrors ?? kind.name });
    yield* store.schedulesLimit.check(accountId);
    return schedule;
  }

  /** Changes a schedule. A new timetable starts with its next time; otherwise a pending retry stays. */
  function* update(accountId: number, id: number, input: ScheduleChange, now: number): Query<ScheduleRow> {
    return yield* change(accountId, id, now, (row) => {
      const timetable = readTimetable(input, row, row.resource_id);
      const status = input.status ?? row.status;
      const isNew = status !== row.status || !isSame(timetable, row);
      return {
        ...timetable,
        status,
        keep: input.keep ?? row.keep,
        verify_monthly: Number(input.verify_monthly ?? row.verify_monthly === 1),
        ...(isNew ? { next_run_at: status === 'active' ? nextTime(timetable, now) : null } : {}),
      };
    });
  }

  function* remove(accountId: number, id: number): Query<ScheduleRow> {
    const schedule = yield* store.deleteSchedule(accountId, id);
    if (!schedule) throw notFound('Schedule');
    return schedule;
  }

  /**
   * Starts the backup that is due and schedules the next one. Missed times are made up for by one backup. Returns true
   * if one was started. If the resource cannot be backed up now or a limit is reached, it is retried soon and the
   * schedule gives the reason. If the resource is gone, the schedule is deleted.
   */
  function* run(accountId: number, id: number, now: number): Query<boolean> {
    const schedule = yield* store.findSchedule(accountId, id);
    // Another worker may have claimed it, or its owner changed it.
    if (!schedule || schedule.next_run_at === null || schedule.next_run_at > now) return false;
    if (yield* isOver(accountId, schedule)) {
      yield* end(accountId, schedule);
      return false;
    }
    const begun = yield* attempt(begin(accountId, schedule, now));
    if ('value' in begun) return begun.value;
    const { error } = begun;
    if (!(isAppError(error, 'CONFLICT') || isAppError(error, 'QUOTA_EXCEEDED') || error instanceof LostRace))
      throw error;
    const again = Math.min(nextTime(schedule, now), now + RETRY_EVERY);
    const failed = yield* store.changeSchedule(accountId, schedule, { next_run_at: again, error: error.message }, now);
    // A busy resource is not a failure. An exceeded limit stays exceeded until the customer removes something.
    const isSecondTime = isAppError(error, 'QUOTA_EXCEEDED') && schedule.error === error.message;
    if (failed && isSecondTime)
      yield* tellOfFailures(accountId, failed, `no room after ${failed.last_run_at ?? 0}`, now);
    return false;
  }

  function* begin(accountId: number, schedule: ScheduleRow, now: number): Query<boolean> {
    const next_run_at = nextTime(schedule, now);
    const plan = yield* backups.plan(accountId, resourceOf(schedule));
    // The row is claimed by changing it. A concurrent worker finds it changed and starts nothing.
    const claimed = yield* store.changeSchedule(accountId, schedule, { next_run_at, last_run_at: now }, now);
    if (!claimed) return false;
    const { backup } = yield* backups.begin(accountId, plan, { type: 'scheduled' }, now);
    yield* store.changeSchedule(accountId, claimed, { last_backup_id: backup.id }, now);
    return true;
  }

  /** Returns true if the next run is later than the timetable says: it was scheduled before the clock was set back. */
  function isAstray(schedule: ScheduleRow, now: number): boolean {
    return schedule.next_run_at !== null && schedule.next_run_at > nextTime(schedule, now);
  }

  function* replan(accountId: number, schedule: ScheduleRow, now: number): Query<void> {
    yield* store.changeSchedule(accountId, schedule, { next_run_at: nextTime(schedule, now) }, now);
  }

  /** Returns true if the resource of the schedule is gone. */
  function isOver(accountId: number, schedule: ScheduleRow): Query<boolean> {
    return kinds.isGone(accountId, resourceOf(schedule));
  }

  function* end(accountId: number, { id }: ScheduleRow): Query<void> {
    yield* store.deleteSchedule(accountId, id);
  }

  function change(
    accountId: number,
    id: number,
    now: number,
    decide: (row: ScheduleRow) => Partial<ScheduleState>,
  ): Query<ScheduleRow> {
    return changeRow(
      () => find(accountId, id),
      (row) => store.changeSchedule(accountId, row, decide(row), now),
    );
  }

  return { list, find, create, update, remove, run, isOver, isAstray, replan, end };
}

/** Returns the new timetable. An absent field keeps its value; null selects a value derived from the resource id. */
function readTimetable(input: ScheduleChange, before: Timetable, id: number): Timetable {
  const frequency = input.frequency ?? before.frequency;
  const time = input.time === undefined ? before.time : (input.time ?? spreadTime(id));
  const weekday = input.weekday === undefined ? before.weekday : input.weekday;
  if (frequency === 'weekly') return { frequency, time, weekday: weekday ?? spreadWeekday(id) };
  if (input.weekday) {
    throw validationError([fieldErrors.weekday_only_weekly('weekday')]);
  }
  return { frequency, time, weekday: null };
}

function isSame(a: Timetable, b: Timetable): boolean {
  return a.frequency === b.frequency && a.time === b.time && a.weekday === b.weekday;
}

function resourceOf({ resource_type, resource_id }: ScheduleRow): ResourceRef {
  return { type: resource_type, id: resource_id };
}
