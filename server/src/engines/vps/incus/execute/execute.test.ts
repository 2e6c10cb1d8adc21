import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openProject, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { eventually } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExecuteOptions, VpsDriver } from '../../driver.ts';

describeWithService('lxd', 'a command inside a machine on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let name: string;

  beforeAll(async () => {
    const project = openProject(url);
    ({ engine, driver } = project);
    ({ name } = project.spec);
    await driver.create(project.spec);
  });
  afterAll(() => engine.removeProject());

  const run = (script: string, options: Partial<ExecuteOptions> = {}) =>
    driver.execute(name, ['sh', '-c', script], { timeoutMs: 100_000, ...options });
  /** Counts processes with this text in their command line. */
  const count = async (text: string) => Number((await run(`ps -o args | grep -F '${text}' | grep -vc grep`)).stdout);

  it('is killed with everything it started when it times out', async () => {
    const script = 'sleep 4001 & setsid sleep 4001 & (setsid sh -c "sleep 4001" >/dev/null 2>&1 &); sleep 4001';
    expect(await run(script, { timeoutMs: 700 })).toMatchObject({ timedOut: true, exitCode: null });
    expect(await count('sleep 4001')).toBe(0);
  });

  it('leaves its background processes running when it ends by itself', async () => {
    await run('setsid sleep 4002 >/dev/null 2>&1 </dev/null &');
    expect(await count('sleep 4002')).toBe(1);
    await run('kill $(pidof sleep)');
  });

  it('is ended by the engine when its client process is killed', async () => {
    const driverFile = new URL('../incus.ts', import.meta.url).href;
    const script = `
      const { createIncusVps } = await import(${JSON.stringify(driverFile)});
      const driver = createIncusVps(${JSON.stringify({ url, project: engine.project })});
      await driver.execute(${JSON.stringify(name)}, ['sleep', '4003'], { timeoutMs: 3_600_000 });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const exited = once(child, 'exit');
    try {
      await eventually(async () => expect(await count('sleep 4003')).toBe(1));
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
    await eventually(async () => expect(await count('sleep 4003')).toBe(0));
  });

  it('is throttled if it floods its output, and memory use stays bounded', async () => {
    let heard = 0;
    let most = 0;
    const before = process.memoryUsage();
    const onOutput = (chunk: string) => {
      heard += chunk.length;
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers);
    };
    // A busy host may take longer to start it.
    for (let timeoutMs = 1_500; heard < 2 ** 20; timeoutMs *= 2) {
      heard = 0;
      const started = performance.now();
      const flood = await run('yes 0123456789012345678901234567890123456789', { timeoutMs, onOutput });
      expect(flood).toMatchObject({ timedOut: true, dropped: heard > 64 * 1024 });
      expect(flood.stdout).toHaveLength(Math.min(heard, 64 * 1024));
      // Twenty per second for each stream, plus data in transit.
      expect(heard).toBeLessThan(((performance.now() - started) / 50 + 40) * 2 ** 20);
    }
    expect(most).toBeLessThan(100 * 2 ** 20);
  });

  it('returns its exit code, not a failure of the machine, if a signal ends it', async () => {
    expect((await run('kill -9 $$')).exitCode).toBe(137);
    expect((await run('exit 200')).exitCode).toBe(200);
  });

  it('runs in parallel with others, each with its own streams', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        run('cat; echo "$NUMBER" >&2', { input: `in ${number}`, environment: { NUMBER: `${number}` } }),
      ),
    );
    expect(answers.map(({ stdout, stderr }) => [stdout, stderr])).toEqual(
      Array.from({ length: 10 }, (_, number) => [`in ${number}`, `${number}\n`]),
    );
  });
});
