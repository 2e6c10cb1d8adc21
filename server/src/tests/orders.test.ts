import { type Orders, type Query, runScript, type Step, sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** Table of each list that offers other orders than that of id. */
const TABLES: Record<string, string> = {
  '/tickets': 'tickets',
  '/hosting': 'hosting',
  '/hosting/snapshots': 'hosting_snapshots',
  '/ssh-keys': 'ssh_keys',
  '/firewalls': 'firewalls',
  '/domains': 'domains',
  '/emails': 'emails',
  '/databases': 'databases',
  '/backups': 'backups',
  '/applications': 'applications',
  '/monitoring/checks': 'monitoring_checks',
  '/subscriptions': 'subscriptions',
  '/billing/invoices': 'invoices',
  '/billing/payments': 'payments',
  '/webhooks': 'webhooks',
};
/** An account has at most a few dozen of these, which are sorted. */
const WITHOUT_INDEXES = ['/webhooks'];

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

function ordersOf(): [path: string, orders: Orders][] {
  const routes = server.hostler.surfaces.find(({ name }) => name === 'public')?.routes ?? [];
  return routes.flatMap((route) => (route.kind === 'list' && route.orders ? [[route.path, route.orders]] : []));
}

/** Explains a statement. PostgreSQL sorts only if no index has the order, however small the table is. */
async function explain(text: string): Promise<string> {
  const step = sql<{ account_id: number }>(text).all({ account_id: 1 }).next().value as Extract<
    Step,
    { statement: object }
  >;
  const prefix = runsOnPostgres ? 'explain (format json) ' : 'explain query plan ';
  const { statement } = step;
  const explained = { ...statement, name: `explain ${statement.name}`, text: prefix + statement.text };
  const rows = await server.hostler.db.write(function* (): Query<unknown> {
    if (runsOnPostgres) yield* runScript(INDEXES_ONLY);
    return yield { ...step, statement: explained };
  });
  return JSON.stringify(rows);
}

const INDEXES_ONLY = ['seqscan', 'sort', 'bitmapscan'].map((plan) => `set local enable_${plan} = off;`).join(' ');

describe('the orders of lists', () => {
  it('are those of the tables listed here', () => {
    expect(
      ordersOf()
        .map(([path]) => path)
        .sort(),
    ).toEqual(Object.keys(TABLES).sort());
  });

  it('are read from an index', async () => {
    for (const [path, orders] of ordersOf()) {
      if (WITHOUT_INDEXES.includes(path)) continue;
      for (const [name, place] of Object.entries(orders)) {
        for (const sort of ['asc', 'desc']) {
          const order = place === 'id' ? '' : `${place} ${sort},`;
          const plan = await explain(
            `select id from ${TABLES[path]} where account_id between :account_id and :account_id
             order by account_id ${sort}, ${order} id ${sort} limit 25`,
          );
          expect([path, name, sort, /TEMP B-TREE|Sort"/.test(plan), plan.match(/SCAN|Seq/)], plan).toEqual([
            path,
            name,
            sort,
            false,
            null,
          ]);
        }
      }
    }
  });

  it('have one default, and a name that is a field of the item', () => {
    for (const [path, orders] of ordersOf()) {
      expect([path, Object.values(orders).filter((place) => place === 'id')]).toEqual([path, ['id']]);
      const route = server.hostler.surfaces
        .find(({ name }) => name === 'public')
        ?.routes.find((one) => one.path === path);
      const item = (route as unknown as { item: { properties: object } }).item;
      expect(Object.keys(item.properties)).toEqual(expect.arrayContaining(Object.keys(orders)));
    }
  });

  it('return 200 in both directions, with a filter and with a search', async () => {
    for (const [path, orders] of ordersOf()) {
      for (const name of Object.keys(orders)) {
        for (const more of ['sort=asc', 'sort=desc', 'search=nothing']) {
          const { status, body } = await server.request('GET', `${path}?sort_by=${name}&${more}`, {
            key: account.live,
          });
          expect([path, name, more, status, body.data]).toEqual([path, name, more, 200, []]);
        }
      }
    }
  });
});
