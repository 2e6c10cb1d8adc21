import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { prepareDemo } from './demo.ts';

const MAILS = sql<object, { id: number }>("select id from mails where kind = 'invoice'");
const REMINDERS = sql<{ account_id: number }, { status: string }>(
  "select result as status from mails where kind = 'dunning' and account_id = :account_id order by id",
);

const STORED = sql<{ account_id: number }, { count: number }>(
  `select count from totals where account_id = :account_id and list = 'backup bytes'`,
);
const AUDIT = sql<object, { at: number; action: string }>('select at, action from audit_entries order by id');
const TRAFFIC = sql<{ id: number }, { counted: number; charted: number }>(
  `select (select cast(sum(out_bytes) as double precision) from hosting_traffic_days where hosting_id = :id) as counted,
     cast(max(network_out_bytes) - min(network_out_bytes) as double precision) as charted
   from hosting_samples where hosting_id = :id`,
);
const SUSPENDED_AT = sql<{ id: number }, { at: number }>(
  'select opened_at as at from hosting_suspensions where hosting_id = :id',
);
const SAMPLES = sql<{ id: number }, { at: number; cpu: number; memory: number }>(
  'select at, cpu_seconds as cpu, memory_used_bytes as memory from hosting_samples where hosting_id = :id',
);

interface Named {
  readonly id: number;
  readonly status: string;
  readonly [field: string]: unknown;
}

let server: TestServer;
let printed = '';
let key = '';
/** Output of the interrupted first start. */
let first = '';
let wasUnfinished = false;

/** Starts the demo, and stops it again or waits until it is complete. */
async function start(end: 'stop' | 'complete') {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  try {
    const demo = await prepareDemo(server.hostler, server.url);
    if (end === 'stop') await demo.stop();
    await demo.finished;
  } finally {
    write.mockRestore();
  }
}

async function list(path: string): Promise<Named[]> {
  return (await server.get<Named[]>(path, key)).body.data;
}

async function countByStatus(path: string): Promise<Record<string, number>> {
  const records = await list(`${path}?per_page=100`);
  return Object.fromEntries(
    Object.entries(Object.groupBy(records, ({ status }) => status)).map(([status, some = []]) => [status, some.length]),
  );
}

const unfinished = () => existsSync(join(server.hostler.config.dataDir, 'demo-unfinished'));

describe('the demo', () => {
  beforeAll(async () => {
    server = await startTestServer({ env: { HOSTLER_DEMO: '1' } });
    // Interrupts the first start right after it has printed its keys.
    await start('stop');
    [key = ''] = printed.match(/svc_live_\w+/) ?? [];
    first = printed;
    wasUnfinished = unfinished();
    await start('complete');
  });
  afterAll(() => server.stop());

  it('prints the URL of the panel, a line for everyone who can sign in, and the keys', () => {
    expect(printed).toContain(`panel       ${server.url}/\n`);
    const logins = printed.match(/^ {2}(customer|operator) {2}\S+@\S+ {2}password \w{16}(?: {2}role \w+)?$/gm) ?? [];
    expect(logins.map((line) => line.trim().split(/ +/)[0])).toEqual([
      ...['customer', 'customer', 'customer', 'operator', 'operator', 'operator', 'operator'],
    ]);
    const roles = logins.flatMap((line) => / role (\w+)$/.exec(line)?.[1] ?? []);
    expect(roles).toEqual(['support', 'billing', 'technician', 'owner']);
    expect(printed).toMatch(/live key {4}svc_live_\w+\n {2}test key {4}svc_test_\w+/);
    expect(first.trim()).toMatch(/^━+\n[^━]+\n━+/);
  });

  it('explains how to start again: with PostgreSQL, deleting the folder is not enough', () => {
    const { dataDir, databaseUrl } = server.hostler.config;
    const how = databaseUrl
      ? `To start again, drop and recreate the database, and delete the folder ${dataDir}.`
      : `Delete the folder ${dataDir} to start again.`;
    expect(printed).toContain(`Passwords and keys are shown only once. ${how}\n`);
  });

  it('continues at the next start if it was interrupted, and creates no account twice', async () => {
    expect(first).toContain('The demo is not complete. The next start continues with the rest.');
    expect(wasUnfinished).toBe(true);
    expect(unfinished()).toBe(false);
    const second = printed.slice(first.length);
    expect(second).not.toMatch(/svc_|password \w{16}/);
    expect((await server.operator.accounts.list()).map(({ name }) => name)).toEqual([
      'Atelier Moreau',
      'Quickmart Deals',
      'Kestrel Robotics',
      'Larkspur Studio',
    ]);
    const waiting = await server.operator.orders.list({ status: 'in_review' });
    expect(waiting.map(({ flags, age_hours }) => [flags.length, age_hours])).toEqual([
      [1, 3],
      [2, 26],
    ]);
  });

  it('prints each step that is done, and that it is complete', () => {
    const second = printed.slice(first.length);
    const done = [...second.matchAll(/^ {2}done {5}(.*): (.*)$/gm)].map(([, account, what]) => [account, what]);
    expect(done.filter(([account]) => account === 'Larkspur Studio').map(([, what]) => what)).toEqual([
      ...['weeks of measurements', 'servers', 'firewalls and snapshots', 'saved card', 'domains', 'mailboxes'],
      ...['applications', 'backups', 'history', 'restart'],
    ]);
    expect(done.at(-1)?.[1]).toBe('restart');
    expect(second.trim()).toMatch(/\n━+\n[^━]*\nThe demo is complete\.\n━+$/);
  });

  it('contains servers, tickets, invoices and backups in many statuses', async () => {
    await until(async () => (await list('/hosting?status=restarting')).length === 0);
    expect(await countByStatus('/hosting')).toEqual({ running: 6, stopped: 1, suspended: 1, terminated: 1 });
    expect(await countByStatus('/subscriptions')).toEqual({ active: 7, pending: 1, suspended: 1, cancelled: 1 });
    expect((await list('/domains')).map(({ domain }) => domain)).toEqual([
      ...['festival-of-small-things.example', 'larkspur-shop.example', 'larkspur.example'],
    ]);
    expect(await countByStatus('/tickets')).toEqual({ open: 1, answered: 1, customer_reply: 1, closed: 1 });
    expect(await countByStatus('/billing/invoices')).toEqual({ paid: 5, unpaid: 3, overdue: 1 });
    expect(await countByStatus('/backups')).toEqual({ completed: 7, failed: 1 });
    expect(await countByStatus('/databases')).toEqual({ active: 3 });
    const checks = await list('/monitoring/checks');
    expect(checks.filter(({ bars }) => (bars as object[]).length === 48)).toHaveLength(4);
    expect(checks.filter(({ status }) => status === 'down').map(({ name }) => name)).toEqual(['Chat of the office']);
    await until(async () => (await list('/applications?status=installing')).length === 0);
    expect(await countByStatus('/applications')).toEqual({ running: 3 });
    expect(await countByStatus('/hosting/snapshots')).toEqual({ available: 2 });
    await until(async () => (await list('/firewalls')).every(({ status }) => status === 'active'));
    expect((await list('/firewalls')).map(({ hosting_ids }) => (hosting_ids as number[]).length)).toEqual([2, 0]);
    expect((await list('/hosting?tag=env:prod')).map(({ hostname }) => hostname)).toEqual([
      ...['web1.demo.example', 'shop.demo.example', 'db1.demo.example'],
    ]);
    const pools = await server.hostler.db.read(server.hostler.operator.pools.list());
    expect(pools.map(({ network, assigned, reserved }) => [network, assigned > 7, reserved])).toEqual([
      ['2001:db8:118::/64', true, 0],
      ['198.51.100.0/24', true, 3],
    ]);
    await until(async () => (await list('/domains')).every(({ dns_status }) => dns_status === 'ok'));
  });

  it('suspends a server by dunning, so that paying the invoice resumes it', async () => {
    const [suspended] = await list('/hosting?status=suspended');
    const [invoice] = await list('/billing/invoices?status=overdue');
    expect(suspended).toMatchObject({
      hostname: 'build1.demo.example',
      suspension_reason: expect.stringContaining(String(invoice?.number)),
    });
    const [account] = (await server.operator.accounts.list()).filter(({ name }) => name === 'Larkspur Studio');
    const mails = await server.hostler.db.read(REMINDERS.all({ account_id: account?.id ?? 0 }));
    expect(mails.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
  });

  it('numbers its invoices by date, and mails none of them', async () => {
    const invoices = await list('/billing/invoices?sort=asc&per_page=100');
    const dates = invoices.map(({ issued_at }) => String(issued_at));
    expect(dates).toEqual([...dates].sort());
    expect(invoices.map(({ number }) => number)).toEqual(invoices.map(({ number }) => number).sort());
    expect(await server.hostler.db.read(MAILS.all({}))).toEqual([]);
  });

  it('has weeks of metrics, including an outage of a server', async () => {
    const web1 = (await list('/hosting?search=web1'))[0];
    const end = Math.floor(server.clock.now() / 1000) - 600;
    const start = end - 30 * 86_400;
    const path = `/hosting/metrics?id=${web1?.id}&start=${start}&end=${end}&step=3600` as const;
    const { series } = (await server.get(path, key)).body.data;
    const cpu = series.cpu_percent?.values.map(([, value]) => value) ?? [];
    expect(cpu.length).toBeGreaterThan(700);
    expect([Math.min(...cpu) < 5, Math.max(...cpu) > 10, Math.max(...cpu) <= 100]).toEqual([true, true, true]);
    expect(series.memory_used_bytes?.values.some(([, value]) => value < 2 ** 30)).toBe(true);
  });

  it('has firing alerts, and a resolved alert about the outage of a server', async () => {
    expect((await list('/monitoring/alerts?status=firing')).length).toBeGreaterThan(0);
    const [web1] = await list('/hosting?search=web1');
    expect(await list(`/monitoring/alerts?hosting_id=${web1?.id}`)).toMatchObject([
      { metric: 'down', state: 'resolved' },
    ]);
  });

  it('has a webhook whose deliveries succeed and one whose deliveries fail', async () => {
    const statuses = async (webhook: Named) =>
      new Set((await list(`/webhooks/deliveries?id=${webhook.id}&per_page=100`)).map(({ status }) => status));
    const [failing, good] = await list('/webhooks');
    if (!failing || !good) throw new Error('There are no webhooks.');
    await until(async () => (await list('/webhooks'))[0]?.failing_since !== null);
    await until(async () => !(await statuses(good)).has('pending'));
    expect(await statuses(good)).toEqual(new Set(['succeeded']));
  });

  it('has no backup that took an hour or longer', async () => {
    const made = (await list('/backups?status=completed')).map(({ created_at, completed_at }) => {
      return Date.parse(String(completed_at)) - Date.parse(String(created_at));
    });
    expect(Math.max(...made)).toBeLessThan(HOUR);
  });

  it('renews a yearly plan a year after its order', async () => {
    const yearly = (await list('/subscriptions')).filter(({ billing_period }) => billing_period === 'yearly');
    expect(yearly).toHaveLength(2);
    for (const { created_at, current_period_end } of yearly) {
      const [from, to] = [new Date(String(created_at)), new Date(String(current_period_end))];
      expect(to.toISOString().slice(4, 10)).toBe(from.toISOString().slice(4, 10));
      expect(to.getUTCFullYear()).toBe(from.getUTCFullYear() + 1);
    }
  });

  it('dates every account before its first invoice, and the audit log by its content', async () => {
    const accounts = await server.operator.accounts.list();
    const [studio] = accounts.filter(({ name }) => name === 'Larkspur Studio');
    const [first] = await list('/billing/invoices?sort=asc');
    const wait = Date.parse(String(first?.issued_at)) - Date.parse(String(studio?.created_at));
    expect([wait > 0, wait < DAY]).toEqual([true, true]);
    const entries = await server.hostler.db.read(AUDIT.all({}));
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const recent = entries.filter(({ at }) => at > server.clock.now() - HOUR);
    expect(new Set(recent.map(({ action }) => action))).toEqual(
      new Set(['hosting.restarted', 'monitoring.alert', 'ticket.created']),
    );
  });

  it('counts the traffic that its charts show', async () => {
    for (const { id, hostname } of await list('/hosting?status=running')) {
      const { counted, charted } = (await server.hostler.db.read(TRAFFIC.one({ id }))) ?? { counted: 0, charted: 0 };
      expect(charted, String(hostname)).toBeGreaterThan(0);
      expect(counted / charted, String(hostname)).toBeCloseTo(1, 2);
    }
  });

  it('has no load on a suspended server', async () => {
    const [suspended] = await list('/hosting?status=suspended');
    const [row] = await server.hostler.db.read(SUSPENDED_AT.all({ id: suspended?.id ?? 0 }));
    const samples = await server.hostler.db.read(SAMPLES.all({ id: suspended?.id ?? 0 }));
    const since = samples.filter(({ at }) => at > (row?.at ?? 0) + MINUTE);
    expect(since.length).toBeGreaterThan(20);
    expect(new Set(since.map(({ memory }) => memory))).toEqual(new Set([0]));
    const before = since.filter(({ at }) => at < server.clock.now() - HOUR);
    expect(new Set(before.map(({ cpu }) => cpu)).size).toBe(1);
  });

  it('has backups of a believable size', async () => {
    const completed = await list('/backups?status=completed');
    for (const { size_bytes } of completed) expect(Number(size_bytes)).toBeGreaterThan(10 ** 5);
    const [account] = (await server.operator.accounts.list()).filter(({ name }) => name === 'Larkspur Studio');
    const total = await server.hostler.db.read(STORED.one({ account_id: account?.id ?? 0 }));
    const sum = completed.reduce((total, { size_bytes }) => total + Number(size_bytes), 0);
    expect(total?.count).toBe(sum);
  });

  it('resumes the suspended server when its invoice is paid', async () => {
    const [suspended] = await list('/hosting?status=suspended');
    const [invoice] = await list('/billing/invoices?status=overdue');
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0, method: 'transfer' });
    await until(async () => (await list('/hosting?status=suspended')).length === 0);
    await until(async () => (await list(`/hosting?search=build1`))[0]?.status === 'running');
    expect(suspended?.hostname).toBe('build1.demo.example');
  });

  it('creates nothing again once it is complete', async () => {
    const [first] = await list('/backups');
    await server.post(`/backups/remove?id=${first?.id}`, key);
    await start('complete');
    expect((await list('/backups')).length).toBe(7);
  });
});
