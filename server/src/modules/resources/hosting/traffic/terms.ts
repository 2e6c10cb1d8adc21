import type { VpsTraffic as TrafficTerms, VpsBounds } from '#engines/vps/driver.ts';

export type { TrafficTerms };

/** Bytes of a gigabyte of traffic. */
export const GB = 1_000_000_000;

/** Mbit/s of a throttled server whose plan names no other limit. */
export const USUAL_THROTTLE_MBPS = 10;

/** Returns the terms of a server; undefined if its traffic is unmetered, as for everything sold before there were terms. */
export function termsOf({ bounds }: { readonly bounds: string }): TrafficTerms | undefined {
  // Most servers of an older installation have none; this saves the parsing.
  if (!bounds.includes('"traffic"')) return undefined;
  return (JSON.parse(bounds) as VpsBounds).traffic;
}

export function readStoredTerms(text: string | null): TrafficTerms | undefined {
  return text === null ? undefined : (JSON.parse(text) as TrafficTerms);
}

/** Returns null if the traffic is unmetered. */
export function includedBytes(terms: TrafficTerms | undefined): number | null {
  return terms === undefined ? null : terms.includedGb * GB;
}
