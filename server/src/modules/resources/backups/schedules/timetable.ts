import { DAY, MINUTE } from '../../../../kernel/time.ts';

export const FREQUENCIES = ['daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When something comes around, in UTC: days there are all of one length. */
export interface Timetable {
  frequency: Frequency;
  /** `03:30` */
  time: string;
  /** Of a weekly one. */
  weekday: Weekday | null;
}

/** The epoch began on a Thursday. */
const FIRST_WEEKDAY = 3;
const MINUTES_A_DAY = DAY / MINUTE;

/** The first time after the given one. */
export function nextTime({ time, weekday }: Timetable, after: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const first = Math.floor(after / DAY) * DAY + (hours * 60 + minutes) * MINUTE;
  for (let at = first; ; at += DAY) {
    if (at > after && (weekday === null || weekdayOf(at) === weekday)) return at;
  }
}

/** A time of day for whoever asked for none: neighbouring ids are far apart, so that not all work comes at once. */
export function spreadTime(id: number): string {
  // About a golden section of the day, and with no divisor in common with it: every minute is met before one is met twice.
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
