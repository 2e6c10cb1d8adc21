import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatTime, HOUR } from '#kernel/time.ts';
import { askRedelivery, findFirstRedelivery, moveRedelivery } from './store.ts';

const JOBS = sql<object, { count: number }>(`select count(*) as count from jobs where kind = 'webhooks.redeliver'`);
const ASKED = sql<object, { webhook_id: number; since: number }>(
  'select webhook_id, since from webhook_redeliveries order by webhook_id',
);
const MAKE = sql<{ account_id: number; webhook_id: number; now: number; rows: string }>(
  `insert into webhook_deliveries (account_id, webhook_id, event_id, event, status, attempts, log, created_at)
   select cast(:account_id as bigint), cast(:webhook_id as bigint), 0, 'ticket.created', 'failed', 10, '[]',
     cast(:now as bigint) from {each :rows as r}`,
);
const FAILED = sql<object, { count: number }>(
  `select count(*) as count from webhook_deliveries where status = 'failed' and attempts = 10`,
);

let server: TestServer;
let account: TestAccount;

beforeEach(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
});
afterEach(() => server.stop());

const read = async () => ({
  jobs: (await server.hostler.db.read(JOBS.one({})))?.count,
  asked: await server.hostler.db.read(ASKED.all({})),
});

async function register(): Promise<number> {
  const body = { url: 'https://hooks.example.com/x', events: ['*'] };
  return (await server.post('/webhooks', account.live, body)).body.data.id;
}

describe('a redelivery of everything that failed since a time', () => {
  it('is one job, however often it is requested', async () => {
    const [first, second] = [await register(), await register()];
    const now = Math.floor(server.clock.now() / 1000) * 1000;
    for (const hours of [1, 3, 2]) {
      const since = formatTime(now - hours * HOUR);
      expect((await server.post('/webhooks/redeliver', account.live, { since })).status).toBe(202);
    }
    await Promise.all(
      Array.from({ length: 20 }, () =>
        server.post(`/webhooks/redeliver?id=${first}`, account.live, { since: formatTime(now) }),
      ),
    );
    const since = now - 3 * HOUR;
    expect(await read()).toEqual({
      jobs: 1,
      asked: [
        { webhook_id: first, since },
        { webhook_id: second, since },
      ],
    });
    server.startWorker();
    await expect.poll(read).toEqual({ jobs: 0, asked: [] });
  });

  it('covers all failed deliveries, in steps', async () => {
    const id = await register();
    const rows = JSON.stringify(Array.from({ length: 12_000 }, () => 0));
    const made = { account_id: account.id, webhook_id: id, now: server.clock.now(), rows };
    await server.hostler.db.write(() => MAKE.run(made));
    await server.post(`/webhooks/redeliver?id=${id}`, account.live, { since: formatTime(server.clock.now() - HOUR) });
    server.startWorker();
    await expect.poll(async () => await server.hostler.db.read(FAILED.one({}))).toEqual({ count: 0 });
    await expect.poll(read).toEqual({ jobs: 0, asked: [] });
  });

  it('starts again when it ends if it was requested again while running', async () => {
    const id = await register();
    const { db } = server.hostler;
    const ask = (since: number) => db.write(() => askRedelivery(account.id, [id], since, since));
    const step = (below: number | undefined) =>
      db.write(function* () {
        const row = yield* findFirstRedelivery(account.id);
        if (row) yield* moveRedelivery(account.id, row, below);
        return row && [row.status, row.since, row.below, row.again_since];
      });
    await ask(5_000);
    expect(await step(700)).toEqual(['pending', 5_000, null, null]);
    await ask(6_000);
    await ask(4_000);
    await ask(7_000);
    expect(await step(undefined)).toEqual(['pending', 5_000, 700, 4_000]);
    expect(await step(undefined)).toEqual(['failed', 5_000, null, 4_000]);
    expect(await step(undefined)).toEqual(['pending', 4_000, null, null]);
    expect(await step(undefined)).toEqual(['failed', 4_000, null, null]);
    expect(await step(undefined)).toBeUndefined();
  });
});
