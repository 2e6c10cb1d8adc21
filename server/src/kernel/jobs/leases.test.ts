import { sql } from '@hostler/database';
import { type JobWorld, openJobWorld } from '@hostler/testing/server/jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeJob, holdJobs, postponeJob, releaseJobs } from './queue.ts';

const LEASE = sql<{ id: number; worker: string; due_at: number }>(
  'update jobs set leased_by = :worker, due_at = :due_at where id = :id',
);
const FIRST_END = 1_000;
const LATER = 2_000;

let world: JobWorld;
let ids: number[];

/** Queues three jobs: one worker holds the first two, another worker the third. */
beforeEach(async () => {
  world = await openJobWorld();
  for (let count = 0; count < 3; count++) await world.enqueue();
  ids = (await world.jobs()).map(({ id }) => id);
  for (const [index, worker] of ['mine', 'mine', 'theirs'].entries()) {
    await world.db.write(() => LEASE.run({ id: ids[index] ?? 0, worker, due_at: FIRST_END }));
  }
});
afterEach(() => world.close());

const holders = async () => (await world.jobs()).map(({ leased_by }) => leased_by);
const ends = async () => (await world.jobs()).map(({ due_at }) => due_at);

describe('a leased job', () => {
  it('is renewed only by its holder, and only if it is named', async () => {
    const [first = 0, , third = 0] = ids;
    expect(await world.db.write(() => holdJobs([first, third], 'mine', LATER))).toEqual(new Set([first]));
    expect(await ends()).toEqual([LATER, FIRST_END, FIRST_END]);
  });

  it('is postponed only by its holder', async () => {
    for (const id of ids.slice(1)) await world.db.write(() => postponeJob({ id, worker: 'mine', run_at: LATER }));
    expect(await holders()).toEqual(['mine', null, 'theirs']);
  });

  it('is completed only by its holder', async () => {
    const [first = 0, , third = 0] = ids;
    await world.db.write(() => completeJob(first, 'mine'));
    await expect(world.db.write(() => completeJob(third, 'mine'))).rejects.toThrow();
    expect(await holders()).toEqual(['mine', 'theirs']);
  });

  it('is released only by its holder', async () => {
    await world.db.write(() => releaseJobs('mine'));
    expect(await holders()).toEqual([null, null, 'theirs']);
  });
});
