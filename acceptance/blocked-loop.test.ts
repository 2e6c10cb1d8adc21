import { fileURLToPath } from 'node:url';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

const PRELOAD = fileURLToPath(new URL('blocking-preload.ts', import.meta.url));
const TICKET = { subject: 'Please block the event loop', message: 'A secret of the customer.' };

let world: World;

beforeAll(async () => {
  world = await openWorld({ settings: { HOSTLER_WORKER: 'on', NODE_OPTIONS: `--import=${PRELOAD}` } });
});
afterAll(() => world.close());

const logged = (work: string) => world.server.process.logged((line) => line.work === work && Number(line.ms) > 500);

describe('what holds up the event loop', () => {
  test('is logged with the route and the account, and nothing of the request', async () => {
    const { alpha, client, server } = world;
    expect(await client.post('/tickets?secret=value', alpha.live, TICKET)).toMatchObject({ status: 201 });
    const { pid, msg, level, account_id, ...line } = await logged('POST /api/v1/tickets');
    expect({ pid, msg, level, account_id }).toEqual({
      pid: server.process.pid,
      msg: 'event loop blocked',
      level: 40,
      account_id: alpha.id,
    });
    expect(JSON.stringify(line)).not.toMatch(/secret|block/i);
  });

  test('is logged with the job, by the work beside the server', async () => {
    const { alpha, client, server } = world;
    const isRunning = ({ status }: { status?: string }) => status === 'running';
    await client.until(`/hosting/show?id=${alpha.hosting}`, alpha.live, isRunning);
    const { body } = await client.post(`/hosting/restart?id=${alpha.hosting}`, alpha.live);
    await client.endOf(body.data.action_id, alpha.live);
    const { pid, account_id } = await logged('job hosting.restart');
    expect(account_id).toBe(alpha.id);
    expect(pid).not.toBe(server.process.pid);
  });

  // Each process stores it at most once a minute, and its start may have been slow, too.
  test('is shown by doctor, if it was the longest of the day', { tags: ['slow'] }, async () => {
    const { command } = world.server;
    await until(async () => {
      const parts = await command<{ part: string; state: string; detail: string }[]>('doctor');
      const { detail = '' } = parts.find(({ part }) => part === 'event loop') ?? {};
      return /^Longest of the day: .+ held up the .+ for \d+\.\d s, at 2/.test(detail);
    });
  });
});
