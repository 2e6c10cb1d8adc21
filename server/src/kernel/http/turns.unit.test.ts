import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

const HERE = { destroyed: false };

/** Returns helpers to start work that runs until it is ended. */
function openTurns(room: { each: number; all: number }) {
  const turns = new Turns(room);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (who: string, name: string, client = HERE) => {
    const answer = (async () =>
      turns.run(
        who,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        client,
      ))();
    answer.catch(() => {});
    return answer;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await loopTurn();
  };
  return { turns, begun, ask, end };
}

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);

describe('the limit of concurrent work per caller', () => {
  it('lets one caller run part of the work, and leaves slots to others', async () => {
    const { begun, ask, end } = openTurns({ each: 2, all: 3 });
    for (const name of names('a', 4)) ask('a', name);
    expect(begun).toEqual(['a1', 'a2']);
    ask('b', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('b1');
    expect(begun).toHaveLength(4);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('serves waiting callers round-robin, however much work each has', async () => {
    const { begun, ask, end } = openTurns({ each: 2, all: 2 });
    for (const name of names('a', 50)) ask('a', name);
    for (const name of names('b', 3)) ask('b', name);
    ask('c', 'c1');
    expect(begun).toEqual(['a1', 'a2']);
    for (let at = 0; at < 8; at++) await end(begun[at] ?? '');
    expect(begun.slice(2, 8)).toEqual(['b1', 'c1', 'a3', 'b2', 'a4', 'b3']);
  });

  it('returns synchronously without a promise if no wait is needed', () => {
    const turns = new Turns({ each: 1, all: 1 });
    expect(turns.run('a', () => 'now', HERE)).toBe('now');
  });

  it('counts synchronous work until the end of the event loop iteration', async () => {
    const turns = new Turns({ each: 2, all: 3 });
    const done: string[] = [];
    const ask = (who: string, name: string) => turns.run(who, () => done.push(name), HERE);
    for (const name of names('a', 5)) void ask('a', name);
    ask('b', 'b1');
    expect(done).toEqual(['a1', 'a2', 'b1']);
    await loopTurn();
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    await loopTurn();
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
  });

  it('passes on synchronous and asynchronous errors of the work, and frees its slot', async () => {
    const turns = new Turns({ each: 1, all: 1 });
    const fail = () => {
      throw new Error('no');
    };
    expect(() => turns.run('a', fail, HERE)).toThrow('no');
    await expect(turns.run('a', fail, HERE)).rejects.toThrow('no');
    await expect((async () => turns.run('a', () => Promise.reject(new Error('later')), HERE))()).rejects.toThrow(
      'later',
    );
    await loopTurn();
    expect(turns.run('a', () => 'free', HERE)).toBe('free');
  });

  it('does not run the work of a client that disconnected while waiting', async () => {
    const { begun, ask, end } = openTurns({ each: 1, all: 1 });
    ask('a', 'a1');
    const client = { destroyed: false };
    const givenUp = ask('b', 'b1', client);
    ask('b', 'b2');
    client.destroyed = true;
    await end('a1');
    await expect(givenUp).rejects.toThrow('cancelled');
    expect(begun).toEqual(['a1', 'b2']);
  });

  it('refuses waiting work above the limit, for that caller only', async () => {
    const { begun, ask, end } = openTurns({ each: 1, all: 2 });
    const all = names('a', 1_001).map((name) => ask('a', name));
    await expect(ask('a', 'one too many')).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'retry-after': '1' },
    });
    ask('b', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    await all[0];
    ask('a', 'room again');
    for (let at = 2; at < 1_003; at++) await end(begun.at(-1) ?? '');
    expect(begun.at(-1)).toBe('room again');
  });

  it('allows less waiting work per caller the more callers wait', async () => {
    const { ask } = openTurns({ each: 1, all: 1 });
    ask('first', 'first');
    const callers = names('caller', 2_000);
    const asked = callers.flatMap((who) => names(`${who} `, 20).map((name) => ask(who, name)));
    const settled = Promise.allSettled(asked.map((answer) => Promise.race([answer, loopTurn()])));
    const kept = (await settled).filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBeLessThan(25_000);
    expect(kept).toBeGreaterThan(10_000);
    // The last caller may wait, too.
    await expect(Promise.race([asked.at(-20), loopTurn()])).resolves.toBeUndefined();
  });
});
