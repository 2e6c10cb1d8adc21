import { describe, expect, it } from 'vitest';
import type { Caller } from './caller.ts';
import { OpenStreams } from './open-streams.ts';

const caller = (person: number, account?: number) =>
  ({
    credential: { rate: { bucket: `panel:${person}` } },
    ...(account === undefined ? {} : { account: { id: account } }),
  }) as Caller;

/** Opens streams until one is refused. */
function openAll(streams: OpenStreams, from: (nth: number) => Caller): (() => void)[] {
  const closings: (() => void)[] = [];
  for (;;) {
    try {
      closings.push(streams.enter(from(closings.length)));
    } catch (error) {
      expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '10' } });
      return closings;
    }
  }
}

describe('open streams', () => {
  it.each([caller(1), caller(1, 7)])('are at most 10 for one person', (person) => {
    const streams = new OpenStreams();
    const closings = openAll(streams, () => person);
    expect(closings).toHaveLength(10);
    const leaveOther = streams.enter(caller(2, 7));
    expect(streams.countAll()).toBe(11);
    closings[0]?.();
    streams.enter(person);
    expect(() => streams.enter(person)).toThrow('You have 10 streams open');
    leaveOther();
    expect(streams.countAll()).toBe(10);
  });

  it('are at most 100 for one account', () => {
    const streams = new OpenStreams();
    const closings = openAll(streams, (nth) => caller(nth, 7));
    expect(closings).toHaveLength(100);
    expect(() => streams.enter(caller(500, 7))).toThrow('This account has 100 streams open');
    streams.enter(caller(500, 8));
    closings[0]?.();
    streams.enter(caller(501, 7));
  });

  it('are at most 5,000 in all', () => {
    const streams = new OpenStreams();
    const closings = openAll(streams, (nth) => caller(nth, nth));
    expect(closings).toHaveLength(5_000);
    for (const close of closings) close();
    expect(streams.countAll()).toBe(0);
    expect(openAll(streams, () => caller(0, 0))).toHaveLength(10);
  });
});
