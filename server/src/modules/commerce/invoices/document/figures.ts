import { decimalsOf } from '#kernel/currency.ts';

/** Formats integer amounts for documents. */

/** `1234.50`, `-0.99`: exact, however large. */
export function writeAmount(amount: number, currency: string): string {
  return shift(amount, decimalsOf(currency));
}

/** `1900` is `19`, `550` is `5.5`. */
export function writePercent(hundredths: number): string {
  return shift(hundredths, 2).replace(/\.?0+$/, '');
}

/** The previous day of `2026-03-01` is `2026-02-28`. */
function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** Returns the last day of a line. A period ends where the next one begins. */
export function lastDayOf({ from, to }: { from: string; to: string }): string {
  return to > from ? dayBefore(to) : from;
}

function shift(integer: number, digits: number): string {
  const sign = integer < 0 ? '-' : '';
  const text = String(Math.abs(integer)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
