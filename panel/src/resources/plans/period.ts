export type Period = 'monthly' | 'yearly' | 'hourly';

const PERIODS: readonly unknown[] = ['monthly', 'yearly', 'hourly'] satisfies Period[];

/** Reads the period from an address. */
export function readPeriod(given: unknown): Period | undefined {
  return PERIODS.includes(given) ? (given as Period) : undefined;
}
