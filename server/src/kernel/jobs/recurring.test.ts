import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { Frost, type JobWorld, openJobWorld, QUICK } from '@hostler/testing/server/jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../time.ts';
import { DatabaseClock } from './database-clock.ts';
import { takeTurn } from './recurring.ts';

let world: JobWorld;

beforeEach(async () => {
  world = await openJobWorld();
});
afterEach(() => world.close());

describe('a recurring job', () => {
  it('runs once per interval among several workers', async () => {
    const turns: number[] = [];
    world.clock.standStill();
    const recurring = [{ name: 'upkeep', everyMs: MINUTE, run: async (now: number) => void turns.push(now) }];
    world.startWorker({ recurring });
    world.startWorker({ recurring });
    await expect.poll(() => turns).toHaveLength(1);
    world.clock.advance(MINUTE + SECOND);
    await expect.poll(() => turns).toHaveLength(2);
    world.clock.advance(MINUTE / 2);
    // Both workers have polled again when a later job is done.
    await world.enqueue({ kind: 'nothing' });
    await expect.poll(world.jobs).toEqual([]);
    expect(turns).toHaveLength(2);
  });

  it('is claimed one at a time, so that a starting process has connections left for requests', async () => {
    const frost = new Frost();
    let runs = 0;
    const upkeep = { everyMs: MINUTE, run: async () => void runs++ };
    world.startWorker({ frost, recurring: Array.from({ length: 30 }, (_, n) => ({ name: `upkeep ${n}`, ...upkeep })) });
    await expect.poll(() => runs).toBe(30);
    // Besides one claim the worker sends heartbeats and claims jobs.
    expect(frost.mostWrites).toBeLessThan(5);
  });

  it('runs again at its next interval after a failure', async () => {
    let runs = 0;
    const run = async () => {
      runs++;
      throw new Error('not today');
    };
    world.startWorker({ recurring: [{ name: 'upkeep', everyMs: MINUTE, run }] });
    await expect.poll(() => runs).toBe(1);
    world.clock.advance(MINUTE + SECOND);
    await expect.poll(() => runs).toBe(2);
  });

  it('runs once for all missed intervals, and keeps its schedule', async () => {
    const turn = (at: number) => world.db.write(() => takeTurn('upkeep', HOUR, at));
    expect(await turn(0)).toBe(true);
    expect(await turn(5 * HOUR + 10 * MINUTE)).toBe(true);
    expect(await turn(5 * HOUR + 50 * MINUTE)).toBe(false);
    expect(await turn(6 * HOUR)).toBe(true);
    expect(await turn(6 * HOUR + 1)).toBe(false);
  });

  it('is claimed by one of five concurrent workers', async () => {
    for (let slot = 0; slot < 5; slot++) {
      const takers = Array.from({ length: 5 }, () => world.db.write(() => takeTurn('upkeep', MINUTE, slot * MINUTE)));
      expect((await Promise.all(takers)).filter(Boolean)).toHaveLength(1);
    }
  });

  it('runs again at once if its worker died, and then on schedule', async () => {
    const frost = new Frost();
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const upkeep = (run: () => Promise<void>) => [{ name: 'upkeep', everyMs: HOUR, run }];
    const stopped = async () => {
      begun.resolve();
      await ended.promise;
    };
    world.startWorker({ frost, pace: QUICK, recurring: upkeep(stopped) });
    await begun.promise;
    let runs = 0;
    world.startWorker({ pace: QUICK, recurring: upkeep(async () => void runs++) });
    frost.begin();
    await expect.poll(() => runs).toBe(1);
    frost.end();
    ended.resolve();
    // Both workers have polled again when a later job is done.
    await world.enqueue({ kind: 'nothing' });
    await expect.poll(world.jobs).toEqual([]);
    expect(runs).toBe(1);
  });
});

describe.runIf(runsOnPostgres)('workers whose clocks are minutes apart', () => {
  it('run a recurring job once per interval, by the clock of the database', async () => {
    const everyMs = SECOND;
    const times: number[] = [];
    const run = async (now: number) => void times.push(now);
    const began = Math.floor(Date.now() / everyMs) * everyMs;
    await world.db.write(() => takeTurn('upkeep', everyMs, began));
    for (const minutes of [0, 5, -5, 90, -90]) {
      const time = new DatabaseClock(world.db, { now: () => Date.now() + minutes * MINUTE });
      await time.start();
      expect(Math.abs(time.now() - Date.now())).toBeLessThan(30 * SECOND);
      world.startWorker({ time, recurring: [{ name: 'upkeep', everyMs, run }] });
    }
    await expect.poll(() => times.length).toBeGreaterThan(3);
    // A run may begin late, so two may begin in one interval. Each interval has one run.
    const intervals = Math.ceil((Date.now() - began) / everyMs);
    expect(times.length).toBeLessThanOrEqual(intervals);
    for (const time of times) expect(Math.abs(time - began)).toBeLessThan(intervals * everyMs + 30 * SECOND);
  });
});
