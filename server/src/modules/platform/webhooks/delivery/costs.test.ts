import { type Query, runScript, type Step } from '@hostler/database';
import type { Statement } from '@hostler/database/testing';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimDeliveries } from '../sending/claim.ts';
import { bringForward } from './queue-store.ts';
import { requeueFailed } from './store.ts';

/** Measures by query plans what each step costs for a webhook with many deliveries. */
const ROWS = 12_000;

let server: TestServer;
let account: number;
let webhook: number;

/** Half of them wait, half have failed. PostgreSQL has no statistics yet, as after any burst. */
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = (await server.createAccount()).id;
  const input = { account_id: account, url: 'https://hooks.example.com/' };
  webhook = (await server.operator.webhooks.create(input)).id;
  await server.hostler.db.write(function* () {
    yield* runScript(`
      insert into webhook_deliveries (account_id, webhook_id, event_id, event, status, attempts, due_at, log, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
        select ${account}, ${webhook}, 0, 'ticket.created', case n % 2 when 0 then 'pending' else 'failed' end, 10,
          case n % 2 when 0 then n end, '[]', n from numbers`);
    yield* bringForward([{ webhook_id: webhook, due_at: 0 }], 0);
  });
  return server.stop;
});

interface Planned {
  statement: Statement;
  plan: string;
}

/** Runs a query in a transaction and explains each of its statements before it runs. */
async function explain<T>(query: () => Query<T>): Promise<{ planned: Planned[]; value: T }> {
  const prefix = runsOnPostgres ? 'explain ' : 'explain query plan ';
  return server.hostler.db.write(function* () {
    const planned: Planned[] = [];
    const running = query();
    let step = running.next();
    while (!step.done) {
      const asked: Step = step.value;
      if ('statement' in asked) {
        const { statement } = asked;
        const explained = {
          ...statement,
          name: `explain ${statement.name}`,
          text: prefix + statement.text,
          written: [],
        };
        const rows = (yield { ...asked, mode: 'all', statement: explained }) as Record<string, unknown>[];
        planned.push({ statement, plan: rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n') });
      }
      step = running.next(yield asked);
    }
    return { planned, value: step.value };
  });
}

function expectBounded(planned: Planned[]): void {
  for (const { statement, plan } of planned.filter(({ statement }) => statement.text.includes('webhook_deliveries'))) {
    expect(plan, statement.text).not.toMatch(/Seq Scan on webhook_deliveries|SCAN webhook_deliveries|SCAN d\b/);
    expect(plan, statement.text).not.toMatch(/\bSort\b|TEMP B-TREE/);
  }
}

describe('with many deliveries of one webhook', () => {
  it.each(['failed', 'pending'] as const)('a redelivery step reads only its own %s deliveries', async (status) => {
    const step = { webhook_id: webhook, status, since: 0, below: Number.MAX_SAFE_INTEGER, limit: 100 };
    const { planned, value } = await explain(() => requeueFailed(account, step, 1));
    expect(value).toBeGreaterThan(1);
    expectBounded(planned);
  });

  it('a claim reads only the first few, takes no more than its share, and writes no other tables', async () => {
    const wanted: number[] = [];
    const share = () => (_: unknown, count: number) => {
      wanted.push(count);
      return Math.min(count, 200);
    };
    const now = ROWS;
    const claim = { worker: 'mine', now, until: now + 1, busy: [], full: [], webhooks: 64, deliveries: 2_048, share };
    const { planned, value } = await explain(() => claimDeliveries(claim));
    expectBounded(planned);
    // Their events are gone. Counting them as failed here would wait for the total while holding the queue, in the
    // opposite order of other transactions.
    expect(value).toMatchObject([{ deliveries: [], more: true }]);
    expect(value[0]?.stale).toHaveLength(200);
    expect(wanted.at(-1)).toBe(200);
    const written = planned.flatMap(({ statement }) => statement.written);
    expect(new Set(written)).toEqual(new Set(['webhook_deliveries', 'webhook_queues']));
  });
});
