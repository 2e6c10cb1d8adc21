import { expect, it } from 'vitest';
import { fillDays, listMonths, nameMonth } from './traffic-months.ts';

const NOW = Date.parse('2026-03-31T12:00:00Z');

it('lists the months from this one back to the creation of the server', () => {
  expect(listMonths('2026-01-20T10:00:00+00:00', NOW)).toEqual(['2026-03', '2026-02', '2026-01']);
  expect(listMonths('2010-01-01T00:00:00+00:00', NOW)).toHaveLength(24);
});

it('names a month in any time zone of the viewer', () => {
  expect(nameMonth('2026-03')).toMatch(/March 2026/);
});

it('fills the days without traffic', () => {
  const days = fillDays('2028-02', [{ date: '2028-02-03', in_bytes: 1, out_bytes: 2 }]);
  expect(days).toHaveLength(29);
  expect(days[2]).toEqual({ date: '2028-02-03', in_bytes: 1, out_bytes: 2 });
  expect(days[28]).toEqual({ date: '2028-02-29', in_bytes: 0, out_bytes: 0 });
});
