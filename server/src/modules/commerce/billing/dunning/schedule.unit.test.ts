import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import { NOTICE_MS, nextCheckAt, passed, REMINDER_DAYS, suspensionDay, warnAt } from './schedule.ts';

const SETTINGS = { graceDays: 14, suspendMinAmount: 1, terminateDays: 0 };
const DUE = Date.parse('2027-03-01T00:00:00Z');
const read = (at: number, suspendAt: number | null = null, isSuspended = false, isEnough = true) =>
  nextCheckAt({ dueAt: DUE, suspendAt, isSuspended, isEnough }, SETTINGS, at);

describe('the dunning of an invoice', () => {
  it('sends reminders 1, 7 and 14 days after the due day', () => {
    expect(passed(REMINDER_DAYS, DUE, DUE + DAY - 1)).toEqual([]);
    expect(passed(REMINDER_DAYS, DUE, DUE + DAY)).toEqual([1]);
    expect(passed(REMINDER_DAYS, DUE, DUE + 30 * DAY)).toEqual([1, 7, 14]);
  });

  it('announces the day of the suspension 4 days before it', () => {
    expect(warnAt(DUE, SETTINGS)).toBe(DUE + 10 * DAY);
    expect(suspensionDay(DUE, SETTINGS, DUE + 10 * DAY + HOUR)).toBe(DUE + 14 * DAY);
  });

  it('never suspends earlier than 3 days after the warning mail, however late the run is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 0, max: 400 * DAY }), (graceDays, late) => {
        const at = warnAt(DUE, { graceDays }) + late;
        expect(suspensionDay(DUE, { graceDays }, at)).toBeGreaterThanOrEqual(at + NOTICE_MS);
        expect(suspensionDay(DUE, { graceDays }, at)).toBeGreaterThanOrEqual(DUE + graceDays * DAY);
      }),
    );
  });

  it('schedules the next check for the next due step, and none if no step remains', () => {
    expect(read(DUE)).toBe(DUE + DAY);
    expect(read(DUE + 5 * DAY)).toBe(DUE + 7 * DAY);
    expect(read(DUE + 8 * DAY)).toBe(DUE + 10 * DAY);
    expect(read(DUE + 10 * DAY, DUE + 14 * DAY)).toBe(DUE + 14 * DAY);
    // The warning stays due, because a payment is in progress.
    expect(read(DUE + 20 * DAY)).toBe(DUE + 10 * DAY);
    expect(read(DUE + 20 * DAY, DUE + 14 * DAY, true)).toBeNull();
    expect(read(DUE + 20 * DAY, null, false, false)).toBeNull();
  });
});
