import { DAY, HOUR, MINUTE } from '../time.ts';

/** Readings are thinned with age: the first of every `spacing` is kept that long, the finest first. */
export const RETENTION = [
  { spacing: 0, keptFor: DAY },
  { spacing: 5 * MINUTE, keptFor: 7 * DAY },
  { spacing: HOUR, keptFor: 90 * DAY },
] as const;

const [FINE, MEDIUM, COARSE] = RETENTION;

/** Until when a reading is kept, settled when it comes after the one before: so thinning is one cheap delete by an index. */
export function keepUntil(at: number, before: number | null): number {
  const isFirstOf = (spacing: number) => before === null || Math.floor(at / spacing) !== Math.floor(before / spacing);
  if (isFirstOf(COARSE.spacing)) return at + COARSE.keptFor;
  return at + (isFirstOf(MEDIUM.spacing) ? MEDIUM : FINE).keptFor;
}

/** How far apart readings of that age are, when they are taken every `sampleEvery`. */
export function spacingAt(age: number, sampleEvery: number): number {
  const tier = RETENTION.find(({ keptFor }) => age < keptFor) ?? RETENTION[RETENTION.length - 1];
  return Math.max(sampleEvery, tier?.spacing ?? HOUR);
}
