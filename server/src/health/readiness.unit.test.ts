import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SECOND } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { createReadinessCheck } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports the engines even if the database answers after their checks have expired', async () => {
  const answered = Promise.withResolvers<void>();
  const health = { reachable: true, version: 'LXD 5', detail: 'Fine', advice: null };
  const hostler = {
    db: { ping: () => answered.promise, peek: async () => [] },
    migrations: [],
    trouble: { current: undefined, isSpaceLow: false },
    engines: [{ name: 'vps', check: async () => health }],
  } as unknown as Hostler;
  const asked = createReadinessCheck(hostler, { isLeaving: () => false })(false);
  await vi.advanceTimersByTimeAsync(6 * SECOND);
  answered.resolve();
  expect(await asked).toEqual({
    ready: true,
    checks: { database: 'ok', engines: { vps: { reachable: true, version: 'LXD 5', state: 'ok' } } },
  });
});
