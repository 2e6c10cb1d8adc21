import { describe, expect, it } from 'vitest';
import { runHeld } from '#kernel/jobs/hold.ts';
import { LeaseLost } from '#kernel/jobs/queue.ts';
import { createScrape } from '#kernel/metrics/metric.ts';
import { EngineError } from './engine.ts';
import { engineMetrics } from './metrics.ts';
import { observe } from './observe.ts';

const scrape = createScrape(engineMetrics);

async function readCalls(engine: string): Promise<Record<string, number>> {
  const lines = (await scrape()).matchAll(/^hostler_engine_calls_total\{(.*)\} (\d+)$/gm);
  const calls: Record<string, number> = {};
  for (const [, labels = '', count] of lines) {
    const value = (label: string) => new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1];
    if (value('engine') === engine && Number(count) > 0)
      calls[`${value('operation')} ${value('result')}`] = Number(count);
  }
  return calls;
}

describe('an observed driver', () => {
  it('behaves like the driver', async () => {
    const driver = observe('same', {
      engine: 'mariadb',
      add: async (a: number, b: number) => a + b,
      async *list() {
        yield* [1, 2];
      },
    });
    expect(driver.engine).toBe('mariadb');
    expect(await driver.add(1, 2)).toBe(3);
    const listed: number[] = [];
    for await (const one of driver.list()) listed.push(one);
    expect(listed).toEqual([1, 2]);
    expect(await readCalls('same')).toEqual({ 'add ok': 1, 'list ok': 1 });
  });

  it('rejects calls of a job that lost its lease, and accepts calls after the job has ended', async () => {
    let calls = 0;
    const driver = observe('held', { act: async () => ++calls });
    const isOurs = [true, false];
    const later = Promise.withResolvers<void>();
    let after: Promise<number> | undefined;
    const work = runHeld(
      () => isOurs.shift() ?? false,
      async () => {
        await driver.act();
        after = later.promise.then(() => driver.act());
        await driver.act();
      },
    );
    await expect(work).rejects.toThrow(LeaseLost);
    expect(calls).toBe(1);
    later.resolve();
    expect(await after).toBe(2);
  });

  it('rejects every parallel call of a job that lost its lease', async () => {
    const driver = observe('together', { act: async () => 1, size: async () => 2 });
    const work = runHeld(
      () => false,
      async () => Promise.allSettled([driver.act(), driver.size()]),
    );
    const lost = { status: 'rejected', reason: expect.any(LeaseLost) };
    expect(await work).toEqual([lost, lost]);
  });

  it('counts its calls by result, and throws the errors of the driver', async () => {
    const failures = [
      new EngineError('unreachable', 'Away.'),
      new EngineError('conflict', 'Taken.'),
      new DOMException('Stop.', 'AbortError'),
      new Error('Whatever.'),
    ];
    const driver = observe('failing', {
      async run() {
        throw failures.shift();
      },
      check: async () => ({ reachable: false, version: null, detail: null, advice: null }),
    });
    for (const failure of [...failures]) await expect(driver.run()).rejects.toBe(failure);
    await driver.check();
    expect(await readCalls('failing')).toEqual({
      'run unreachable': 1,
      'run conflict': 1,
      'run aborted': 1,
      'run failed': 1,
      'check unreachable': 1,
    });
  });

  it('exports its series at 0 before the first call', async () => {
    observe('idle', { create: async () => {} });
    expect(await scrape()).toMatch(/^hostler_engine_calls_total\{.*engine="idle".*result="refused".*\} 0$/m);
  });
});
