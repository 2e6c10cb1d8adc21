import { DAY, HOUR, MINUTE } from '../time.ts';

/** Retention of readings: the first reading of every `spacing` is kept for `keptFor`, finest first. */
export const RETENTION = [
  { spacing: 0, keptFor: DAY },
  { spacing: 5 * MINUTE, keptFor: 7 * DAY },
  { spacing: HOUR, keptFor: 90 * DAY },
] as const;

const [FINE, MEDIUM, COARSE] = RETENTION;

/**
 * Returns until when a reading is kept. It depends only on the reading before, so thinning is one cheap delete by an
 * index.
 */
export function keepUntil(at: number, before: number | null): number {
  const isFirstOf = (spacing: number) => before === null || Math.floor(at / spacing) !== Math.floor(before / spacing);
  if (isFirstOf(COARSE.spacing)) return at + COARSE.keptFor;
  return at + (isFirstOf(MEDIUM.spacing) ? MEDIUM : FINE).keptFor;
}

/** Returns the spacing of readings of this age, if they are taken every `sampleEvery`. */
export function spacingAt(age: number, sampleEvery: number): number {
  const tier = RETENTION.find(({ keptFor }) => age < keptFor) ?? RETENTION[RETENTION.length - 1];
  return Math.max(sampleEvery, tier?.spacing ?? HOUR);
}
