import { DAY, HOUR, MINUTE } from '../../../../kernel/time.ts';

/** Readings are thinned with age: the first of every `spacing` is kept that long, the finest first. */
export const RETENTION = [
  { spacing: 0, keptFor: DAY },
  { spacing: 5 * MINUTE, keptFor: 7 * DAY },
  { spacing: HOUR, keptFor: 90 * DAY },
] as const;

/** How far apart readings of that age are, when they are taken every `sampleEvery`. */
export function spacingAt(age: number, sampleEvery: number): number {
  const tier = RETENTION.find(({ keptFor }) => age < keptFor) ?? RETENTION[RETENTION.length - 1];
  return Math.max(sampleEvery, tier?.spacing ?? HOUR);
}
