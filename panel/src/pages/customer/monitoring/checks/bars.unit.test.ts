import { expect, it } from 'vitest';
import { formatUptime, judgeBar, tellDay } from './bars.ts';

const bar = (hour: number, up: number, down: number) => ({
  start: `2026-11-15T${String(hour).padStart(2, '0')}:00:00Z`,
  up,
  down,
});

it('rates a half-hour as up, some, down or none by its results', () => {
  expect([bar(1, 30, 0), bar(1, 20, 10), bar(1, 0, 30), bar(1, 0, 0)].map(judgeBar)).toEqual([
    'up',
    'some',
    'down',
    'none',
  ]);
});

it('describes in words when the check was down', () => {
  expect(tellDay({ bars: [bar(1, 30, 0), bar(2, 20, 10)], uptime_24h: 83.33 }, 'UTC')).toMatch(
    /^83 % up in the last 24 hours, down in the half-hours from 0?2:00/,
  );
  expect(tellDay({ bars: [bar(1, 30, 0)], uptime_24h: 100 }, 'UTC')).toBe('100 % up in the last 24 hours, never down');
  expect(tellDay({ bars: [], uptime_24h: null }, 'UTC')).toBe('No results in the last 24 hours.');
});

it('does not round 99.99 % up to 100 %', () => {
  expect(formatUptime(99.99)).toMatch(/99.99/);
});
