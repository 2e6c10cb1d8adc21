import { dayAround, dayIn } from '#kernel/calendar.ts';

interface Day {
  readonly day: string;
  readonly month: string;
}

/** Returns the day and the month of a time in the zone. Readings of one pass share their day, so it is computed once. */
export function createCalendar(timeZone: string): (at: number) => Day {
  let known: (Day & { start: number; end: number }) | undefined;
  return (at) => {
    if (known && at >= known.start && at < known.end) return known;
    const day = dayIn(timeZone, at);
    known = { day, month: day.slice(0, 7), ...dayAround(timeZone, at) };
    return known;
  };
}
