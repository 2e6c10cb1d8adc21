import { sql } from '@hostler/database';
import { readTotals } from '@hostler/database/testing';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchClock } from '#kernel/jobs/clock-trust.ts';
import { DAY } from '#kernel/time.ts';
import { type ClaimedDelivery, TARGET_COLUMNS, type Target } from './claim.ts';
import { type DeliveryResult, giveUpDeliveries, recordResults } from './record.ts';

const INSERT = sql<{ account_id: number; webhook_id: number; now: number }, { id: number }>(
  `insert into webhook_deliveries
     (account_id, webhook_id, event_id, event, status, attempts, due_at, leased_by, log, created_at)
   values (:account_id, :webhook_id, 1, 'ticket.created', 'pending', 0, :now, 'mine', '[]', :now) returning id`,
);
const TARGET = sql<{ id: number }, Target>(`select ${TARGET_COLUMNS} from webhooks where id = :id`);
const HEALTH = sql<{ id: number }, { status: string; last_success_at: number | null; failing_since: number | null }>(
  'select status, last_success_at, failing_since from webhooks where id = :id',
);
const DELIVERIES = sql<{ webhook_id: number }, { status: string; attempts: number; finished_at: number | null }>(
  'select status, attempts, finished_at from webhook_deliveries where webhook_id = :webhook_id order by id',
);
const SINCE = sql<{ id: number; since: number }>('update webhooks set failing_since = :since where id = :id');

let server: TestServer;
let account: number;
let webhooks: [number, number];
let now: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
});
afterAll(() => server.stop());

beforeEach(async () => {
  now = server.clock.now();
  ({ id: account } = await server.createAccount());
  const create = async () =>
    (await server.operator.webhooks.create({ account_id: account, url: 'http://127.0.0.1:2000/' })).id;
  webhooks = [await create(), await create()];
});

interface Outcome {
  webhook?: number;
  at: number;
  succeeded?: boolean;
  gone?: boolean;
}

/** Records the results as one batch and returns the webhooks that were disabled. */
function record(...outcomes: Outcome[]) {
  return server.hostler.db.write(function* () {
    const results: DeliveryResult[] = [];
    for (const { webhook = webhooks[0], at, succeeded = false, gone = false } of outcomes) {
      const target = yield* TARGET.one({ id: webhook });
      if (!target) throw new Error('There is no such webhook.');
      const row = yield* INSERT.one({ account_id: target.account_id, webhook_id: webhook, now });
      const sent = {
        eventId: 1,
        event: 'ticket.created',
        body: Buffer.from('{}'),
        attempts: 2,
        log: '[]',
        traceparent: null,
      } as const;
      const delivery: ClaimedDelivery = { id: row?.id ?? 0, target, ...sent };
      const next = succeeded || gone ? null : at + 1_000;
      const attempt = { at, ms: 5, status: succeeded ? 200 : 500, answer: '', error: null, next };
      results.push({ delivery, status: succeeded ? 'succeeded' : gone ? 'failed' : 'pending', attempt, gone });
    }
    return yield* recordResults('mine', results, now);
  });
}

const health = (id = webhooks[0]) => server.hostler.db.read(HEALTH.one({ id }));
const countEnds = async () => {
  const totals = await server.hostler.db.read(readTotals(account, `deliveries/${webhooks[0]}`));
  return Object.fromEntries(totals.map(({ status, count }) => [status, count]));
};
const deliveries = (webhook_id = webhooks[0]) => server.hostler.db.read(DELIVERIES.all({ webhook_id }));
const failSince = (since: number, id = webhooks[0]) => server.hostler.db.write(() => SINCE.run({ id, since }));

describe('a webhook', () => {
  it('is failing since the first of several failures', async () => {
    await record({ at: now + 10 }, { at: now + 20 });
    expect(await health()).toEqual({ status: 'active', last_success_at: null, failing_since: now + 10 });
    await record({ at: now + 30 });
    expect(await health()).toMatchObject({ failing_since: now + 10 });
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('is not failing if a success comes %s a failure in the same batch', async (_when, succeeded) => {
    await record({ at: now, succeeded }, { at: now, succeeded: !succeeded });
    expect(await health()).toEqual({ status: 'active', last_success_at: now, failing_since: null });
  });

  it('is not affected by the result of another webhook in the same batch', async () => {
    const [one, other] = webhooks;
    await record({ webhook: one, at: now }, { webhook: other, at: now + 1, succeeded: true });
    expect(await health(one)).toEqual({ status: 'active', last_success_at: null, failing_since: now });
    expect(await health(other)).toEqual({ status: 'active', last_success_at: now + 1, failing_since: null });
  });

  it('is disabled once by a 410, whatever the other results are', async () => {
    const [one] = webhooks;
    expect(await record({ at: now, gone: true }, { at: now, succeeded: true })).toMatchObject([
      { id: one, gone: true },
    ]);
    expect(await health()).toMatchObject({ status: 'disabled' });
    expect(await record({ at: now, gone: true })).toEqual([]);
  });

  it('is disabled after five days of nothing but failures, and not earlier', async () => {
    const [one, other] = webhooks;
    await server.hostler.db.write(() => watchClock(now));
    await failSince(now - 5 * DAY, one);
    await failSince(now - 5 * DAY + 1, other);
    const disabled = await record({ webhook: one, at: now }, { webhook: other, at: now });
    expect(disabled).toMatchObject([{ id: one, gone: false }]);
    expect(await health(one)).toMatchObject({ status: 'disabled', failing_since: now - 5 * DAY });
    expect(await health(other)).toMatchObject({ status: 'active' });
  });

  it('is not disabled because of a clock jump', async () => {
    await server.hostler.db.write(() => watchClock(now));
    await failSince(now);
    now += 6 * DAY;
    expect(await record({ at: now })).toEqual([]);
    expect(await health()).toMatchObject({ status: 'active' });
  });

  it('stays active if a delivery succeeds after five days of failures', async () => {
    await server.hostler.db.write(() => watchClock(now));
    await failSince(now - 6 * DAY);
    expect(await record({ at: now }, { at: now, succeeded: true })).toEqual([]);
    expect(await health()).toEqual({ status: 'active', last_success_at: now, failing_since: null });
  });
});

describe('a delivery', () => {
  it('gets one more attempt, and is finished and counted only if no further attempt follows', async () => {
    await record({ at: now }, { at: now, succeeded: true }, { at: now, gone: true });
    expect(await deliveries()).toEqual([
      { status: 'pending', attempts: 3, finished_at: null },
      { status: 'succeeded', attempts: 3, finished_at: now + 5 },
      { status: 'failed', attempts: 3, finished_at: now + 5 },
    ]);
    expect(await countEnds()).toEqual({ 'succeeded ticket.created': 1, 'failed ticket.created': 1 });
  });

  it('that is given up is counted as failed, but only by the worker that holds it', async () => {
    const give = (worker: string) =>
      server.hostler.db.write(function* () {
        const row = yield* INSERT.one({ account_id: account, webhook_id: webhooks[0], now });
        yield* giveUpDeliveries(worker, [row?.id ?? 0], now);
      });
    await give('mine');
    await give('theirs');
    expect(await deliveries()).toEqual([
      { status: 'failed', attempts: 0, finished_at: now },
      { status: 'pending', attempts: 0, finished_at: null },
    ]);
    expect(await countEnds()).toEqual({ 'failed ticket.created': 1 });
  });
});
