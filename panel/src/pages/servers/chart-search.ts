import { RANGES, type RangeName } from './texts.ts';

/** What of the charts is in the address. */
export interface ChartSearch {
  readonly range?: RangeName;
  /** A part of the time that was zoomed into, in epoch seconds. */
  readonly from?: number;
  readonly to?: number;
}

export function readChartSearch(given: Record<string, unknown>): ChartSearch {
  const range = Object.keys(RANGES).find((name): name is RangeName => name === given.range);
  const [from, to] = [Number(given.from), Number(given.to)];
  const isZoomed = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && from < to;
  return { ...(range && { range }), ...(isZoomed && { from, to }) };
}

/** Of a server that is not a day old, as much as fits; a chart should not begin with a day of nothing. */
export function usualRange(createdAt: string, now: number): RangeName {
  const age = (now - Date.parse(createdAt)) / 1000;
  if (age < RANGES['1h'].seconds) return '1h';
  return age < RANGES['6h'].seconds ? '6h' : '24h';
}
