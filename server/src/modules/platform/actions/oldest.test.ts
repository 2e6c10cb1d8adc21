import { fillTotals, runScript, sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginAction, ENDED_ACTIONS_KEPT, finishAction, insertAction } from './store.ts';

const MORE = 3;
const ROWS = sql<{ account_id: number }, { ended: number; all: number; first: number }>(
  `select count(finished_at) as ended, count(*) as "all", min(case when finished_at is not null then id end) as first
   from actions where account_id = :account_id`,
);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

const readRows = (account_id: number) => server.hostler.db.read(ROWS.one({ account_id }));

function insertRows(accountId: number, count: number): string {
  return `
    insert into actions (account_id, type, status, progress, resource_type, resource_id, search_text, created_at, finished_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select ${accountId}, 'x', 'succeeded', 100, 'hosting', 1, 'x', 1, ${Number.MAX_SAFE_INTEGER} - n from numbers;`;
}

function queue(accountId: number, now: number) {
  const about = { type: 'x', resource_type: 'domain', resource_id: 1, input: null } as const;
  return insertAction(accountId, { ...about, created_at: now });
}

/** Ends an action long before the others, by a clock that was set back. */
async function endOne(accountId: number) {
  return server.hostler.db.write(function* () {
    const { id } = yield* queue(accountId, 2);
    const action = yield* beginAction(accountId, id, 2);
    return action && (yield* finishAction(accountId, action, null, 2));
  });
}

describe('ended actions', () => {
  it('are limited per account: the oldest are deleted; queued actions and other accounts are not affected', async () => {
    const [owner, other] = [await server.createAccount(), await server.createAccount()];
    const waiting = await server.hostler.db.write(() => queue(owner.id, 1));
    await server.hostler.db.write(() =>
      runScript(
        insertRows(other.id, 5) +
          insertRows(owner.id, ENDED_ACTIONS_KEPT + MORE) +
          fillTotals('actions', `'actions/' || resource_type`),
      ),
    );
    const before = await readRows(owner.id);
    expect(before?.ended).toBe(ENDED_ACTIONS_KEPT + MORE);
    const ended = await endOne(owner.id);
    expect(await readRows(owner.id)).toEqual({
      ended: ENDED_ACTIONS_KEPT,
      all: ENDED_ACTIONS_KEPT + 1,
      first: (before?.first ?? 0) + MORE + 1,
    });
    for (const id of [waiting.id, ended?.id]) {
      expect((await server.get(`/actions/show?id=${id}`, owner.live)).status).toBe(200);
    }
    const list = await server.get('/actions?per_page=1', owner.live);
    expect(list.body.meta.total).toBe(ENDED_ACTIONS_KEPT + 1);
    expect((await readRows(other.id))?.ended).toBe(5);
  });
});
