import { expect, it } from 'vitest';
import { formatSpan } from './times.ts';

it('formats a duration in its two largest units', () => {
  const minute = 60_000;
  const spans = [59_000, minute, 59 * minute, 60 * minute, 125 * minute, 52 * 60 * minute, 48 * 60 * minute];
  expect(spans.map(formatSpan)).toEqual(['< 1 min', '1 min', '59 min', '1 h', '2 h 5 min', '2 d 4 h', '2 d']);
});
