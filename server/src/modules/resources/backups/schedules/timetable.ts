import { DAY, MINUTE } from '#kernel/time.ts';

export const FREQUENCIES = ['daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A recurring time in UTC, where all days have the same length. */
export interface Timetable {
  frequency: Frequency;
  /** For example `03:30`. */
  time: string;
  /** Weekly timetables only. */
  weekday: Weekday | null;
}

/** The epoch began on a Thursday, index 3 of `WEEKDAYS`. */
const FIRST_WEEKDAY = 3;
const MINUTES_A_DAY = DAY / MINUTE;

/** Returns the first matching time after the given one. */
export function nextTime({ time, weekday }: Timetable, after: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const first = Math.floor(after / DAY) * DAY + (hours * 60 + minutes) * MINUTE;
  for (let at = first; ; at += DAY) {
    if (at > after && (weekday === null || weekdayOf(at) === weekday)) return at;
  }
}

/** Returns a default time of day. Neighbouring ids get distant times, which spreads the load. */
export function spreadTime(id: number): string {
  // 889 is near the golden section of a day and coprime to its minutes, so every minute is used before one repeats.
  const minute = ((id % MINUTES_A_DAY) * 889) % MINUTES_A_DAY;
  const text = (number: number) => String(number).padStart(2, '0');
  return `${text(Math.floor(minute / 60))}:${text(minute % 60)}`;
}

export function spreadWeekday(id: number): Weekday {
  return WEEKDAYS[id % 7] as Weekday;
}

function weekdayOf(at: number): Weekday {
  return WEEKDAYS[(Math.floor(at / DAY) + FIRST_WEEKDAY) % 7] as Weekday;
}
