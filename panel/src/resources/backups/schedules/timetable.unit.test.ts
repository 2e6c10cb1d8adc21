import type { BackupSchedule } from '@hostler/sdk';
import { describe, expect, it } from 'vitest';
import { tellTimetable, toLocalTime } from './timetable.ts';

describe('the times of a backup schedule', () => {
  it('are described in words', () => {
    const daily = { frequency: 'daily', time: '03:30', weekday: null } as BackupSchedule;
    expect(tellTimetable(daily)).toBe('Every day at 03:30 UTC');
    expect(tellTimetable({ ...daily, frequency: 'weekly', weekday: 'monday' })).toBe('Mondays at 03:30 UTC');
  });

  it('are also shown in the time zone of the viewer, unless they are the same or incomplete', () => {
    const winter = new Date('2026-01-15T12:00:00Z');
    expect(toLocalTime('03:30', 'Europe/Berlin', winter)).toBe('04:30');
    expect(toLocalTime('23:30', 'Asia/Kolkata', winter)).toBe('05:00');
    expect(toLocalTime('03:30', 'UTC', winter)).toBeNull();
    expect(toLocalTime('3:3', 'Europe/Berlin', winter)).toBeNull();
  });
});
