import { type JobWorld, openJobWorld } from '@hostler/testing/server/jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '../time.ts';
import { claimJobs } from './claim.ts';
import { Lane } from './lanes.ts';
import { mendTimes } from './queue-times.ts';
import { takeTurn } from './recurring.ts';
import type { JobWork } from './worker.ts';

const YEAR = 365 * DAY;
const JUMPS = [
  ['a year ahead', YEAR],
  ['a year back', -YEAR],
  ['a second ahead', SECOND],
  ['a second back', -SECOND],
] as const;

let world: JobWorld;

beforeEach(async () => {
  world = await openJobWorld();
});
afterEach(() => world.close());

describe.each(JUMPS)('a clock that jumps %s', (_name, jump) => {
  it('does not stop recurring jobs', async () => {
    let turns = 0;
    world.startWorker({ recurring: [{ name: 'upkeep', everyMs: 2 * SECOND, run: async () => void turns++ }] });
    await expect.poll(() => turns).toBeGreaterThan(0);
    world.clock.advance(jump);
    const before = turns;
    await expect.poll(() => turns).toBeGreaterThan(before + 1);
  });

  it('runs no job twice, on the same worker or on another', async () => {
    const runs: JobWork[] = [];
    const ended = Promise.withResolvers<void>();
    const run = async (work: JobWork) => {
      runs.push(work);
      await ended.promise;
      await world.finish(work, 'done');
    };
    world.startWorker({ run });
    await world.enqueue();
    await expect.poll(() => runs).toHaveLength(1);
    world.startWorker({ run });
    const [before] = await world.jobs();
    await world.advance(jump);
    // By now the holder has renewed the lease by the new clock, and every worker has polled.
    if (Math.abs(jump) > MINUTE) {
      await expect.poll(async () => (await world.jobs())[0]?.due_at).not.toBe(before?.due_at);
    }
    await world.enqueue({ kind: 'nothing' });
    await expect.poll(world.jobs).toHaveLength(1);
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([false]);
    ended.resolve();
    await expect.poll(world.done).toEqual(['done']);
  });

  it('does not delay a new job', async () => {
    world.startWorker({ run: (work) => world.finish(work, 'done') });
    await world.enqueue({ kind: 'nothing' });
    await expect.poll(world.jobs).toEqual([]);
    world.clock.advance(jump);
    await world.enqueue();
    await expect.poll(world.done).toEqual(['done']);
  });
});

describe('after the clock was set back', () => {
  it('runs jobs that were scheduled or leased before', async () => {
    const ahead = world.clock.now() + YEAR;
    await world.enqueue({ payload: { name: 'held' } });
    const claim = { worker: 'dead', now: ahead, until: ahead + 15 * SECOND, kinds: ['work'], takesOver: true };
    expect(await world.db.write(() => claimJobs(claim, new Lane('upkeep', 8)))).toHaveLength(1);
    await world.enqueue({ kind: 'later', payload: { name: 'planned' }, runAt: ahead });
    const run = (work: JobWork) => world.finish(work, (work.payload as { name: string }).name);
    world.startWorker({
      handlers: [
        { kind: 'work', run },
        { kind: 'later', run },
      ],
    });
    await expect.poll(async () => (await world.done()).toSorted()).toEqual(['held', 'planned']);
  });

  it('runs a recurring job again that was claimed before', async () => {
    const now = world.clock.now();
    const turn = (at: number) => world.db.write(() => takeTurn('upkeep', MINUTE, at));
    expect(await turn(now + YEAR)).toBe(true);
    expect(await turn(now)).toBe(true);
    expect(await turn(now)).toBe(false);
    expect(await turn(now - SECOND)).toBe(false);
    expect(await turn(now + MINUTE)).toBe(true);
  });

  it('leaves jobs that are due soon unchanged', async () => {
    const now = world.clock.now();
    await world.enqueue({ runAt: now + MINUTE });
    expect(await world.db.write(() => mendTimes(now))).toBe(false);
    expect((await world.jobs())[0]?.due_at).toBe(now + MINUTE);
    await world.db.write(() => mendTimes(now - 2 * MINUTE));
    expect((await world.jobs())[0]?.due_at).toBe(now - 2 * MINUTE);
  });
});
