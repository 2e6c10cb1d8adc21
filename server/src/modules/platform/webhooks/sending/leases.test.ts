import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedDelivery } from './claim.ts';
import { recordResults, releaseDeliveries } from './record.ts';

const INSERT = sql<{ account_id: number; webhook_id: number; leased_by: string; due_at: number }, { id: number }>(
  `insert into webhook_deliveries
     (account_id, webhook_id, event_id, event, status, attempts, due_at, leased_by, log, created_at)
   values (:account_id, :webhook_id, 1, 'ticket.created', 'pending', 0, :due_at, :leased_by, '[]', 0) returning id`,
);
const HOLDERS = sql<object, { leased_by: string | null; status: string }>(
  'select leased_by, status from webhook_deliveries order by id',
);

let server: TestServer;
let claimed: ClaimedDelivery[];

/** Three deliveries: one worker holds the first two, another the third. */
beforeEach(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  const { id: account_id } = await server.createAccount();
  const url = 'http://127.0.0.1:2000/';
  const { id } = await server.operator.webhooks.create({ account_id, url });
  const secrets = { secret: '', previous_secret: null, previous_secret_until: null };
  const target = { id, account_id, url, status: 'active', ...secrets, failing_since: null } as const;
  claimed = await server.hostler.db.write(function* () {
    const rows: ClaimedDelivery[] = [];
    for (const leased_by of ['mine', 'mine', 'theirs']) {
      const due_at = server.clock.now() + 60_000;
      const row = yield* INSERT.one({ account_id, webhook_id: id, leased_by, due_at });
      const sent = {
        eventId: 1,
        event: 'ticket.created',
        body: Buffer.from('{}'),
        attempts: 0,
        log: '[]',
        traceparent: null,
      } as const;
      rows.push({ id: row?.id ?? 0, target, ...sent });
    }
    return rows;
  });
});
afterEach(() => server.stop());

const holders = async () => (await server.hostler.db.read(HOLDERS.all({}))).map(({ leased_by }) => leased_by);
const statuses = async () => (await server.hostler.db.read(HOLDERS.all({}))).map(({ status }) => status);

describe('a delivery that is leased to a worker', () => {
  it('is released only by that worker, and only if its id is given', async () => {
    const [first, , third] = claimed.map(({ id }) => id);
    await server.hostler.db.write(() => releaseDeliveries('mine', [first ?? 0, third ?? 0], server.clock.now()));
    expect(await holders()).toEqual([null, 'mine', 'theirs']);
  });

  it('gets its result recorded only by that worker', async () => {
    const attempt = { at: server.clock.now(), ms: 5, status: 200, answer: 'ok', error: null, next: null };
    const results = claimed.map((delivery) => ({ delivery, status: 'succeeded' as const, attempt, gone: false }));
    await server.hostler.db.write(() => recordResults('mine', results.slice(1), server.clock.now()));
    expect(await statuses()).toEqual(['pending', 'succeeded', 'pending']);
    expect(await holders()).toEqual(['mine', null, 'theirs']);
  });
});
