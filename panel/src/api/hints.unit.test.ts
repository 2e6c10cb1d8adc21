import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToHints } from './hints.ts';

class SilentSource {
  addEventListener(): void {}
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('EventSource', SilentSource);
});
afterEach(() => vi.unstubAllGlobals());

it('what was known of an account that is left is asked again by whoever comes back', () => {
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
