import { t } from '@lingui/core/macro';
import { locale } from '../locales/choice.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** Formats `3 minutes ago`, `in 2 days` or `just now`. */
export function formatRelative(at: string, now: number): string {
  const distance = Date.parse(at) - now;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(distance) >= length) ?? [];
  return unit && size ? relative.format(Math.trunc(distance / size), unit) : t`just now`;
}

/** Formats `15 Nov 2026, 17:42:05 UTC` in the viewer's locale. */
export function formatExact(at: string, timeZone: string | null): string {
  return format(at, timeZone, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}

export function formatDate(at: string, timeZone: string | null): string {
  return format(at, timeZone, { year: 'numeric', month: 'short', day: 'numeric' });
}

/** Cached because creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(at: string, timeZone: string | null, options: Intl.DateTimeFormatOptions): string {
  const name = `${timeZone ?? ''}/${Object.keys(options).join()}`;
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) });
    formatters.set(name, formatter);
  }
  return formatter.format(new Date(at));
}

/** Formats the time of day: `14:30`. */
export function formatClock(at: string, timeZone: string | null): string {
  return format(at, timeZone, { hour: '2-digit', minute: '2-digit' });
}

/** Formats a duration in its two largest units: `2 d 4 h`, `12 min`. */
export function formatSpan(ms: number): string {
  const parts = [
    [Math.floor(ms / DAY), 'd'],
    [Math.floor((ms % DAY) / HOUR), 'h'],
    [Math.floor((ms % HOUR) / MINUTE), 'min'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '< 1 min';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
