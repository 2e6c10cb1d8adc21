import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followAll } from './follow-all.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Fake server whose actions end on demand; a request with a wait time is answered when that time is over. */
function makeServer() {
  const ended = new Set<number>();
  const open = new Set<number>();
  let [asked, most] = [0, 0];
  return {
    end: (...actions: number[]) => actions.forEach((action) => void ended.add(action)),
    counts: () => ({ asked, most }),
    async ask(action: number, seconds: number): Promise<string | undefined> {
      asked += 1;
      open.add(action);
      most = Math.max(most, open.size);
      for (let waited = 0; waited < seconds * 10 && !ended.has(action); waited += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      open.delete(action);
      return ended.has(action) ? 'done' : undefined;
    },
  };
}

it('waits for two actions at a time, and long actions do not delay the results of others', async () => {
  const server = makeServer();
  const told: number[] = [];
  const actions = Array.from({ length: 25 }, (_, index) => index);
  followAll(actions, {
    ask: server.ask,
    onEnd: (action) => told.push(action),
    signal: new AbortController().signal,
  });
  server.end(...actions.slice(2));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.counts().most).toBe(2);
  expect(told.toSorted((a, b) => a - b)).toEqual(actions.slice(2));
  server.end(0, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toHaveLength(25);
});

it('polls each action once a second if the server answers without waiting, until it is aborted', async () => {
  const stop = new AbortController();
  let asked = 0;
  followAll(['one', 'other'], {
    ask: async () => {
      asked += 1;
      return undefined;
    },
    onEnd: () => undefined,
    signal: stop.signal,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBeGreaterThanOrEqual(20);
  expect(asked).toBeLessThanOrEqual(24);
  stop.abort();
  const before = asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(before);
});
