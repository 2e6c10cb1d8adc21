import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { hasFallen } from './boot.ts';

const boot = { name: 'vps-1', pid: 7, bootedAt: '2026-11-16T12:00:00Z' };
const running = { type: 'container', status: 'Running', state: { pid: 7 }, last_used_at: boot.bootedAt };

/** Returns an engine that reports the given states one after the other; the last one repeats. */
function engineThatSays(...states: object[]) {
  let reads = 0;
  const call = async () => ({ metadata: states[Math.min(reads++, states.length - 1)] });
  const context = { client: { call }, operations: { settle: async () => [] } } as unknown as Context;
  return { context, reads: () => reads };
}

it.each([
  ['is off', { status: 'Stopped' }],
  ['was rebooted', { state: { pid: 8 }, last_used_at: '2026-11-16T12:05:00Z' }],
])('attributes a killed command to the machine if the engine reports late that it %s', async (_how, later) => {
  const slow = Array.from({ length: 12 }, () => running);
  const { context, reads } = engineThatSays(...slow, { ...running, ...later });
  expect(await hasFallen(context, boot, 143, undefined)).toBe(true);
  expect(reads()).toBe(13);
});

it('does not wait after a command that failed by itself', async () => {
  const { context, reads } = engineThatSays(running);
  expect(await hasFallen(context, boot, 1, undefined)).toBe(false);
  expect(reads()).toBe(1);
});
