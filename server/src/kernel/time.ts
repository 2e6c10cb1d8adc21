/** Where the time comes from; tests put their own in. Epoch milliseconds. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `2026-11-15T01:50:36+00:00`: the API's one way to write a time. */
export function formatTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

export function formatOptionalTime(ms: number | null): string | null {
  return ms === null ? null : formatTime(ms);
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i;

/** Reads an ISO date or date-time with offset, or epoch seconds; undefined when it is neither. */
export function parseTime(text: string): number | undefined {
  if (/^\d{1,11}$/.test(text)) return Number(text) * SECOND;
  // A plus sign in a query string arrives as a space unless it was escaped; the intention is plain.
  const restored = text.replace(/ (?=\d\d:\d\d$)/, '+');
  if (!DATE_TIME.test(restored)) return undefined;
  const ms = Date.parse(restored);
  return Number.isNaN(ms) ? undefined : ms;
}
