/**
 * Days, months and years for accounting, in the time zone of the seller, whatever the zone of the machine. All
 * functions take and return epoch milliseconds. A day is written `2026-11-03`, a month `2026-11`.
 */

interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function isTimeZone(zone: string): boolean {
  // Skips the load of the time zone data, which is slow.
  if (zone === 'UTC') return true;
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

export function yearIn(zone: string, at: number): number {
  return localTime(zone, at).year;
}

export function dayIn(zone: string, at: number): string {
  const { year, month, day } = localTime(zone, at);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

export function monthIn(zone: string, at: number): string {
  return dayIn(zone, at).slice(0, 7);
}

/** Returns the start of the day that contains `at`, and the start of the next day. */
export function dayAround(zone: string, at: number): { start: number; end: number } {
  const { year, month, day } = localTime(zone, at);
  return { start: startOfDay(zone, year, month, day), end: startOfDay(zone, year, month, day + 1) };
}

/** Returns the start of a month, counted from the month that contains `at`. */
export function monthStart(zone: string, at: number, monthsLater = 0): number {
  const { year, month } = localTime(zone, at);
  return startOfDay(zone, year, month + monthsLater, 1);
}

/**
 * Parses a month such as `2026-11` into its start and the start of the next. Returns undefined for an invalid month.
 */
export function readMonth(zone: string, text: string): { start: number; end: number } | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return {
    start: startOfDay(zone, Number(year), Number(month), 1),
    end: startOfDay(zone, Number(year), Number(month) + 1, 1),
  };
}

export function yearStart(zone: string, year: number): number {
  return startOfDay(zone, year, 1, 1);
}

/**
 * Returns the start of a day. Days and months out of range overflow into the next. If the clocks skip midnight, the day
 * starts after the gap.
 */
function startOfDay(zone: string, year: number, month: number, day: number): number {
  const wanted = Date.UTC(year, month - 1, day);
  // The offset at the result may differ from the offset at the guess, so it is computed twice.
  let guess = wanted - offsetOf(zone, wanted);
  guess = wanted - offsetOf(zone, guess);
  return guess + offsetOf(zone, guess) < wanted ? wanted - offsetOf(zone, guess) : guess;
}

/** Returns how far the zone is ahead of UTC at that time. */
function offsetOf(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = localTime(zone, at);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

function localTime(zone: string, at: number): LocalTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const numeric = 'numeric' as const;
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', era: undefined, ...fields });
    formats.set(zone, format);
  }
  return format;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
