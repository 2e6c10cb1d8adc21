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

describe('the number of concurrent requests to a receiver', () => {
  it('is four for a new receiver, and one for a failing receiver', () => {
    expect(countStarts(openLane())).toBe(4);
    expect(countStarts(openLane(1_000))).toBe(1);
  });

  it('is zero if no delivery waits', () => {
    expect(openLane().canStart).toBe(false);
  });

  it('grows by one with every prompt response, up to 32', () => {
    expect(countStarts(answer(openLane(1_000), 1))).toBe(2);
    expect(countStarts(answer(openLane(), 27))).toBe(31);
    expect(countStarts(answer(openLane(), 1_000))).toBe(32);
  });

  it('returns to its initial value after a response that took a second', () => {
    expect(countStarts(answer(answer(openLane(), 20), 1, 1_000))).toBe(4);
    expect(countStarts(answer(openLane(1_000), 1, 1_000))).toBe(1);
  });

  it('is halved with every timeout, but is at least one', () => {
    const lane = answer(openLane(), 3);
    const found = Array.from({ length: 4 }, () => {
      lane.noteSilence();
      return countStarts(lane);
    });
    expect(found).toEqual([3, 1, 1, 1]);
  });
});

describe('the number of deliveries held for a receiver', () => {
  it('includes none in advance until the receiver has responded promptly', () => {
    expect(openLane().capacity).toBe(4);
    expect(answer(openLane(1_000), 3).capacity).toBe(4);
    expect(answer(openLane(), 1).capacity).toBe(5 * 8);
  });

  it('is refilled when half of them are done, whether the rest waits or is in progress', () => {
    const lane = openLane();
    wait(lane, 1);
    lane.inFlight = 1;
    expect([lane.held, lane.wantsMore]).toEqual([2, true]);
    wait(lane, 1);
    expect([lane.held, lane.wantsMore]).toEqual([3, false]);
  });
});
