import { describe, expect, it } from 'vitest';
import { AccountLine } from './account-line.ts';
import type { ClaimedDelivery, Target } from './claim.ts';
import { Lane, Origin } from './lane.ts';

const target: Target = {
  id: 1,
  account_id: 1,
  url: 'https://receiver.example.com/hook',
  status: 'active',
  secret: '',
  previous_secret: null,
  previous_secret_until: null,
  failing_since: null,
};
const delivery: ClaimedDelivery = {
  id: 1,
  target,
  eventId: 1,
  event: 'ticket.created',
  body: Buffer.alloc(0),
  attempts: 0,
  log: '[]',
  traceparent: null,
};

function openLane(failing_since: number | null = null): Lane {
  return new Lane({ ...target, failing_since }, new AccountLine<Lane>(1), new Origin('https://receiver.example.com'));
}

function wait(lane: Lane, count: number): void {
  for (let number = 0; number < count; number++) lane.waiting.push({ delivery, since: 0 });
}

function answer(lane: Lane, times: number, ms = 999): Lane {
  for (let number = 0; number < times; number++) lane.noteAnswer(ms);
  return lane;
}

/** Returns the number of permitted concurrent requests by starting them. */
function countStarts(lane: Lane): number {
  wait(lane, 1);
  for (lane.inFlight = 0; lane.canStart; ) lane.inFlight++;
  return lane.inFlight;
}

describe('the requests under way to a receiver', () => {
  it('are four to one that nothing is known of, and one to one that fails', () => {
    expect(countStarts(openLane())).toBe(4);
    expect(countStarts(openLane(1_000))).toBe(1);
  });

  it('are none where nothing waits', () => {
    expect(openLane().canStart).toBe(false);
  });

  it('are one more with every prompt answer, up to a limit', () => {
    expect(countStarts(answer(openLane(1_000), 1))).toBe(2);
    expect(countStarts(answer(openLane(), 27))).toBe(31);
    expect(countStarts(answer(openLane(), 1_000))).toBe(32);
  });

  it('are as at the beginning again after one answer that took a second', () => {
    expect(countStarts(answer(answer(openLane(), 20), 1, 1_000))).toBe(4);
    expect(countStarts(answer(openLane(1_000), 1, 1_000))).toBe(1);
  });

  it('are half as many with every silence, and never none', () => {
    const lane = answer(openLane(), 3);
    const found = Array.from({ length: 4 }, () => {
      lane.noteSilence();
      return countStarts(lane);
    });
    expect(found).toEqual([3, 1, 1, 1]);
  });
});

describe('what is held for a receiver', () => {
  it('is nothing in advance until it has answered promptly', () => {
    expect(openLane().capacity).toBe(4);
    expect(answer(openLane(1_000), 3).capacity).toBe(4);
    expect(answer(openLane(), 1).capacity).toBe(5 * 8);
  });

  it('is filled up when half of it is gone, wherever the rest is', () => {
    const lane = openLane();
    wait(lane, 1);
    lane.inFlight = 1;
    expect([lane.held, lane.wantsMore]).toEqual([2, true]);
    wait(lane, 1);
    expect([lane.held, lane.wantsMore]).toEqual([3, false]);
  });
});
