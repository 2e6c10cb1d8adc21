import { RANGES, type RangeName } from '../../../resources/servers/texts.ts';

/** Fragment of the address of the charts. */
export const CHARTS = 'charts';

/** State of the charts in the address. */
export interface ChartSearch {
  readonly range?: RangeName;
  /** Zoomed time range, in epoch seconds. */
  readonly from?: number;
  readonly to?: number;
}

export function readChartSearch(given: Record<string, unknown>): ChartSearch {
  const range = Object.keys(RANGES).find((name): name is RangeName => name === given.range);
  const [from, to] = [Number(given.from), Number(given.to)];
  const isZoomed = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && from < to;
  return { ...(range && { range }), ...(isZoomed && { from, to }) };
}

/** Returns the default range: shorter for a server younger than a day, so that the chart is not mostly empty. */
export function usualRange(createdAt: string, now: number): RangeName {
  const age = (now - Date.parse(createdAt)) / 1000;
  if (age < RANGES['1h'].seconds) return '1h';
  return age < RANGES['6h'].seconds ? '6h' : '24h';
}
