import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [12_345_678, '11.8 MiB'],
  [1.5 * 2 ** 30, '1.5 GiB'],
  [5000 * 2 ** 50, '5000 PiB'],
])('formats %d bytes', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
