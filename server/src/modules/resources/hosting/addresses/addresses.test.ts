import { runScript, sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { migrations } from '../migrations.ts';
import { changeHosting, findHosting, type HostingState } from '../store.ts';
import { KEPT_OF_SERVER } from './store.ts';

interface Assignment {
  hosting_id: number;
  account_id: number;
  account_name: string;
  address: string;
  assigned_at: string;
  released_at: string | null;
  estimated: boolean;
}

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  return server.stop;
});

const history = (address: string, ...options: (string | number)[]) =>
  server.run<Assignment[]>('address history', '--address', address, ...options);
const makeServer = async () =>
  (await server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.test' }))).id;

async function change(id: number, changes: Partial<HostingState>, now: number): Promise<void> {
  await server.hostler.db.write(function* () {
    const row = yield* findHosting(account.id, id);
    if (row) yield* changeHosting(account.id, row, changes, now);
  });
}

describe('the history of an address', () => {
  it('lists the server that has the address, even after its termination', async () => {
    const id = await makeServer();
    const [listed] = await server.operator.hosting.list({ account_id: account.id });
    const { ipv4: [address = ''] = [], ipv6: [sixth = ''] = [] } = listed ?? {};
    expect(await history(address)).toMatchObject([
      { hosting_id: id, account_id: account.id, account_name: expect.any(String), released_at: null, estimated: false },
    ]);
    await server.finish(server.operator.hosting.terminate({ id }));
    const [after, ...others] = await history(address);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ hosting_id: id, released_at: expect.any(String) });
    expect(await history(sixth.toUpperCase())).toMatchObject([{ hosting_id: id, released_at: expect.any(String) }]);
  });

  it('shows which server had the address at a given time', async () => {
    const [first, second] = [await makeServer(), await makeServer()];
    const now = server.hostler.clock.now();
    const address = '198.51.100.7';
    await change(first, { ipv4: JSON.stringify([address]) }, now);
    await change(first, { ipv4: '[]' }, now + 1_000);
    await change(second, { ipv4: JSON.stringify([address]) }, now + 5_000);
    const at = (time: number) => history(address, '--at', new Date(time).toISOString());
    expect((await history(address)).map(({ hosting_id }) => hosting_id)).toEqual([second, first]);
    expect(await at(now + 500)).toMatchObject([{ hosting_id: first }]);
    expect(await at(now + 3_000)).toEqual([]);
    expect(await at(now + 6_000)).toMatchObject([{ hosting_id: second, released_at: null }]);
  });

  it('is completed by the upkeep for changes by an older process', async () => {
    const id = await makeServer();
    await server.hostler.db.write(() => runScript(`update hosting set ipv6 = '["2001:db8:0:0::77"]' where id = ${id}`));
    expect(await history('2001:db8::77')).toEqual([]);
    await server.runUpkeep('hosting.follow-addresses');
    expect(await history('2001:DB8::0077')).toMatchObject([{ hosting_id: id, address: '2001:db8::77' }]);
  });

  it('starts at the creation time of servers that exist at the upgrade', async () => {
    const id = await makeServer();
    await server.hostler.db.write(() => runScript('drop table address_assignments'));
    const step = migrations.find((migration) => migration.id === 'hosting-011');
    await server.hostler.db.write(() => runScript(String(step?.script)));
    const listed = (await server.operator.hosting.list({ account_id: account.id })).find((one) => one.id === id);
    const rows = await history(listed?.ipv4[0] ?? '');
    expect(rows).toContainEqual(
      expect.objectContaining({ hosting_id: id, estimated: true, assigned_at: listed?.created_at, released_at: null }),
    );
  });

  it('is limited for a server that keeps changing its addresses', async () => {
    const id = await makeServer();
    const row = await server.hostler.db.read(findHosting(account.id, id));
    await server.hostler.db.write(() =>
      runScript(
        `insert into address_assignments (account_id, hosting_id, hostname, address, assigned_at, estimated, released_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < ${KEPT_OF_SERVER + 50})
         select ${account.id}, ${id}, 'a.test', 'x' || i, 1, 0, ${row?.created_at} from n`,
      ),
    );
    await change(id, { ipv4: '["198.51.100.99"]' }, server.hostler.clock.now());
    const COUNT = sql<object, { count: number }>(
      `select count(*) as count from address_assignments where hosting_id = ${id}`,
    );
    // The current address stays although it is the oldest row.
    expect((await server.hostler.db.read(COUNT.one({})))?.count).toBe(KEPT_OF_SERVER + 1);
    expect(await history('198.51.100.99')).toHaveLength(1);
  });

  it('is deleted a year after the address was released, not before', async () => {
    const id = await makeServer();
    const now = server.hostler.clock.now();
    await change(id, { ipv4: '["198.51.100.50"]' }, now - 400 * DAY);
    await change(id, { ipv4: '["198.51.100.51"]' }, now - 366 * DAY);
    await change(id, { ipv4: '["198.51.100.52"]' }, now - 364 * DAY);
    await server.runUpkeep('hosting.forget-addresses');
    expect(await history('198.51.100.50')).toEqual([]);
    expect(await history('198.51.100.51')).toHaveLength(1);
    expect(await history('198.51.100.52')).toHaveLength(1);
  });

  it('refuses an invalid address', async () => {
    await expect(history('198.51.100')).rejects.toMatchObject({ details: [{ field: '--address' }] });
  });
});
