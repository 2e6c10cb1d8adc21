import { DAY, SECOND } from '#kernel/time.ts';

/**
 * Cached, because creating a format costs a thousand times more than using it. There is one entry per configured time
 * zone.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const [two, timeZone] = ['2-digit', zone] as const;
    const date = { year: 'numeric', month: two, day: two } as const;
    clock = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      ...date,
      hour: two,
      minute: two,
      second: two,
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Returns the local time in the zone at that moment, encoded as if it were UTC. */
export function toWallClock(at: number, zone: string): number {
  if (zone === 'UTC') return at;
  const seconds = Math.floor(at / SECOND) * SECOND;
  const shown = Object.fromEntries(
    clockOf(zone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at - seconds);
}

/**
 * Returns when clocks in the zone show a local time. A repeated time is read as the first, and a skipped time as after
 * the jump.
 */
export function fromWallClock(shown: number, zone: string): number {
  if (zone === 'UTC') return shown;
  const offsetAt = (at: number) => toWallClock(at, zone) - at;
  const [before, after] = [shown - offsetAt(shown - DAY), shown - offsetAt(shown + DAY)];
  const right = [before, after].filter((at) => toWallClock(at, zone) === shown);
  return right.length > 0 ? Math.min(...right) : before;
}
