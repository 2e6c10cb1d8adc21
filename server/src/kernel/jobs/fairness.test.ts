import { sql } from '@hostler/database';
import { type JobWorld, openJobWorld, untilAborted } from '@hostler/testing/server/jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../time.ts';
import { enqueueJob } from './queue.ts';
import { asBulkWork, STAFF_QUEUE } from './staff-queue.ts';

let world: JobWorld;

beforeEach(async () => {
  world = await openJobWorld();
});
afterEach(() => world.close());

const BLOCKED = sql<{ rows: string; now: number }>(
  `insert into jobs (kind, payload, account_id, lane, serial_key, run_at, created_at)
   select 'work', '{}', 1, 'upkeep', 'hosting 1', cast(:now as bigint), cast(:now as bigint) from {each :rows as r}`,
);

/** Queues many jobs in one transaction. */
async function pile(count: number, job: (number: number) => { accountId: number; serialKey?: string }) {
  const runAt = world.clock.now();
  await world.db.write(function* () {
    for (let number = 0; number < count; number++) {
      yield* enqueueJob({ kind: 'work', payload: {}, runAt, ...job(number) });
    }
  });
}

/** Starts a worker whose jobs hold their slots, and records the account of each started job. */
function startHanging() {
  const begun: number[] = [];
  const start = () =>
    world.startWorker({
      run: (work) => {
        begun.push(work.job.account_id);
        return untilAborted(work.signal);
      },
    });
  const count = (account: number) => begun.filter((one) => one === account).length;
  return { begun, start, count };
}

describe('an account with hundreds of jobs that hang', () => {
  it('leaves slots for the jobs of accounts that come later', async () => {
    const { start, count } = startHanging();
    await pile(200, () => ({ accountId: 1 }));
    start();
    await expect.poll(() => count(1)).toBeGreaterThan(0);
    for (const accountId of [2, 3, 4, 0]) {
      await world.enqueue({ accountId });
      await expect.poll(() => count(accountId)).toBe(1);
    }
    expect(count(1)).toBeLessThan(5);
  });

  it('does not fill two workers either', async () => {
    const { start, count } = startHanging();
    await pile(200, () => ({ accountId: 1 }));
    start();
    start();
    await expect.poll(() => count(1)).toBeGreaterThan(3);
    await pile(2, () => ({ accountId: 2 }));
    await expect.poll(() => count(2)).toBe(2);
  });

  it('does not delay jobs in another lane', async () => {
    const { start, count } = startHanging();
    for (let accountId = 1; accountId <= 30; accountId++) await pile(3, () => ({ accountId }));
    start();
    await expect.poll(() => count(1)).toBeGreaterThan(0);
    await world.enqueue({ accountId: 31, lane: 'vps' });
    await expect.poll(() => count(31)).toBe(1);
  });
});

describe('a bulk action by staff on the servers of many accounts', () => {
  it('has the share of one account, and leaves slots for customers', async () => {
    const { start, count } = startHanging();
    const runAt = world.clock.now();
    await world.db.write(function* () {
      for (let accountId = 1; accountId <= 1_000; accountId++) {
        yield* asBulkWork(enqueueJob({ kind: 'work', payload: {}, runAt, accountId }));
      }
    });
    start();
    await expect.poll(() => count(STAFF_QUEUE)).toBeGreaterThan(0);
    for (const accountId of [1, 2, 3]) {
      await world.enqueue({ accountId });
      await expect.poll(() => count(accountId)).toBe(1);
    }
    expect(count(STAFF_QUEUE)).toBeLessThan(5);
  });

  it('does not change the queue of other jobs in the same transaction', async () => {
    const { start, begun } = startHanging();
    const runAt = world.clock.now();
    await world.db.write(function* () {
      yield* asBulkWork(enqueueJob({ kind: 'work', payload: {}, runAt, accountId: 1 }));
      yield* enqueueJob({ kind: 'work', payload: {}, runAt, accountId: 2 });
    });
    start();
    await expect.poll(() => [...begun].sort((a, b) => a - b)).toEqual([STAFF_QUEUE, 2]);
  });
});

describe('accounts that have jobs waiting', () => {
  it('alternate, however many jobs the first account queued before', async () => {
    const order: number[] = [];
    await pile(40, () => ({ accountId: 1 }));
    await pile(3, () => ({ accountId: 2 }));
    await pile(3, () => ({ accountId: 3 }));
    world.startWorker({ run: async (work) => void order.push(work.job.account_id) });
    await expect.poll(() => order.length).toBe(46);
    expect(order.lastIndexOf(2)).toBeLessThan(20);
    expect(order.lastIndexOf(3)).toBeLessThan(20);
  });

  it('are served at once behind twenty thousand jobs of one resource', async () => {
    await world.enqueue({ accountId: 1, serialKey: 'hosting 1' });
    const rows = JSON.stringify(Array.from({ length: 20_000 }, () => 0));
    await world.db.write(() => BLOCKED.run({ rows, now: world.clock.now() }));
    const { start, count } = startHanging();
    start();
    await expect.poll(() => count(1)).toBe(1);
    await world.enqueue({ accountId: 2 });
    await expect.poll(() => count(2)).toBe(1);
    // Jobs that wait for another job of their key have no due time.
    expect((await world.jobs()).filter(({ due_at }) => due_at !== null)).toHaveLength(2);
  });

  it('leave no queue behind when all jobs are done', async () => {
    await pile(5, (number) => ({ accountId: number + 1 }));
    world.startWorker({});
    await expect.poll(world.jobs).toEqual([]);
    await world.advance(MINUTE);
    await expect.poll(async () => (await world.queues()).filter(({ account_id }) => account_id > 0)).toEqual([]);
  });
});

describe('jobs of one key that belong to two accounts', () => {
  it('run one after the other', async () => {
    const order: number[] = [];
    await world.enqueue({ accountId: 1, serialKey: 'zone example.com' });
    await world.enqueue({ accountId: 2, serialKey: 'zone example.com' });
    await world.enqueue({ accountId: 1, serialKey: 'zone example.com' });
    world.startWorker({ run: async (work) => void order.push(work.job.account_id) });
    await expect.poll(() => order).toEqual([1, 2, 1]);
  });

  it('all run when they are added while others end', async () => {
    let ran = 0;
    const run = async () => void ran++;
    world.startWorker({ run });
    world.startWorker({ run });
    await Promise.all(Array.from({ length: 60 }, (_, n) => world.enqueue({ accountId: n % 3, serialKey: 'k' })));
    await expect.poll(() => ran).toBe(60);
    await expect.poll(world.jobs).toEqual([]);
  });
});

describe('a job kind that a worker does not know', () => {
  it('is left to workers that know it, and jobs behind it run', async () => {
    for (let number = 0; number < 30; number++) await world.enqueue({ kind: 'newer', accountId: 1 });
    await world.enqueue({ accountId: 1, payload: { name: 'known' } });
    world.startWorker({ run: (work) => world.finish(work, 'known') });
    await expect.poll(world.done).toEqual(['known']);
    expect(await world.jobs()).toHaveLength(30);
    expect((await world.jobs()).every(({ attempts }) => attempts === 0)).toBe(true);
    world.startWorker({ handlers: [{ kind: 'newer', run: (work) => world.finish(work, 'newer') }] });
    await world.advance(MINUTE);
    await expect.poll(world.done).toHaveLength(31);
  });
});
