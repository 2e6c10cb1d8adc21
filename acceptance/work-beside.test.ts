import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogLine } from './hostler-process.ts';
import { runsOnPostgres } from './seed.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ settings: { HOSTLER_WORKER: 'on', HOSTLER_LOG_LEVEL: 'info' }, errorsExpected: true });
});
afterAll(() => world.close());

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Returns the process that works now, after others have ended. */
async function findWork(...before: number[]): Promise<number> {
  const isWork = ({ msg, pid }: LogLine) => msg === 'hostler works' && !before.includes(Number(pid));
  return Number((await world.server.process.logged(isWork)).pid);
}
const listWorks = () =>
  world.server.process.log().flatMap(({ msg, pid }) => (msg === 'hostler works' ? [Number(pid)] : []));
const readMetrics = async () => (await fetch(`${world.server.url}/metrics`)).text();
const readWork = async () => {
  const answer = await fetch(`${world.server.url}/readyz`);
  return ((await answer.json()) as { data: { work?: string } }).data.work;
};

async function restartServer(): Promise<void> {
  const { alpha, client } = world;
  await client.until(
    `/hosting/show?id=${alpha.hosting}`,
    alpha.live,
    ({ status }: { status?: string }) => status === 'running',
  );
  const { body } = await client.post(`/hosting/restart?id=${alpha.hosting}`, alpha.live);
  expect(await client.endOf(body.data.action_id, alpha.live)).toMatchObject({ status: 'succeeded' });
}

describe('the work beside a server', () => {
  test('is done by another process, whose log and metrics are those of the server', async () => {
    const work = await findWork();
    expect(work).not.toBe(world.server.process.pid);
    await restartServer();
    expect(await readWork()).toBe('ok');
    const metrics = await readMetrics();
    expect(metrics).toMatch(/^process_cpu_seconds_total \d/m);
    expect(metrics).toMatch(/^process_cpu_seconds_total\{part="work"\} \d/m);
    expect(metrics).toMatch(
      /^hostler_job_results_total\{.*kind="hosting\.restart",result="done".*part="work".*\} [1-9]/m,
    );
    expect(metrics.match(/^# HELP process_cpu_seconds_total /gm)).toHaveLength(1);
  });

  test('starts again after it was killed, while requests are answered', async () => {
    const killed = await findWork();
    process.kill(killed, 'SIGKILL');
    await until(async () => (await readWork()) === 'starting');
    const work = await findWork(killed);
    await until(async () => (await readWork()) === 'ok');
    await restartServer();
    expect(await readMetrics()).toMatch(/^hostler_work_restarts_total 1$/m);
    expect(isAlive(killed)).toBe(false);
    expect(isAlive(work)).toBe(true);
  });

  // Waits for a minute, and does not depend on the database.
  test.skipIf(runsOnPostgres)('is ended and started again if it hangs', { tags: ['slow'] }, async () => {
    await findWork();
    const hanging = listWorks().at(-1) ?? 0;
    process.kill(hanging, 'SIGSTOP');
    const work = await findWork(...listWorks());
    expect(isAlive(hanging)).toBe(false);
    expect(isAlive(work)).toBe(true);
    expect(world.server.process.log().some(({ msg }) => msg?.includes('does not answer and is ended'))).toBe(true);
  });

  test('ends with its server, also if that is killed', { tags: ['slow'] }, async () => {
    const stopped = listWorks().at(-1) ?? 0;
    expect(await world.server.terminate()).toEqual({ code: 0, signal: null });
    expect(isAlive(stopped)).toBe(false);
    await world.server.restart();
    const orphaned = await findWork();
    await world.server.crash();
    await until(() => !isAlive(orphaned));
    await world.server.restart();
  });

  test('is done by the server itself with HOSTLER_WORKER=inline', async () => {
    await world.server.terminate();
    await world.server.restart({ HOSTLER_WORKER: 'inline' });
    await restartServer();
    expect(await readWork()).toBeUndefined();
    expect(await readMetrics()).not.toContain('part="work"');
  });
});
