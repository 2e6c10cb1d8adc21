import { describe, expect, it } from 'vitest';
import { shareRuns } from './share-runs.ts';

describe('shared runs', () => {
  it('run one at a time, and callers during a run share the next one', async () => {
    const ends: PromiseWithResolvers<void>[] = [];
    let underWay = 0;
    const run = shareRuns(async () => {
      underWay++;
      expect(underWay).toBe(1);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      await end.promise.finally(() => underWay--);
    });
    const first = run();
    const others = [run(), run(), run()];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await first;
    await expect.poll(() => ends.length).toBe(2);
    const last = run();
    ends[1]?.resolve();
    await Promise.all(others);
    await expect.poll(() => ends.length).toBe(3);
    ends[2]?.resolve();
    await last;
    const again = run();
    expect(ends).toHaveLength(4);
    ends[3]?.resolve();
    await again;
  });

  it('fail for the callers of the failed run only', async () => {
    const fails = [true, false];
    const run = shareRuns(async () => {
      await Promise.resolve();
      if (fails.shift()) throw new Error('No disk.');
    });
    const [first, second] = await Promise.allSettled([run(), run()]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  });
});
