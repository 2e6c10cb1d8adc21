import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { Allowance } from './allowance.ts';

/** Returns how many of `count` simultaneous requests are logged. */
function take(allowance: Allowance, account: number, count: number, { failed = false, now = 0 } = {}): number {
  let taken = 0;
  for (let asked = 0; asked < count; asked++) if (allowance.take(account, failed, now)) taken++;
  return taken;
}

describe('the share of requests that is logged', () => {
  it('allows a burst per account, and then a few requests per minute', () => {
    const allowance = new Allowance();
    expect(take(allowance, 1, 5_000)).toBe(600);
    expect(take(allowance, 1, 5_000, { now: MINUTE })).toBe(10);
  });

  it('counts failures separately', () => {
    const allowance = new Allowance();
    take(allowance, 1, 5_000);
    expect(take(allowance, 1, 5_000, { failed: true, now: MINUTE })).toBe(1_000);
  });

  it('is limited for all accounts together, with room for failures of other accounts', () => {
    const allowance = new Allowance();
    for (let account = 1; account <= 100; account++) take(allowance, account, 5_000);
    let kept = 0;
    for (let second = 1; second <= 60; second++) {
      for (let account = 1; account <= 100; account++) kept += take(allowance, account, 5, { now: second * SECOND });
    }
    expect(kept).toBeLessThanOrEqual(6_000);
    expect(take(allowance, 1_000, 1, { failed: true, now: MINUTE })).toBe(1);
  });
});
