import { describe, expect, it } from 'vitest';
import { MINUTE } from '../time.ts';
import { MemoryRateCounter, rateLimitExceeded, rateState, windowOf } from './rate-limit.ts';

describe('the rate limit window of a time', () => {
  it('is its clock minute', () => {
    expect(windowOf(0)).toBe(0);
    expect(windowOf(MINUTE - 1)).toBe(0);
    expect(windowOf(MINUTE)).toBe(1);
  });
});

describe('counting in memory', () => {
  it('counts each name separately and restarts with the window', () => {
    const counter = new MemoryRateCounter();
    expect([counter.increment('a', 1), counter.increment('a', 1), counter.increment('b', 1)]).toEqual([1, 2, 1]);
    expect([counter.increment('a', 2), counter.increment('b', 2)]).toEqual([1, 1]);
    expect(counter.problem()).toBeUndefined();
  });
});

describe('counting too many names', () => {
  it('drops the oldest and keeps counting the others', () => {
    const counter = new MemoryRateCounter();
    counter.increment('first', 1);
    counter.increment('second', 1);
    for (let other = 0; other < 99_999; other++) counter.increment(`address ${other}`, 1);
    expect(counter.increment('second', 1)).toBe(2);
    expect(counter.increment('first', 1)).toBe(1);
  });
});

describe('the state of a rate limit', () => {
  it('contains the remaining requests and the end of the window in epoch seconds', () => {
    expect(rateState(10, 3, 90_000)).toEqual({ limit: 10, remaining: 7, reset: 120 });
    expect(rateState(10, 12, 90_000)).toEqual({ limit: 10, remaining: 0, reset: 120 });
  });

  it('contains the seconds to wait when it is used up, at least one', () => {
    for (const [now, seconds] of [
      [60_000, 60],
      [90_000, 30],
      [90_001, 30],
      [119_999, 1],
    ] as const) {
      const error = rateLimitExceeded(120, now);
      expect(error.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(error.headers).toEqual({ 'retry-after': String(seconds) });
      expect(error.message).toContain(`${seconds} seconds`);
    }
  });
});
