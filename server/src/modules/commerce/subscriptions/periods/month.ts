import { fromWallClock, toWallClock } from './zone.ts';

/** A calendar month by the seller's clocks: what hourly usage is billed by. */
export interface Month {
  /** `2026-11` */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export function monthOf(at: number, zone: string): Month {
  const shown = new Date(toWallClock(at, zone));
  return monthFrom(shown.getUTCFullYear(), shown.getUTCMonth(), zone);
}

/** Of `2026-11`. */
export function monthNamed(name: string, zone: string): Month {
  const [year = 0, month = 1] = name.split('-').map(Number);
  return monthFrom(year, month - 1, zone);
}

function monthFrom(year: number, month: number, zone: string): Month {
  return {
    name: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7),
    start: fromWallClock(Date.UTC(year, month, 1), zone),
    end: fromWallClock(Date.UTC(year, month + 1, 1), zone),
  };
}
