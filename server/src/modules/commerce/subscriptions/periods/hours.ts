import { HOUR } from '../../../../kernel/time.ts';
import type { Span } from './proration.ts';

/** Use at one rate. Its hours are counted from its start, and each belongs to the month in which it begins. */
export interface Use extends Span {
  /** For each hour that was begun. */
  readonly rate: number;
  /** The most that a month costs at this rate; null is no limit. */
  readonly cap: number | null;
}

/** How many hours were begun in the span, of a use that goes on until then or ended before. */
export function startedHours(use: Span, span: Span): number {
  const until = Math.min(use.end, span.end);
  const begunBefore = (moment: number) => Math.max(0, Math.ceil((moment - use.start) / HOUR));
  return Math.max(0, begunBefore(until) - begunBefore(Math.min(span.start, until)));
}

/** What the uses of one subscription cost in a month: never more than its highest cap. */
export function costOfMonth(uses: readonly Use[], month: Span): { hours: number; uncapped: number; cost: number } {
  let [hours, uncapped, cap] = [0, 0, 0];
  for (const use of uses) {
    const begun = startedHours(use, month);
    if (begun === 0) continue;
    hours += begun;
    uncapped += begun * use.rate;
    cap = Math.max(cap, use.cap ?? Number.POSITIVE_INFINITY);
  }
  return { hours, uncapped, cost: Math.min(uncapped, cap) };
}

/** The border between two hours of a use that is at or before the moment; at or after it where it is rounded up. */
export function hourBorder(start: number, at: number, round: 'down' | 'up'): number {
  const hours = Math.max(0, at - start) / HOUR;
  return start + (round === 'up' ? Math.ceil(hours) : Math.floor(hours)) * HOUR;
}
