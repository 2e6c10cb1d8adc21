import { expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { describeInterruption } from './interruption.ts';

const off = { status: 'stopped', pending: null } as const;
const STOPPED = 'The VPS was stopped in the middle of it. Start it, and try again.';

it('of a server that went off by itself is told when that was no reboot', () => {
  const now = 1_800_000_000_000;
  expect(describeInterruption({ ...off, offSince: now }, now)).toBeUndefined();
  expect(describeInterruption({ ...off, offSince: now }, now + 5 * MINUTE - 1)).toBeUndefined();
  expect(describeInterruption({ ...off, offSince: now }, now + 5 * MINUTE)).toBe(STOPPED);
});

it('of a server that was stopped is told at once', () => {
  expect(describeInterruption({ ...off, offSince: null }, 0)).toBe(STOPPED);
  expect(describeInterruption({ status: 'running', pending: 'stop', offSince: null }, 0)).toBe(STOPPED);
});

it('is none where the server runs, or is about to', () => {
  expect(describeInterruption({ status: 'running', pending: null, offSince: null }, 0)).toBeUndefined();
  expect(describeInterruption({ status: 'restarting', pending: 'restart', offSince: null }, 0)).toBeUndefined();
  expect(describeInterruption({ ...off, pending: 'start', offSince: null }, 0)).toBeUndefined();
});
