import { DAY, MINUTE } from '#kernel/time.ts';

export interface QuietHours {
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly time_zone: string;
}

const MINUTES_OF_DAY = DAY / MINUTE;

/** Returns when the current quiet hours end. Undefined outside of them. */
export function endOfQuiet({ quiet_from, quiet_to, time_zone }: QuietHours, now: number): number | undefined {
  if (quiet_from === null || quiet_to === null) return undefined;
  const [from, to] = [readMinutes(quiet_from), readMinutes(quiet_to)];
  const local = minutesIn(time_zone, now);
  // Minutes since the beginning of the quiet hours, which may span midnight.
  const into = (local - from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const length = (to - from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  if (into >= length) return undefined;
  return correctForChange(time_zone, now - (now % MINUTE) + (length - into) * MINUTE, to);
}

/** Corrects the end in a night with a clock change. If `to` itself is skipped, the end is later. */
function correctForChange(timeZone: string, end: number, to: number): number {
  const half = MINUTES_OF_DAY / 2;
  const late = ((minutesIn(timeZone, end) - to + half + MINUTES_OF_DAY) % MINUTES_OF_DAY) - half;
  const corrected = end - late * MINUTE;
  return minutesIn(timeZone, corrected) === to ? corrected : end;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function readMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function minutesIn(timeZone: string, now: number): number {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return readMinutes(clock.format(now));
}
