import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { instanceName } from '../../hosting/machine.ts';
import { recordSamples } from '../../hosting/metrics/jobs.ts';
import type { Rule } from '../rules/schemas.ts';
import { createWatcher } from './jobs.ts';

const EVERY = MINUTE;

let server: TestServer;
let account: TestAccount;
let id: number;
/** Time of the readings, which the engine provides. */
let now: number;
let cpuSeconds = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const plan = { name: `P${Math.random()}`, price: 1, vcpus: 2, memory_mb: 1000, disk_gb: 10 };
  await server.operator.plans.create(plan);
  ({ id } = await server.operator.hosting.create({
    account_id: account.id,
    hostname: 'web.example.com',
    plan: plan.name,
  }));
  await become({ status: 'running' });
  now = server.clock.now();
  cpuSeconds = 0;
  last = {};
});

const CHANGE = sql<{ id: number; status: string; pending: string | null; off_since: number | null }>(
  'update hosting set status = :status, pending = :pending, off_since = :off_since where id = :id',
);
interface State {
  status: string;
  pending?: string;
  off_since?: number;
}
const become = ({ status, pending, off_since }: State) =>
  server.hostler.db.write(() => CHANGE.run({ id, status, pending: pending ?? null, off_since: off_since ?? null }));

/** The load that continues between passes. */
let last: Load;
interface Load {
  cpu?: number;
  memory?: number;
  disk?: number;
  mbit?: number;
}
let bytes = 0;

/** Runs one pass, with loads in percent of the server's size. */
async function pass(load: Load | null, at = now + MINUTE): Promise<void> {
  const seconds = Math.max(0, (at - now) / 1000);
  now = at;
  last = load ?? last;
  const { cpu = 1, memory = 10, disk = 10, mbit = 0 } = last;
  cpuSeconds += (cpu / 100) * 2 * seconds;
  bytes += (mbit * 1e6 * seconds) / 8;
  const sample = {
    name: instanceName(id),
    at,
    cpuSeconds,
    memoryUsedBytes: Math.round((memory / 100) * 1000 * 2 ** 20),
    diskUsedBytes: Math.round((disk / 100) * 10 * 2 ** 30),
    networkInBytes: 0,
    networkOutBytes: Math.round(bytes),
    diskReadBytes: 0,
    diskWriteBytes: 0,
  };
  const { db, customer } = server.hostler;
  // A new watcher each time, because it keeps nothing in memory.
  const watcher = createWatcher({ db, alerts: customer.alerts, everyMs: EVERY });
  await recordSamples(db, load ? [sample] : [], { watcher, now: at, everyMs: EVERY });
}
async function passes(count: number, load: Load | null): Promise<void> {
  for (let index = 0; index < count; index++) await pass(load);
}

const alerts = async () => (await server.get(`/monitoring/alerts?hosting_id=${id}&sort=asc`, account.live)).body.data;
const firing = async () => (await alerts()).filter(({ state }) => state === 'firing').map(({ metric }) => metric);
const rules = async () => (await server.get(`/monitoring/rules?hosting_id=${id}&sort=asc`, account.live)).body.data;
const states = async () => (await rules()).map(({ state }) => state).join(' ');
const ruleOf = async (metric: string) => (await rules()).find((rule) => rule.metric === metric) as Rule;
const change = async (metric: string, body: object) => {
  const { id: rule } = await ruleOf(metric);
  const { db, customer } = server.hostler;
  return db.write(() => customer.rules.update(account.id, rule, body, now));
};
const watch = (metric: 'network' | 'cpu', threshold: number, minutes: number) =>
  server.operator.monitoring.createRule({ hosting_id: id, metric, threshold, minutes });

describe('a monitoring rule', () => {
  it('fires when the value is at the threshold for all its minutes, and not before', async () => {
    await pass({});
    await passes(14, { cpu: 95 });
    expect(await firing()).toEqual([]);
    await pass({ cpu: 91 });
    expect(await alerts()).toMatchObject([
      {
        metric: 'cpu',
        state: 'firing',
        value: 91,
        threshold: 90,
        message: 'The CPU of web.example.com has been at 90 % or more for 15 minutes.',
        resolved_at: null,
      },
    ]);
    expect((await ruleOf('cpu')).state).toBe('firing');
    await passes(20, { cpu: 99 });
    expect(await alerts()).toHaveLength(1);
  });

  it('does not fire if the value fell below the threshold in between', async () => {
    await pass({});
    await passes(14, { cpu: 95 });
    await pass({ cpu: 89 });
    await passes(14, { cpu: 95 });
    expect(await firing()).toEqual([]);
    await pass({ cpu: 95 });
    expect(await firing()).toEqual(['cpu']);
  });

  it('resolves when the value is 10 % below for all its minutes, and does not flap', async () => {
    await pass({});
    await passes(5, { disk: 92 });
    expect(await firing()).toEqual(['disk']);
    for (const disk of [85, 91, 80, 82, 81, 83]) await passes(4, { disk });
    expect(await firing()).toEqual(['disk']);
    await passes(4, { disk: 81 });
    expect(await firing()).toEqual(['disk']);
    await pass({ disk: 81 });
    expect(await alerts()).toMatchObject([{ metric: 'disk', state: 'resolved', resolved_at: expect.any(String) }]);
    expect((await ruleOf('disk')).state).toBe('ok');
    await passes(5, { disk: 95 });
    expect(await alerts()).toMatchObject([{ state: 'resolved' }, { state: 'firing', value: 95 }]);
  });

  it('watches the busier direction of the network, in Mbit/s', async () => {
    await watch('network', 50, 2);
    await pass({});
    await passes(2, { mbit: 49 });
    expect(await firing()).toEqual([]);
    await passes(2, { mbit: 51 });
    expect(await alerts()).toMatchObject([
      {
        metric: 'network',
        value: 51,
        message: 'The network of web.example.com has been at 50 Mbit/s or more for 2 minutes.',
      },
    ]);
  });

  it('is evaluated independently of other rules', async () => {
    await pass({});
    await passes(16, { cpu: 100, memory: 96, disk: 91 });
    expect((await firing()).toSorted()).toEqual(['cpu', 'disk', 'memory']);
  });

  it('is unknown without readings, and neither fires nor resolves because of that', async () => {
    expect(await states()).toBe('unknown unknown unknown unknown');
    await passes(2, {});
    expect(await states()).toBe('ok ok ok ok');
    await passes(5, { disk: 92 });
    await passes(14, { cpu: 95, disk: 92 });
    await passes(60, null);
    expect(await states()).toBe('unknown unknown firing unknown');
    expect(await firing()).toEqual(['disk']);
    // Readings before the gap do not count.
    await pass({ cpu: 95, disk: 92 });
    await pass({ cpu: 95, disk: 92 });
    expect(await firing()).toEqual(['disk']);
    await passes(14, { cpu: 95, disk: 92 });
    expect((await firing()).toSorted()).toEqual(['cpu', 'disk']);
  });

  it('tolerates two missing readings', async () => {
    await pass({});
    await passes(7, { cpu: 95 });
    await passes(2, null);
    await passes(6, { cpu: 95 });
    expect(await firing()).toEqual(['cpu']);
  });

  it('starts over if three readings are missing or the clock is set back slightly', async () => {
    await pass({});
    await passes(7, { cpu: 95 });
    await passes(3, null);
    await passes(7, { cpu: 95 });
    expect(await firing()).toEqual([]);
    await become({ status: 'stopped', off_since: now });
    await passes(3, { cpu: 95 });
    await pass(null, now - MINUTE / 2);
    await passes(3, null);
    expect(await firing()).toEqual([]);
    await pass(null);
    expect(await firing()).toEqual(['down']);
  });

  it('does not fire because the clock is set forward', async () => {
    await pass({});
    await passes(3, { cpu: 95 });
    await become({ status: 'stopped', off_since: now });
    await pass({ cpu: 95 });
    await pass({ cpu: 95 }, now + 24 * 60 * MINUTE);
    expect(await firing()).toEqual([]);
    await passes(4, { cpu: 95 });
    expect(await firing()).toEqual(['down']);
    await passes(11, { cpu: 95 });
    expect((await firing()).toSorted()).toEqual(['cpu', 'down']);
  });

  it('starts over when the clock is set back', async () => {
    await pass({});
    await passes(10, { cpu: 95 });
    await become({ status: 'stopped', off_since: now });
    await passes(2, { cpu: 95 });
    await pass({ cpu: 95 }, now - 5 * 60 * MINUTE);
    expect(await firing()).toEqual([]);
    await passes(15, { cpu: 95 });
    expect((await firing()).toSorted()).toEqual(['cpu', 'down']);
  });

  it('that is changed counts new readings only, and stays firing until below the new threshold', async () => {
    await pass({});
    await passes(5, { disk: 92 });
    await change('disk', { threshold: 98 });
    await passes(4, { disk: 92 });
    expect(await firing()).toEqual(['disk']);
    await passes(5, { disk: 88 });
    expect(await firing()).toEqual([]);
    await passes(2, { disk: 99 });
    await change('disk', { minutes: 3 });
    await passes(2, { disk: 99 });
    expect(await firing()).toEqual([]);
    await pass({ disk: 99 });
    expect(await firing()).toEqual(['disk']);
  });

  it('that is paused does not fire, and starts over when it is resumed', async () => {
    await pass({});
    await passes(5, { disk: 92 });
    await change('disk', { status: 'paused' });
    await passes(6, { disk: 92 });
    expect(await alerts()).toMatchObject([{ state: 'resolved' }]);
    await change('disk', { status: 'active' });
    await passes(4, { disk: 92 });
    expect(await firing()).toEqual([]);
    await pass({ disk: 92 });
    expect(await firing()).toEqual(['disk']);
  });

  it('fires once if several processes evaluate it concurrently', async () => {
    await watch('cpu', 50, 1);
    await pass({});
    const before = { now, cpuSeconds };
    await Promise.all(
      [0, 1, 2].map(() => {
        ({ now, cpuSeconds } = before);
        return pass({ cpu: 60 });
      }),
    );
    expect(await alerts()).toHaveLength(1);
  });
});

describe('a server', () => {
  it('that went off by itself is down, and up again after running for as long', async () => {
    await passes(2, {});
    await become({ status: 'stopped', off_since: now });
    await passes(3, {});
    expect(await firing()).toEqual([]);
    await pass({});
    expect(await alerts()).toMatchObject([
      {
        metric: 'down',
        value: null,
        threshold: null,
        message: 'web.example.com has been off for 3 minutes, and nobody stopped it.',
      },
    ]);
    await become({ status: 'running' });
    await passes(3, {});
    expect(await firing()).toEqual(['down']);
    await pass({});
    expect(await firing()).toEqual([]);
  });

  it.each([
    { status: 'stopped' },
    { status: 'suspended' },
    { status: 'restoring' },
    { status: 'restarting', pending: 'restart' },
    { status: 'provisioning', pending: 'create' },
    { status: 'error' },
    { status: 'stopped', pending: 'start', off_since: 1 },
    { status: 'running', pending: 'stop' },
  ])('that is %j is not down', async (state) => {
    await passes(2, {});
    await become(state);
    await passes(10, null);
    expect(await alerts()).toEqual([]);
  });

  it.each(['stopped', 'suspended'])(
    'that is %s on purpose is not watched, and its rules are unknown',
    async (status) => {
      await passes(2, {});
      expect(await states()).toBe('ok ok ok ok');
      await become({ status });
      await passes(1, {});
      expect(await states()).toBe('unknown unknown unknown unknown');
      await become({ status: 'running' });
      await passes(2, {});
      expect(await states()).toBe('ok ok ok ok');
    },
  );

  it('that is stopped on purpose while it is down is no longer down or watched', async () => {
    await passes(2, {});
    await become({ status: 'stopped', off_since: now });
    await passes(4, {});
    expect(await firing()).toEqual(['down']);
    await become({ status: 'stopped' });
    await passes(4, {});
    expect(await firing()).toEqual([]);
    expect((await ruleOf('down')).state).toBe('unknown');
  });

  it('that should be running but has no readings is not down', async () => {
    await passes(2, {});
    await passes(10, null);
    expect(await alerts()).toEqual([]);
    expect((await ruleOf('down')).state).toBe('unknown');
  });

  it('that is down stays down while it is being started', async () => {
    await passes(2, {});
    await become({ status: 'error', off_since: now });
    await passes(4, null);
    await become({ status: 'error', pending: 'start', off_since: now });
    await passes(10, null);
    expect(await firing()).toEqual(['down']);
  });
});
