import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearFaults, failNext, listFaults, meetFault, setReachable } from './faults.ts';
import { createSimulation } from './simulation.ts';

describe('faults of simulated engines', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hostler-faults-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const fault = { operation: 'restart', code: 'refused', message: 'The disk is full.', times: 1 } as const;
  const restart = (target = 'vm-1') => meetFault(dir, 'restart', target, 'before');

  it('do not occur by default', async () => {
    await expect(restart()).resolves.toBeUndefined();
  });

  it('occur as often as requested, with the given code and message', async () => {
    await failNext(dir, { ...fault, times: 2 });
    for (let i = 0; i < 2; i++) {
      await expect(restart()).rejects.toMatchObject({ name: 'EngineError', code: 'refused', message: fault.message });
    }
    await expect(restart()).resolves.toBeUndefined();
  });

  it('occur only for the requested operation, target and stage', async () => {
    await failNext(dir, { ...fault, target: 'vm-1', stage: 'halfway' });
    await meetFault(dir, 'stop', 'vm-1', 'halfway');
    await meetFault(dir, 'restart', 'vm-2', 'halfway');
    await meetFault(dir, 'restart', 'vm-1', 'before');
    await expect(meetFault(dir, 'restart', 'vm-1', 'halfway')).rejects.toThrow(fault.message);
  });

  it('occur for any operation if the operation is *', async () => {
    await failNext(dir, { ...fault, operation: '*' });
    await expect(meetFault(dir, 'whatever', '', 'before')).rejects.toThrow(fault.message);
  });

  it('occur in the order of the requests', async () => {
    await failNext(dir, { ...fault, message: 'one' });
    await failNext(dir, { ...fault, message: 'two' });
    expect((await listFaults(dir)).map(({ message }) => message)).toEqual(['one', 'two']);
    await expect(restart()).rejects.toThrow('one');
    await expect(restart()).rejects.toThrow('two');
  });

  it('are each consumed once under concurrency', async () => {
    await failNext(dir, { ...fault, times: 5 });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => restart()));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  });

  it('end when they are cleared', async () => {
    await failNext(dir, { ...fault, times: 3 });
    await clearFaults(dir);
    expect(await listFaults(dir)).toEqual([]);
    await expect(restart()).resolves.toBeUndefined();
  });

  it.each([0, -1, 1.5, 1001])('are refused with %d as the number of times', async (times) => {
    await expect(failNext(dir, { ...fault, times })).rejects.toThrow(RangeError);
  });

  it('make the whole engine unreachable until it is reset', async () => {
    const simulation = createSimulation({ dir });
    const run = () => simulation.run('inspect', 'vm-1', undefined, async () => 'done');
    await setReachable(dir, false);
    await expect(run()).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
    expect(await simulation.check()).toMatchObject({ reachable: false });
    await setReachable(dir, true);
    expect(await run()).toBe('done');
    expect(await simulation.check()).toMatchObject({ reachable: true });
  });

  it('can be requested by another process', async () => {
    const script = `
      const { failNext } = await import(${JSON.stringify(new URL('./faults.ts', import.meta.url).href)});
      await failNext(${JSON.stringify(dir)}, ${JSON.stringify(fault)});`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    await expect(restart()).rejects.toThrow(fault.message);
  });

  it('wrap unexpected errors in an EngineError', async () => {
    const cause = new Error('EACCES: /var/lib/secret');
    const failing = createSimulation({ dir }).run('start', 'vm-1', undefined, () => Promise.reject(cause));
    await expect(failing).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable', cause });
    await expect(failing).rejects.not.toThrow('secret');
  });

  it('end the simulated delay when the caller aborts', async () => {
    const reason = new Error('given up');
    const controller = new AbortController();
    const running = createSimulation({ dir, delayMs: 3_600_000 }).run('start', 'vm-1', controller, async (passTime) => {
      setImmediate(() => controller.abort(reason));
      await passTime(1);
    });
    await expect(running).rejects.toBe(reason);
  });
});
