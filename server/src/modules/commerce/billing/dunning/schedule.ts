import { DAY } from '../../../../kernel/time.ts';

/** Days after the due day. */
export const REMINDER_DAYS = [1, 7, 14] as const;
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** Whoever is suspended was told the day, by mail, so long before. */
export const NOTICE_MS = 3 * DAY;
/** A day more than that: the run is every hour, and nobody should be suspended later than the terms say. */
const WARN_BEFORE_MS = NOTICE_MS + DAY;

export interface DunningSettings {
  readonly graceDays: number;
  /** In minor units: nobody is suspended for less. */
  readonly suspendMinAmount: number;
  /** After the suspension; never when 0. */
  readonly terminateDays: number;
}

/** The days of a list that have passed. */
export function passed(days: readonly number[], dueAt: number, at: number): number[] {
  return days.filter((day) => dueAt + day * DAY <= at);
}

/** When a customer is told the day of the suspension. */
export function warnAt(dueAt: number, { graceDays }: Pick<DunningSettings, 'graceDays'>): number {
  return Math.max(dueAt, dueAt + graceDays * DAY - WARN_BEFORE_MS);
}

/** The day that somebody who is warned now is told. */
export function suspensionDay(dueAt: number, { graceDays }: Pick<DunningSettings, 'graceDays'>, at: number): number {
  return Math.max(dueAt + graceDays * DAY, at + NOTICE_MS);
}

interface Progress {
  readonly dueAt: number;
  /** The day that the customer was told; null before that. */
  readonly suspendAt: number | null;
  readonly isSuspended: boolean;
  /** Whether it is enough to be suspended for. */
  readonly isEnough: boolean;
}

/** When to look at an unpaid invoice again; null is never. What could not be done yet stays due. */
export function nextLook(progress: Progress, settings: DunningSettings, at: number): number | null {
  const { dueAt, suspendAt, isSuspended, isEnough } = progress;
  const times = [...REMINDER_DAYS, ...RETRY_DAYS].map((day) => dueAt + day * DAY).filter((time) => time > at);
  if (isEnough && !isSuspended) times.push(suspendAt ?? warnAt(dueAt, settings));
  return times.length === 0 ? null : Math.min(...times);
}
