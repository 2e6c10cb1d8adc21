import { sql } from '@hostler/database';
import type { TokenPair } from '@hostler/testing/api-types.ts';
import { answerWith, startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { instanceName } from '#modules/resources/hosting/machine.ts';
import { recordSamples } from '#modules/resources/hosting/metrics/jobs.ts';

const YEAR = 365 * DAY;

let server: TestServer;
let account: TestAccount;

async function start(worker: boolean): Promise<void> {
  server = await startTestServer({ worker, env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  account = await server.createAccount();
}

afterEach(() => server.stop());

const jump = (ms: number) => server.clock.advance(ms);

/** Runs recurring jobs as a worker does: they check themselves whether the clock can be trusted. */
async function takeTurns(...names: string[]): Promise<void> {
  for (const job of server.hostler.recurring) {
    if (names.length === 0 || names.includes(job.name)) await job.run(server.clock.now());
  }
}

describe('after a jump of the clock', () => {
  beforeEach(() => start(false));

  const use = async ({ access_token }: TokenPair) =>
    (await server.get('/auth/me', undefined, { authorization: `Bearer ${access_token}` })).status;
  const issue = async () => (await server.post('/auth/token', undefined, { api_key: account.live })).body.data;
  const refresh = ({ refresh_token }: TokenPair) => server.post('/auth/refresh', undefined, { refresh_token });

  it('ahead and back, tokens are still valid, because seemingly expired ones were not deleted', async () => {
    await takeTurns();
    const pair = await issue();
    jump(YEAR);
    expect(await use(pair)).toBe(401);
    await takeTurns();
    jump(-YEAR);
    expect(await use(pair)).toBe(200);
    expect((await refresh(pair)).status).toBe(200);
  });

  it('back, tokens issued ahead are not valid until that time', async () => {
    jump(YEAR);
    const ahead = await issue();
    expect(await use(ahead)).toBe(200);
    jump(-YEAR);
    expect(await use(ahead)).toBe(401);
    expect((await refresh(ahead)).status).toBe(401);
  });

  it('by a second, either way, tokens stay valid', async () => {
    const pair = await issue();
    jump(-SECOND);
    expect(await use(pair)).toBe(200);
    jump(2 * SECOND);
    expect(await use(pair)).toBe(200);
    expect((await refresh(pair)).status).toBe(200);
  });

  it('back, a used refresh token is not treated as a retry', async () => {
    const pair = await issue();
    await refresh(pair);
    jump(-HOUR);
    expect((await refresh(pair)).status).toBe(401);
  });

  it('either way, a rate window starts and has its normal length', async () => {
    const { key } = await server.createKey(account.id, 'live', { rate_limit: 2 });
    const exhaust = async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 3; count++) statuses.push((await server.get('/auth/me', key)).status);
      return statuses;
    };
    jump(MINUTE - (server.clock.now() % MINUTE));
    for (const distance of [0, YEAR, -2 * YEAR, MINUTE]) {
      jump(distance);
      expect(await exhaust()).toEqual([200, 200, 429]);
    }
  });

  it('ahead and back, an Idempotency-Key still identifies its request', async () => {
    await takeTurns();
    const body = { subject: 'Once', message: 'Only once.' };
    const send = () => server.post('/tickets', account.live, body, { 'idempotency-key': 'once' });
    const first = await send();
    jump(YEAR);
    await takeTurns();
    jump(-YEAR);
    const again = await send();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data.id).toBe(first.body.data.id);
  });

  it('ahead and back, all events still exist', async () => {
    await takeTurns();
    server.startWorker();
    await server.post('/tickets', account.live, { subject: 'An event', message: 'To be kept.' });
    const count = async () => (await server.get('/events', account.live)).body.data.length;
    await expect.poll(count).toBe(1);
    jump(YEAR);
    await takeTurns('events.forget-old');
    jump(-YEAR);
    await takeTurns('events.forget-old');
    expect(await count()).toBe(1);
  });

  it('ahead and back, a machine is still sampled, and future samples are deleted', async () => {
    const { id } = await server.operator.hosting.create({
      account_id: account.id,
      hostname: 'a.example.com',
    });
    const { db } = server.hostler;
    const read = (networkInBytes: number) => {
      const used = { cpuSeconds: 1, memoryUsedBytes: 5, diskUsedBytes: 7, networkOutBytes: 0 };
      const sample = { ...used, diskReadBytes: 0, diskWriteBytes: 0, networkInBytes, at: server.clock.now() };
      return recordSamples(db, [{ ...sample, name: instanceName(id) }]);
    };
    const SAMPLES = sql<object, { at: number; network_in_bytes: number }>(
      'select at, network_in_bytes from hosting_samples order by at',
    );
    await read(100);
    jump(YEAR);
    await read(200);
    jump(MINUTE);
    await read(300);
    jump(-YEAR);
    await read(400);
    jump(MINUTE);
    await read(500);
    const samples = await db.read(SAMPLES.all({}));
    expect(samples.map(({ network_in_bytes }) => network_in_bytes)).toEqual([100, 400, 500]);
    expect(Math.max(...samples.map(({ at }) => at))).toBeLessThanOrEqual(server.clock.now());
  });

  it('ahead and back, a schedule follows its timetable again', async () => {
    server.startWorker();
    const order = { account_id: account.id, hostname: 'b.example.com' };
    const { id: hosting_id } = await server.finish(server.operator.hosting.create(order));
    const { body } = await server.post('/backups/schedules', account.live, {
      hosting_id,
    });
    const next = async () => {
      const shown = await server.get(`/backups/schedules/show?id=${body.data.id}`, account.live);
      return Date.parse(shown.body.data.next_run_at ?? '');
    };
    jump(YEAR);
    await takeTurns('backups.run-schedules');
    expect(await next()).toBeGreaterThan(server.clock.now());
    jump(-YEAR);
    expect(await next()).toBeGreaterThan(server.clock.now() + 2 * DAY);
    await takeTurns('backups.end-schedules');
    expect(await next()).toBe(Date.parse(body.data.next_run_at ?? ''));
  });

  it('ahead and back, the sizes of databases are still measured', async () => {
    server.startWorker();
    const MEASURED = sql<object, { measured_at: number }>('select measured_at from databases');
    const measuredAt = async () => (await server.hostler.db.read(MEASURED.one({})))?.measured_at ?? 0;
    await server.post('/databases', account.live, { name: 'shop', engine: 'postgresql' });
    await server.until('/databases', account.live, ([first]) => first?.status === 'active');
    jump(YEAR);
    await takeTurns('databases.measure-sizes');
    await expect.poll(measuredAt).toBeGreaterThan(Date.now() + DAY);
    jump(-YEAR);
    await takeTurns('databases.measure-sizes');
    await expect.poll(measuredAt).toBeLessThanOrEqual(server.clock.now());
  });
});

describe('a webhook', () => {
  beforeEach(async () => {
    await start(true);
    // Prevents retries before the clock jumps.
    server.clock.standStill();
  });

  const register = async (url: string) => (await server.operator.webhooks.create({ account_id: account.id, url })).id;
  const happen = () => server.post('/tickets', account.live, { subject: 'News', message: 'Something happened.' });

  it('gets retries that were scheduled ahead soon after the clock is back', async () => {
    const receiver = await startReceiver(answerWith(500));
    try {
      await register(receiver.url);
      jump(YEAR);
      await happen();
      await receiver.until(1);
      await expect
        .poll(async () => (await server.hostler.db.read(PLANNED.one({})))?.due_at ?? 0)
        .toBeGreaterThan(Date.now() + DAY);
      receiver.behave(answerWith(200));
      jump(-YEAR);
      await takeTurns('webhooks.mend-times');
      await receiver.until(2);
    } finally {
      await receiver.close();
    }
  });

  it('is not disabled because of days of failure that never happened', async () => {
    const receiver = await startReceiver(answerWith(500));
    try {
      const id = await register(receiver.url);
      await takeTurns('events.forget-old');
      await happen();
      await receiver.until(1);
      await server.until(`/webhooks/show?id=${id}`, account.live, ({ failing_since }) => failing_since !== null);
      jump(YEAR);
      await receiver.until(2);
      const { status } = await server
        .until(`/webhooks/deliveries?id=${id}`, account.live, ([delivery]) => delivery?.attempts.length === 2)
        .then(async () => (await server.get(`/webhooks/show?id=${id}`, account.live)).body.data);
      expect(status).toBe('active');
    } finally {
      await receiver.close();
    }
  });
});

const PLANNED = sql<object, { due_at: number | null }>(
  'select due_at from webhook_deliveries where attempts > 0 and leased_by is null',
);
