import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeLackOfSpace, measureDisk } from './disk.ts';
import { describeOldServer } from './measure.ts';

const GIBIBYTE = 2 ** 30;
const need = (folder: string, needed_bytes: number, free_bytes: number) => ({
  ...{ folder, purpose: 'the copy', needed_bytes, free_bytes },
});

it('adds what folders of one disk need', () => {
  const [one, two] = [join(tmpdir(), 'not-there/copies'), tmpdir()];
  expect(describeLackOfSpace([need(one, GIBIBYTE, 1.5 * GIBIBYTE)])).toEqual([]);
  expect(describeLackOfSpace([need(one, GIBIBYTE, 1.5 * GIBIBYTE), need(two, GIBIBYTE, 1.5 * GIBIBYTE)])).toEqual([
    `The disk of ${one} and ${two} is too small: 2 GiB are needed and 1.5 GiB are free. Free some space first.`,
  ]);
});

it('measures a folder that does not exist yet', () => {
  expect(measureDisk(join(tmpdir(), 'not-there/copies'), 'the copy', 5).free_bytes).toBeGreaterThan(0);
});

it('refuses a PostgreSQL before 15', () => {
  expect(describeOldServer('PostgreSQL 14.9', 140_009)).toBe(
    'PostgreSQL 14.9 is too old: Hostler needs PostgreSQL 15 or newer. Upgrade PostgreSQL first, then Hostler.',
  );
  expect(describeOldServer('PostgreSQL 15.1', 150_001)).toBeUndefined();
  expect(describeOldServer('SQLite', undefined)).toBeUndefined();
});
