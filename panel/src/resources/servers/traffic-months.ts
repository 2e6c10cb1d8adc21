import { locale } from '../../locales/choice.ts';

/** Months that are kept. */
const MOST_MONTHS = 24;

/** Lists months to choose from, this one first, back to the creation of the server. */
export function listMonths(createdAt: string | undefined, now: number): string[] {
  const first = createdAt?.slice(0, 7) ?? '';
  const today = new Date(now);
  const months = Array.from({ length: MOST_MONTHS }, (_, ago) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  );
  return months.filter((month, index) => index === 0 || month >= first);
}

/** Formats `November 2026` in the viewer's locale. */
export function nameMonth(month: string): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
}

/** Returns every day of a month, with 0 for days without traffic. */
export function fillDays<T extends { date: string; in_bytes: number; out_bytes: number }>(
  period: string,
  days: readonly T[],
): { date: string; in_bytes: number; out_bytes: number }[] {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const known = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: new Date(Date.UTC(year, month, 0)).getUTCDate() }, (_, index) => {
    const date = `${period}-${String(index + 1).padStart(2, '0')}`;
    return known.get(date) ?? { date, in_bytes: 0, out_bytes: 0 };
  });
}

/** Month in the address; without it, the current one. */
export function readTrafficSearch(given: Record<string, unknown>): { readonly period?: string } {
  const { period } = given;
  return typeof period === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(period) ? { period } : {};
}
