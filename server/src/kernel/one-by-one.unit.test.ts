import { describe, expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

describe('work that continues one by one', () => {
  it('continues in the order of the calls, and yields to the event loop between them', async () => {
    const seen: (number | 'turn')[] = [];
    const note = () => {
      seen.push('turn');
      if (seen.length < 20) setImmediate(note);
    };
    await Promise.all([
      ...[1, 2, 3].map(async (number) => {
        await oneByOne();
        seen.push(number);
      }),
      Promise.resolve().then(() => setImmediate(note)),
    ]);
    expect(seen.filter((one) => one !== 'turn')).toEqual([1, 2, 3]);
    expect(seen.indexOf(2) - seen.indexOf(1)).toBeGreaterThan(1);
    expect(seen.indexOf(3) - seen.indexOf(2)).toBeGreaterThan(1);
  });
});
