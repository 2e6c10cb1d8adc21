import { readStoredTerms, type TrafficTerms } from './terms.ts';

/** Billed traffic of a month under the same terms. */
export interface TrafficPart {
  readonly terms: TrafficTerms;
  readonly bytes: number;
  /** In minor units. Grows with the traffic up to the cap at that time, and never falls. */
  readonly charge: number;
}

/** The traffic of a month as it is stored. */
export interface MonthState {
  readonly out_bytes: number;
  /** JSON of TrafficTerms; null if the traffic is unmetered. */
  readonly terms: string | null;
  /** Outbound bytes of the month beyond which they are billed; null if they are not. */
  readonly billable_from: number | null;
  /** Charge under the current terms. */
  readonly charge: number;
  /** JSON of TrafficPart[] under earlier terms of the month; null if there are none. */
  readonly parts: string | null;
}

/** Returns the billed traffic under earlier terms of the month. */
function readParts({ parts }: Pick<MonthState, 'parts'>): TrafficPart[] {
  return parts === null ? [] : (JSON.parse(parts) as TrafficPart[]);
}

/** Returns all billed traffic of the month. */
export function listParts(month: MonthState): TrafficPart[] {
  const terms = readStoredTerms(month.terms);
  const bytes = beyondOf(month);
  return [...readParts(month), ...(terms && bytes > 0 ? [{ terms, bytes, charge: month.charge }] : [])];
}

/** Returns the billed bytes of the month under all terms. */
export function sumBytes(month: MonthState): number {
  return listParts(month).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the bytes that are billed under the current terms. */
export function beyondOf({ out_bytes, billable_from }: Pick<MonthState, 'out_bytes' | 'billable_from'>): number {
  return billable_from === null ? 0 : Math.max(0, out_bytes - billable_from);
}

/** Returns the charge under earlier terms of the month. */
export function settledOf(month: Pick<MonthState, 'parts'>): number {
  return readParts(month).reduce((sum, { charge }) => sum + charge, 0);
}
