import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeLackOfSpace, formatBytes, measureDisk } from './disk.ts';
import { describeOldServer } from './measure.ts';

const GIGABYTE = 1e9;
const need = (folder: string, needed_bytes: number, free_bytes: number) => ({
  ...{ folder, purpose: 'the copy', needed_bytes, free_bytes },
});

it('adds what folders of one disk need', () => {
  const [one, two] = [join(tmpdir(), 'not-there/copies'), tmpdir()];
  expect(describeLackOfSpace([need(one, GIGABYTE, 1.5 * GIGABYTE)])).toEqual([]);
  expect(describeLackOfSpace([need(one, GIGABYTE, 1.5 * GIGABYTE), need(two, GIGABYTE, 1.5 * GIGABYTE)])).toEqual([
    `The disk of ${one} and ${two} is too small: 2.0 GB are needed and 1.5 GB are free. Free some space first.`,
  ]);
});

it('measures a folder that does not exist yet', () => {
  expect(measureDisk(join(tmpdir(), 'not-there/copies'), 'the copy', 5).free_bytes).toBeGreaterThan(0);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [5e15, '5000.0 TB'],
])('formats %d bytes', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('refuses a PostgreSQL before 15', () => {
  expect(describeOldServer('PostgreSQL 14.9', 140_009)).toBe(
    'PostgreSQL 14.9 is too old: Hostler needs PostgreSQL 15 or newer. Upgrade PostgreSQL first, then Hostler.',
  );
  expect(describeOldServer('PostgreSQL 15.1', 150_001)).toBeUndefined();
  expect(describeOldServer('SQLite', undefined)).toBeUndefined();
});
