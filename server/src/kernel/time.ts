/** Source of the time in epoch milliseconds. Tests use their own. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const days = new Map<number, string>();
const KNOWN_DAYS = 4096;

/**
 * Formats a time as `2026-11-15T01:50:36+00:00`, the only format of the API. A page contains dozens of times, so the
 * date is cached and only the time of day is computed.
 */
export function formatTime(ms: number): string {
  const day = Math.floor(ms / DAY);
  const seconds = Math.floor((ms - day * DAY) / SECOND);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${formatDay(day)}T${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes - hours * 60]}:${TWO_DIGITS[seconds - minutes * 60]}+00:00`;
}

function formatDay(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    if (days.size >= KNOWN_DAYS) days.clear();
    text = new Date(day * DAY).toISOString().slice(0, 10);
    days.set(day, text);
  }
  return text;
}

export function formatOptionalTime(ms: number | null): string | null {
  return ms === null ? null : formatTime(ms);
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i;

/** Parses an ISO date, a date-time with offset, or epoch seconds. Returns undefined for anything else. */
export function parseTime(text: string): number | undefined {
  if (/^\d{1,11}$/.test(text)) return Number(text) * SECOND;
  // An unescaped plus sign in a query string arrives as a space.
  const restored = text.replace(/ (?=\d\d:\d\d$)/, '+');
  if (!DATE_TIME.test(restored)) return undefined;
  const ms = Date.parse(restored);
  return Number.isNaN(ms) ? undefined : ms;
}
