import { expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { describeInterruption } from './interruption.ts';

const off = { status: 'stopped', pending: null } as const;
const STOPPED = 'The server was stopped in the middle of it. Start it, and try again.';

it('reports a server that went off by itself as stopped only after 5 minutes, to allow for a reboot', () => {
  const now = 1_800_000_000_000;
  expect(describeInterruption({ ...off, offSince: now }, now)).toBeUndefined();
  expect(describeInterruption({ ...off, offSince: now }, now + 5 * MINUTE - 1)).toBeUndefined();
  expect(describeInterruption({ ...off, offSince: now }, now + 5 * MINUTE)).toBe(STOPPED);
});

it('reports a server that was stopped on purpose immediately', () => {
  expect(describeInterruption({ ...off, offSince: null }, 0)).toBe(STOPPED);
  expect(describeInterruption({ status: 'running', pending: 'stop', offSince: null }, 0)).toBe(STOPPED);
});

it('reports no interruption if the server is running, restarting or starting', () => {
  expect(describeInterruption({ status: 'running', pending: null, offSince: null }, 0)).toBeUndefined();
  expect(describeInterruption({ status: 'restarting', pending: 'restart', offSince: null }, 0)).toBeUndefined();
  expect(describeInterruption({ ...off, pending: 'start', offSince: null }, 0)).toBeUndefined();
});
