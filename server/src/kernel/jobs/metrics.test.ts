import { type JobWorld, openJobWorld, untilAborted } from '@hostler/testing/server/jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScrape } from '../metrics/metric.ts';
import { MINUTE } from '../time.ts';
import { workerMetrics } from './metrics.ts';

let world: JobWorld;
const scrape = createScrape(workerMetrics);

beforeEach(async () => {
  world = await openJobWorld();
});
afterEach(() => world.close());

async function readResults(kind: string): Promise<Record<string, number>> {
  const found = (await scrape()).matchAll(/^hostler_job_results_total\{kind="([^"]*)",result="([^"]*)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...found].flatMap(([, of, result, count]) => (of === kind ? [[result, Number(count)]] : [])),
  );
}

describe('runs of jobs', () => {
  it('are counted by result', async () => {
    let attempts = 0;
    const fail = async () => {
      attempts++;
      throw new Error('not today');
    };
    world.clock.standStill();
    world.startWorker({ handlers: [{ kind: 'counted.fails', run: fail }] });
    expect(await readResults('counted.fails')).toEqual({ done: 0, tried_again: 0, deferred: 0, given_up: 0, left: 0 });
    await world.enqueue({ kind: 'counted.fails' });
    for (let attempt = 1; attempt <= 12; attempt++) {
      await expect.poll(() => attempts).toBe(attempt);
      await expect.poll(async () => (await world.jobs()).every(({ leased_by }) => leased_by === null)).toBe(true);
      await world.advance(2 * MINUTE);
    }
    await expect
      .poll(() => readResults('counted.fails'))
      .toEqual({ done: 0, tried_again: 11, deferred: 0, given_up: 1, left: 0 });
  });

  it('that are aborted because their worker stops count as left', async () => {
    const begun = Promise.withResolvers<void>();
    const run = ({ signal }: { signal: AbortSignal }) => {
      begun.resolve();
      return untilAborted(signal);
    };
    const worker = world.startWorker({ handlers: [{ kind: 'counted.left', run }] });
    await world.enqueue({ kind: 'counted.left' });
    await begun.promise;
    await worker.stop(10);
    expect(await readResults('counted.left')).toMatchObject({ done: 0, left: 1 });
  });
});
