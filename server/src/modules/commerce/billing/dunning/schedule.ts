import { DAY } from '#kernel/time.ts';

/** Days after the due day on which reminders are sent. */
export const REMINDER_DAYS = [1, 7, 14] as const;
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** Minimum time between the mail that names the day of suspension and the suspension. */
export const NOTICE_MS = 3 * DAY;
/** A day more than the notice: the run is hourly, and a suspension should not be later than the terms say. */
const WARN_BEFORE_MS = NOTICE_MS + DAY;

export interface DunningSettings {
  readonly graceDays: number;
  /** In minor units. A smaller amount due never suspends a service. */
  readonly suspendMinAmount: number;
  /** Days from suspension to termination. 0 is never. */
  readonly terminateDays: number;
}

/** Returns the days of a list that have passed. */
export function passed(days: readonly number[], dueAt: number, at: number): number[] {
  return days.filter((day) => dueAt + day * DAY <= at);
}

/** Returns when the customer is warned of the suspension. */
export function warnAt(dueAt: number, { graceDays }: Pick<DunningSettings, 'graceDays'>): number {
  return Math.max(dueAt, dueAt + graceDays * DAY - WARN_BEFORE_MS);
}

/** Returns the day of suspension that a warning sent at `at` names. */
export function suspensionDay(dueAt: number, { graceDays }: Pick<DunningSettings, 'graceDays'>, at: number): number {
  return Math.max(dueAt + graceDays * DAY, at + NOTICE_MS);
}

interface Progress {
  readonly dueAt: number;
  /** The day of suspension that the customer was notified of. Null before the warning. */
  readonly suspendAt: number | null;
  readonly isSuspended: boolean;
  /** True if the amount due is large enough for a suspension. */
  readonly isEnough: boolean;
}

/** Returns when to check an unpaid invoice again, or null for never. A step that could not be done yet stays due. */
export function nextCheckAt(progress: Progress, settings: DunningSettings, at: number): number | null {
  const { dueAt, suspendAt, isSuspended, isEnough } = progress;
  const times = [...REMINDER_DAYS, ...RETRY_DAYS].map((day) => dueAt + day * DAY).filter((time) => time > at);
  if (isEnough && !isSuspended) times.push(suspendAt ?? warnAt(dueAt, settings));
  return times.length === 0 ? null : Math.min(...times);
}
