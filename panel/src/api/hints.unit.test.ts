import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToHints } from './hints.ts';

class SilentSource {
  static made: SilentSource[] = [];
  onerror: () => void = () => undefined;
  constructor() {
    SilentSource.made.push(this);
  }
  addEventListener(): void {}
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('EventSource', SilentSource);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['is refused', () => SilentSource.made.at(-1)?.onerror()],
  ['never begins', () => undefined],
])('if the hint stream %s, cached queries are invalidated every minute', async (_how, answer) => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => ({ ok: true }));
  const client = new QueryClient();
  const key = ['api', 1, 'live', 'tickets', 'list'];
  const stop = listenToHints({ accountId: 1, environment: 'live' }, client);
  for (let minute = 0; minute < 3; minute += 1) {
    client.setQueryData(key, []);
    for (let second = 0; second < 60; second += 1) {
      answer();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  }
  stop();
  client.clear();
});

it('leaving an account invalidates its cached queries, and not those of other accounts', () => {
  const client = new QueryClient();
  const [left, entered] = [
    ['api', 1, 'live', 'tickets', 'list'],
    ['api', 2, 'live', 'tickets', 'list'],
  ];
  for (const key of [left, entered]) client.setQueryData(key, []);
  const stop = listenToHints({ accountId: 1, environment: 'live' }, client);
  expect(client.getQueryState(left)?.isInvalidated).toBe(false);
  stop();
  expect(client.getQueryState(left)?.isInvalidated).toBe(true);
  expect(client.getQueryState(entered)?.isInvalidated).toBe(false);
});
