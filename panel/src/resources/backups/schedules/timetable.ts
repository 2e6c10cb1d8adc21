import type { BackupSchedule } from '@hostler/sdk';
import { texts, WEEKDAYS } from './texts.ts';

export function tellTimetable({ frequency, weekday, time }: BackupSchedule): string {
  return frequency === 'weekly' && weekday ? texts.weeklyAt(WEEKDAYS[weekday], time) : texts.dailyAt(time);
}

/** Converts a time of day from UTC to the viewer's zone. Returns null if it is invalid or the same. */
export function toLocalTime(utc: string, timeZone: string | null, today: Date): string | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(utc) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const at = new Date(today);
  at.setUTCHours(Number(hours), Number(minutes), 0, 0);
  const local = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  }).format(at);
  return local === utc ? null : local;
}
