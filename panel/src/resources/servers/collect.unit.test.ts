import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collect } from './collect.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('reads records that are wanted at the same time in one request, and each one once', async () => {
  const requests: number[][] = [];
  const read = collect(3, async (ids) => {
    requests.push([...ids]);
    return new Map(ids.filter((id) => id < 9).map((id) => [id, `record ${id}`]));
  });
  const first = Promise.all([1, 2, 1, 9].map(read));
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(await first).toEqual(['record 1', 'record 2', 'record 1', null]);
  const more = Promise.all([1, 2, 3, 4].map(read));
  await vi.advanceTimersByTimeAsync(10);
  expect(await more).toEqual(['record 1', 'record 2', 'record 3', 'record 4']);
  expect(requests).toEqual([[1, 2, 9], [1, 2, 3], [4]]);
});

it('fails all reads of a failed request, and the next one works', async () => {
  let fails = true;
  const read = collect(3, async (ids) => {
    if (fails) throw new Error('offline');
    return new Map(ids.map((id) => [id, id]));
  });
  const failed = Promise.allSettled([read(1), read(2)]);
  await vi.advanceTimersByTimeAsync(10);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  const again = read(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(await again).toBe(1);
});
