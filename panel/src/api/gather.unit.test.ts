import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gather } from './gather.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('passes hints on immediately, then at most once a second, with each name once', () => {
  const told: string[][] = [];
  const add = gather((names) => told.push([...names]));
  add(['tickets']);
  expect(told).toEqual([['tickets']]);
  for (let turn = 0; turn < 8; turn++) {
    add(['deliveries', 'webhooks']);
    vi.advanceTimersByTime(100);
  }
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(told.slice(1)).toEqual([['deliveries', 'webhooks']]);
  vi.advanceTimersByTime(5_000);
  expect(told).toHaveLength(2);
  add(['events']);
  expect(told.at(-1)).toEqual(['events']);
});
