import { sql } from '@hostler/database';
import { Frost, type JobWorld, openJobWorld, QUICK, untilAborted } from '@hostler/testing/server/jobs.ts';
import { TestClock } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../time.ts';
import { checkHold } from './hold.ts';
import { mendTimes } from './queue-times.ts';
import type { JobWork } from './worker.ts';

const WORKERS = sql<object, { name: string }>('select name from job_workers');

let world: JobWorld;

beforeEach(async () => {
  world = await openJobWorld();
});
afterEach(() => world.close());

const never = ({ signal }: JobWork) => untilAborted(signal);
const finish = (work: JobWork) => world.finish(work, `attempt ${work.job.attempts}`);

/** Returns a clock that is wrong from the start. */
function clockOff(ms: number): TestClock {
  const clock = new TestClock();
  clock.advance(ms);
  return clock;
}

describe('a worker that is suspended in the middle of a job', () => {
  it('loses it to another worker, and cannot commit its result', async () => {
    const frost = new Frost();
    const begun = Promise.withResolvers<JobWork>();
    const resumed = Promise.withResolvers<void>();
    const outcome = Promise.withResolvers<unknown>();
    const taken = Promise.withResolvers<boolean>();
    const refused = Promise.withResolvers<void>();
    const run = async (work: JobWork) => {
      if (work.job.attempts === 1) {
        frost.begin();
        begun.resolve(work);
        await resumed.promise;
        outcome.resolve(await world.finish(work, 'too late').catch((error: Error) => error.name));
        return;
      }
      taken.resolve((await begun.promise).signal.aborted);
      // The first worker tries to commit while this one is running the job, which is when two results could collide.
      await refused.promise;
      await world.finish(work, 'by another');
    };
    world.startWorker({ frost, pace: QUICK, run });
    await world.enqueue();
    await begun.promise;
    world.startWorker({ pace: QUICK, run });
    expect(await taken.promise, 'the job was aborted before another worker got it').toBe(true);
    frost.end();
    resumed.resolve();
    expect(await outcome.promise).toBe('LeaseLost');
    expect(await world.done()).toEqual([]);
    refused.resolve();
    // Either worker may finish the job: on a busy machine the second one may become silent, too.
    await expect.poll(world.done).toEqual(['by another']);
    expect(await world.jobs()).toEqual([]);
  });

  it('continues under another name when it resumes', async () => {
    const frost = new Frost();
    const runs: JobWork[] = [];
    const run = (work: JobWork) => {
      runs.push(work);
      return runs.length === 1 ? never(work) : finish(work);
    };
    world.startWorker({ frost, pace: QUICK, run });
    await world.enqueue();
    await expect.poll(() => runs).toHaveLength(1);
    const [first] = await world.jobs();
    frost.begin();
    await expect.poll(() => runs[0]?.signal.aborted).toBe(true);
    frost.end();
    await expect.poll(world.done).toEqual(['attempt 2']);
    await world.enqueue();
    await expect.poll(world.done).toEqual(['attempt 2', 'attempt 1']);
    const names = (await world.db.read(WORKERS.all({}))).map(({ name }) => name);
    expect(names).not.toContain(first?.leased_by);
  });
});

describe('a process that was suspended and resumes in the middle of a job', () => {
  it('detects before any timer fires that others may have the job, and leaves it to them', async () => {
    const seen: (string | undefined)[] = [];
    world.startWorker({
      pace: QUICK,
      run: async (work) => {
        if (seen.length > 0) return world.finish(work, 'done again');
        // On a busy machine the lease may be lost by now; the job then runs again.
        checkHold();
        const wakesAt = performance.now() + QUICK.silentAfterMs;
        while (performance.now() < wakesAt);
        try {
          checkHold();
        } catch (error) {
          seen.push((error as Error).name);
          throw error;
        }
      },
    });
    await world.enqueue();
    await expect.poll(world.done).toEqual(['done again']);
    expect(seen).toEqual(['LeaseLost']);
    expect(await world.jobs()).toEqual([]);
  });
});

describe('a worker whose connection is lost right after a claim', () => {
  it('runs the job it claimed without knowing it, even if there is no other worker', async () => {
    const frost = new Frost();
    world.startWorker({ frost, run: finish });
    frost.answersToLose = 1;
    await world.enqueue();
    await expect.poll(world.done).toEqual(['attempt 2']);
  });
});

describe('a killed worker', () => {
  it('has its jobs run by the next worker, even if that never saw a heartbeat of it', async () => {
    const frost = new Frost();
    const begun = Promise.withResolvers<void>();
    world.startWorker({
      frost,
      pace: QUICK,
      run: (work) => {
        frost.begin();
        begun.resolve();
        return never(work);
      },
    });
    await world.enqueue();
    await begun.promise;
    world.startWorker({ pace: QUICK, run: finish });
    await expect.poll(world.done).toEqual(['attempt 2']);
    await expect.poll(async () => (await world.db.read(WORKERS.all({}))).length).toBe(1);
    frost.end();
  });
});

describe('a worker that sends heartbeats', () => {
  it.each([
    ['an hour ahead', HOUR],
    ['five minutes ahead', 5 * MINUTE],
    ['five minutes behind', -5 * MINUTE],
  ])('keeps its jobs next to a worker whose clock is %s', async (_name, off) => {
    const run = Promise.withResolvers<JobWork>();
    world.startWorker({
      run: (work) => {
        run.resolve(work);
        return never(work);
      },
    });
    await world.enqueue({ runAt: world.clock.now() - HOUR });
    const { job, signal } = await run.promise;
    const wrong = clockOff(off);
    world.startWorker({ time: wrong, run: finish });
    // The worker has polled, and repaired times it considers wrong, once it has run another job.
    await world.enqueue({ kind: 'nothing', runAt: world.clock.now() - HOUR });
    await expect.poll(world.jobs).toHaveLength(1);
    expect(await world.db.write(() => mendTimes(wrong.now()))).toBe(false);
    expect(await world.jobs()).toMatchObject([{ id: job.id, attempts: 1 }]);
    expect(signal.aborted).toBe(false);
  });

  it('keeps its jobs until the lease ends, also for versions without heartbeats', async () => {
    const hung = world.startWorker({ run: never });
    const before = world.clock.now();
    await world.enqueue();
    await expect.poll(async () => (await world.jobs())[0]?.attempts).toBe(1);
    const [held] = await world.jobs();
    expect(held?.due_at).toBeGreaterThanOrEqual(before + 15 * SECOND);
    world.startWorker({ run: finish });
    await world.advance(10 * SECOND);
    await expect.poll(world.jobs).toHaveLength(1);
    expect(await world.done()).toEqual([]);
    await hung.stop(0);
  });
});
