import { describe, expect, it } from 'vitest';
import { Lane } from './lanes.ts';

function fill(lane: Lane, accounts: readonly number[]): Map<number, number> {
  const shares = lane.shareOut(accounts);
  for (const [account, share] of shares) for (let left = share; left > 0; left--) lane.begin(account);
  return shares;
}

describe('the slots of a lane', () => {
  it('are never all taken by one account, which alone gets about a third', () => {
    const lane = new Lane('vps', 16);
    expect(fill(lane, [1]).get(1)).toBe(6);
    expect(lane.busy).toEqual([1]);
    expect(fill(lane, [1]).get(1)).toBeUndefined();
  });

  it('are free for the next account, and for the one after that', () => {
    const lane = new Lane('vps', 16);
    const got = [1, 2, 3, 4, 5, 6].map((account) => fill(lane, [account]).get(account));
    expect(got).toEqual([6, 4, 2, 2, 1, 1]);
    expect(lane.free).toBe(0);
    expect(fill(lane, [7]).size).toBe(0);
  });

  it('are shared round-robin by accounts that wait together', () => {
    const lane = new Lane('vps', 16);
    expect([...fill(lane, [1, 2, 3]).values()]).toEqual([4, 3, 3]);
  });

  it('are all available again to an account whose jobs have ended', () => {
    const lane = new Lane('vps', 16);
    for (let left = fill(lane, [1]).get(1) ?? 0; left > 0; left--) lane.end(1);
    expect(lane.free).toBe(16);
    expect(fill(lane, [1]).get(1)).toBe(6);
  });

  it('go to accounts that have fewer when they become free', () => {
    const lane = new Lane('vps', 16);
    for (const account of [1, 2, 3, 4, 5, 6]) fill(lane, [account]);
    lane.end(1);
    expect([...fill(lane, [1, 2, 3, 7])]).toEqual([[7, 1]]);
    lane.end(2);
    expect(lane.busy).toContain(1);
  });
});
