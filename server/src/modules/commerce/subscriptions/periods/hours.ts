import { HOUR } from '#kernel/time.ts';
import type { Span } from './proration.ts';

/** Usage at one rate. Hours are counted from its start, and each belongs to the month in which it begins. */
export interface Use extends Span {
  /** Price of each started hour. */
  readonly rate: number;
  /** Maximum price of a month at this rate. Null is unlimited. */
  readonly cap: number | null;
}

/** Returns the number of hours started within the span. */
export function startedHours(use: Span, span: Span): number {
  const until = Math.min(use.end, span.end);
  const begunBefore = (moment: number) => Math.max(0, Math.ceil((moment - use.start) / HOUR));
  return Math.max(0, begunBefore(until) - begunBefore(Math.min(span.start, until)));
}

/** Returns the cost of the uses of one subscription in a month, limited by its highest cap. */
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

/** Returns the boundary between two hours of a use, rounded down or up from a moment. */
export function hourBorder(start: number, at: number, round: 'down' | 'up'): number {
  const hours = Math.max(0, at - start) / HOUR;
  return start + (round === 'up' ? Math.ceil(hours) : Math.floor(hours)) * HOUR;
}
