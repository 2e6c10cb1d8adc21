import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '../time.ts';
import { createReading } from './reading.ts';

let answers: PromiseWithResolvers<number>[];
const ask = () => {
  const answer = Promise.withResolvers<number>();
  answers.push(answer);
  return answer.promise;
};

beforeEach(() => {
  answers = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('values from the database', () => {
  it('are read once for concurrent scrapes, and again after a few seconds', async () => {
    const read = createReading(ask);
    const wanted = [read(), read(), read()];
    answers[0]?.resolve(7);
    expect(await Promise.all(wanted)).toEqual([7, 7, 7]);
    expect(await read()).toBe(7);
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6 * SECOND);
    const again = read();
    answers[1]?.resolve(8);
    expect(await again).toBe(8);
  });

  it('are left out if there is no answer in time, without a second query', async () => {
    const read = createReading(ask);
    for (let scrape = 0; scrape < 3; scrape++) {
      const wanted = read();
      await vi.advanceTimersByTimeAsync(3 * SECOND);
      expect(await wanted).toBeUndefined();
    }
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    const again = read();
    answers[1]?.resolve(1);
    expect(await again).toBe(1);
  });

  it('are left out if the query fails', async () => {
    const read = createReading(async () => {
      throw new Error('the database is away');
    });
    expect(await read()).toBeUndefined();
  });
});
