import { keepLog } from '@hostler/testing/log-lines.ts';
import { Frost, type JobWorld, openJobWorld, untilAborted } from '@hostler/testing/server/jobs.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '#engines/engine.ts';
import { MINUTE, SECOND, systemClock } from '../time.ts';
import { enqueueJob } from './queue.ts';
import { JOBS_SIGNAL } from './queue-times.ts';
import { backoff, type JobWork } from './worker.ts';

let world: JobWorld;
const enqueue: JobWorld['enqueue'] = (job) => world.enqueue(job);
const startWorker: JobWorld['startWorker'] = (setup) => world.startWorker(setup);
const advance = (ms: number) => world.advance(ms);
const done = () => world.done();
const jobs = () => world.jobs();
const finish: JobWorld['finish'] = (work, what) => world.finish(work, what);

beforeEach(async () => {
  world = await openJobWorld();
});
afterEach(() => world.close());

describe('a job', () => {
  it('runs once and is deleted with the commit of its result', async () => {
    startWorker({ run: (work) => finish(work, (work.payload as { name: string }).name) });
    await Promise.all(['a', 'b', 'c'].map((name) => enqueue({ payload: { name } })));
    await expect.poll(done).toHaveLength(3);
    expect((await done()).toSorted()).toEqual(['a', 'b', 'c']);
    expect(await jobs()).toEqual([]);
  });

  it('does not run before its time', async () => {
    startWorker({ run: (work) => finish(work, 'later') });
    await enqueue({ runAt: world.clock.now() + MINUTE });
    await enqueue({ kind: 'nothing' });
    await expect.poll(jobs).toHaveLength(1);
    expect(await done()).toEqual([]);
    await advance(MINUTE + SECOND);
    await expect.poll(done).toEqual(['later']);
  });

  it('is retried with growing delays after failures, and given up in the end', async () => {
    let runs = 0;
    startWorker({
      run: async () => {
        runs++;
        throw new Error('not today');
      },
    });
    world.clock.standStill();
    const start = world.clock.now();
    await enqueue();
    await expect.poll(async () => (await jobs())[0]).toMatchObject({ attempts: 1, leased_by: null });
    const [failed] = await jobs();
    expect((failed?.run_at ?? 0) - start).toBeGreaterThanOrEqual(800);
    expect((failed?.run_at ?? 0) - start).toBeLessThanOrEqual(1_200);
    expect(runs).toBe(1);
    for (let attempt = 2; attempt <= 12; attempt++) {
      await advance(2 * MINUTE);
      await expect.poll(() => runs).toBe(attempt);
      await expect.poll(async () => (await jobs()).every(({ leased_by }) => leased_by === null)).toBe(true);
    }
    await expect.poll(jobs).toEqual([]);
  });

  it('that fails while the database is unwritable is retried by its worker, even without another worker', async () => {
    const frost = new Frost();
    let runs = 0;
    startWorker({
      frost,
      run: async (work) => {
        frost.refusesWrites = ++runs === 1;
        if (runs === 1) throw new Error('not today');
        await finish(work, 'in the end');
      },
    });
    await enqueue();
    await expect.poll(() => frost.refused).toBeGreaterThan(0);
    frost.refusesWrites = false;
    await expect.poll(done).toEqual(['in the end']);
    expect(runs).toBe(2);
  });

  it('is retried without limit if its handler decides when to give up', async () => {
    let runs = 0;
    const run = async () => {
      runs++;
      throw new Error('not today');
    };
    startWorker({
      handlers: [
        { kind: 'work', run, retryForever: true },
        { kind: 'nothing', run: async () => {} },
      ],
    });
    world.clock.standStill();
    await enqueue();
    for (let attempt = 1; attempt <= 15; attempt++) {
      await expect.poll(() => runs).toBe(attempt);
      await expect.poll(async () => (await jobs()).every(({ leased_by }) => leased_by === null)).toBe(true);
      await advance(2 * MINUTE);
    }
    expect((await jobs()).length).toBeGreaterThan(0);
  });
});

describe('the log of a worker', () => {
  const away = () => new EngineError('unreachable', 'The engine does not answer.');

  it('has one line without a stack for all attempts of all jobs while an engine is unreachable', async () => {
    const { log, lines } = keepLog();
    let isAway = true;
    let runs = 0;
    startWorker({
      log,
      run: async (work) => {
        runs++;
        if (isAway) throw away();
        await finish(work, 'in the end');
      },
    });
    await Promise.all([enqueue(), enqueue(), enqueue()]);
    await expect.poll(() => runs).toBe(3);
    await advance(2 * MINUTE);
    await expect.poll(() => runs).toBeGreaterThanOrEqual(6);
    isAway = false;
    await until(async () => {
      await advance(2 * MINUTE);
      return (await done()).length === 3;
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, job_kind: 'work', reason: 'The engine does not answer.', msg: 'outage began' },
    ]);
    expect(lines.join()).not.toContain('stack');
  });

  it('has an error with its stack when a job is given up, even if only an engine was unreachable', async () => {
    const { log, lines } = keepLog();
    startWorker({
      log,
      run: async () => {
        throw away();
      },
    });
    await enqueue();
    await until(async () => {
      await advance(2 * MINUTE);
      return lines.length > 1;
    });
    const levels = lines.map((line) => JSON.parse(line)).map(({ level, msg }) => `${level} ${msg}`);
    expect(levels).toEqual(['40 outage began', '50 job given up']);
    expect(lines.at(-1)).toContain('stack');
  });

  it('has an error with its stack for each attempt that fails by a fault of the program', async () => {
    const { log, lines } = keepLog();
    startWorker({
      log,
      run: async () => {
        throw new TypeError('x is not a function');
      },
    });
    await enqueue();
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      msg: 'job failed: will retry',
      err: { stack: expect.stringContaining('x is not a function') },
    });
  });
});

describe('jobs with the same key', () => {
  it('run one after the other in the order they were created, in parallel with other keys', async () => {
    const active = new Map<string, number>();
    const together = Promise.withResolvers<void>();
    const run = async (work: JobWork) => {
      const { key, number } = work.payload as { key: string; number: number };
      active.set(key, (active.get(key) ?? 0) + 1);
      expect(active.get(key)).toBe(1);
      // The first job of each key runs until the first jobs of the other keys do.
      if (active.size === 3) together.resolve();
      await together.promise;
      await new Promise((resolve) => setTimeout(resolve, 5));
      active.set(key, 0);
      await finish(work, `${key}${number}`);
    };
    for (let number = 0; number < 5; number++) {
      for (const key of ['a', 'b', 'c']) await enqueue({ serialKey: key, payload: { key, number } });
    }
    startWorker({ run });
    startWorker({ run });
    await expect.poll(done).toHaveLength(15);
    const order = await done();
    for (const key of ['a', 'b', 'c']) {
      expect(order.filter((what) => what.startsWith(key))).toEqual([0, 1, 2, 3, 4].map((number) => `${key}${number}`));
    }
  });

  it('wait for a failed one until its retry', async () => {
    let failures = 0;
    world.clock.standStill();
    startWorker({
      run: async (work) => {
        const { name } = work.payload as { name: string };
        if (name === 'first' && failures++ === 0) throw new Error('not yet');
        await finish(work, name);
      },
    });
    await enqueue({ serialKey: 'k', payload: { name: 'first' } });
    await enqueue({ serialKey: 'k', payload: { name: 'second' } });
    await expect.poll(() => failures).toBe(1);
    await expect.poll(async () => (await jobs()).every(({ leased_by }) => leased_by === null)).toBe(true);
    expect(await done()).toEqual([]);
    await advance(MINUTE);
    await expect.poll(done).toEqual(['first', 'second']);
  });
});

describe('a worker with a long job', () => {
  it('renews its lease before it ends', { tags: ['slow'] }, async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    startWorker({
      time: systemClock,
      run: ({ signal }) => {
        begun.resolve(signal);
        return untilAborted(signal);
      },
    });
    await enqueue({ runAt: 0 });
    const signal = await begun.promise;
    const leaseEnd = async () => (await jobs())[0]?.due_at ?? 0;
    const first = await leaseEnd();
    await expect.poll(leaseEnd).toBeGreaterThan(first);
    expect(signal.aborted).toBe(false);
  });
});

describe('a worker that is stopped', () => {
  it('lets running jobs finish', async () => {
    const begun = Promise.withResolvers<void>();
    const worker = startWorker({
      run: async (work) => {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 100));
        await finish(work, 'in time');
      },
    });
    await enqueue();
    await begun.promise;
    await worker.stop(10_000);
    expect(await done()).toEqual(['in time']);
  });

  it('aborts jobs that do not end in time, and another worker claims them at once', async () => {
    const begun = Promise.withResolvers<void>();
    const worker = startWorker({
      run: async (work) => {
        begun.resolve();
        await untilAborted(work.signal);
      },
    });
    await enqueue();
    await begun.promise;
    await worker.stop(10);
    expect(await jobs()).toMatchObject([{ leased_by: null }]);
    startWorker({ run: (work) => finish(work, `attempt ${work.job.attempts}`) });
    await expect.poll(done).toEqual(['attempt 2']);
  });
});

describe('the pause before the next attempt', () => {
  it('doubles up to a minute, plus or minus a fifth', () => {
    for (const [attempt, seconds] of [
      [1, 1],
      [2, 2],
      [3, 4],
      [6, 32],
      [7, 60],
      [100, 60],
    ] as const) {
      for (let count = 0; count < 50; count++) {
        expect(backoff(attempt)).toBeGreaterThanOrEqual(seconds * 800);
        expect(backoff(attempt)).toBeLessThanOrEqual(seconds * 1_200);
      }
    }
  });
});

describe('a new job', () => {
  it('commits with the change that queues it, or not at all, and notifies workers', async () => {
    let told = 0;
    const off = world.db.onSignal(JOBS_SIGNAL, () => told++);
    await world.db
      .write(function* () {
        yield* enqueueJob({ kind: 'work', payload: {}, runAt: 0 });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await jobs()).toEqual([]);
    await enqueue();
    expect(await jobs()).toHaveLength(1);
    await expect.poll(() => told).toBeGreaterThan(0);
    off();
  });
});
