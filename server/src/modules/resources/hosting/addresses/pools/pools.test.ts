import { sql } from '@hostler/database';
import { PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { Hosting } from '../../schemas.ts';
import type { AddressPool, PoolAddress } from './schemas.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  account = await server.createAccount();
  const staff = { email: 'tech@example.com', name: 'Tech', role: 'technician', password_hash: PASSWORD_HASH };
  await server.operator.people.createStaff(staff);
  return server.stop;
});

let regions = 0;
const newRegion = () => `region-${++regions}`;
const createPool = (network: string, gateway: string, region: string, ...more: string[]) =>
  server.run<AddressPool>(
    ...['address pool create', '--network', network, '--gateway', gateway, '--region', region, ...more],
  );
const queue = (region: string) =>
  server.operator.hosting.create({ account_id: account.id, hostname: 'a.test', region });
const create = async (region: string) => server.finish(queue(region));
const show = async (id: number) => (await server.get<Hosting>(`/hosting/show?id=${id}`, account.live)).body.data;
const listAddresses = (pool: AddressPool) =>
  server.run<PoolAddress[]>('address pool addresses', '--pool', String(pool.id));
const findPool = async ({ id }: AddressPool) =>
  (await server.run<AddressPool[]>('address pool list')).find((pool) => pool.id === id);
const MAILS = sql<{ pattern: string }, { id: number }>(
  `select id from mails where kind = 'addresses-exhausted' and recipient = 'tech@example.com' and cause like :pattern`,
);

describe('a new server', () => {
  it('gets a fixed address of each family from the pools of its region', async () => {
    const region = newRegion();
    const pool = await createPool('203.0.113.0/29', '203.0.113.1', region);
    await createPool('2001:db8:1::/64', '2001:db8:1::1', region);
    await server.run('address reserve', '--address', '203.0.113.2', '--note', 'Router');
    expect(await create(region)).toMatchObject({ ipv4: ['203.0.113.3'], ipv6: ['2001:db8:1::2'] });
    const second = await create(region);
    expect(second).toMatchObject({ ipv4: ['203.0.113.4'], ipv6: ['2001:db8:1::3'] });
    expect(await findPool(pool)).toMatchObject({ addresses: 5, assigned: 2, reserved: 1, resting: 0, free: 2 });
    expect(await server.run('address history', '--address', '203.0.113.4')).toMatchObject([{ hosting_id: second.id }]);
    await server.finish(server.operator.hosting.restart({ id: second.id }));
    expect(await show(second.id)).toMatchObject({ ipv4: ['203.0.113.4'], ipv6: ['2001:db8:1::3'] });
  });

  it('gets the addresses of the engine in a region without a pool', async () => {
    const { ipv4, ipv6 } = await create(newRegion());
    expect([ipv4, ipv6]).toEqual([[expect.any(String)], [expect.stringMatching(/^2001:db8::/)]]);
  });

  it('is placed on the node of its pool, and on another one if that is locked', async () => {
    const region = newRegion();
    await createPool('198.18.1.0/29', '198.18.1.1', region, '--node', 'simulated-2');
    await createPool('198.18.2.0/29', '198.18.2.1', region, '--node', 'simulated-3');
    const nodes = [await create(region), await create(region)].map(({ node, ipv4 }) => [node, ipv4[0]]);
    expect(nodes).toEqual([
      ['simulated-2', '198.18.1.2'],
      ['simulated-3', '198.18.2.2'],
    ]);
    await server.run('node lock', '--node', 'simulated-2');
    const third = await create(region).finally(() => server.run('node unlock', '--node', 'simulated-2'));
    expect(third).toMatchObject({ node: 'simulated-3', ipv4: ['198.18.2.3'] });
  });

  it('takes no address on a node that has none of the other family', async () => {
    const region = newRegion();
    const [one, two] = [
      await createPool('198.18.12.0/29', '198.18.12.1', region, '--node', 'simulated-2'),
      await createPool('198.18.13.0/29', '198.18.13.1', region, '--node', 'simulated-3'),
    ];
    await createPool('2001:db8:13::/64', '2001:db8:13::1', region, '--node', 'simulated-3');
    expect(await create(region)).toMatchObject({
      ...{ node: 'simulated-3', ipv4: ['198.18.13.2'], ipv6: ['2001:db8:13::2'] },
    });
    expect(await findPool(one)).toMatchObject({ assigned: 0, resting: 0, free: 5 });
    expect(await findPool(two)).toMatchObject({ assigned: 1, resting: 0, free: 4 });
  });

  it('never shares an address with others that are created at the same time', async () => {
    const region = newRegion();
    const pool = await createPool('198.18.3.0/27', '198.18.3.1', region);
    const made = await Promise.all(Array.from({ length: 12 }, () => create(region)));
    const given = made.flatMap(({ ipv4 }) => ipv4);
    expect(new Set(given).size).toBe(12);
    expect(given.every((address) => address.startsWith('198.18.3.'))).toBe(true);
    expect(await findPool(pool)).toMatchObject({ assigned: 12 });
  });

  it('does not get the address of a server that had it before the pool existed', async () => {
    const region = newRegion();
    const { ipv4 } = await create(newRegion());
    const [, network = ''] = /^(\d+\.\d+\.\d+)\./.exec(ipv4[0] ?? '') ?? [];
    const last = Number(ipv4[0]?.split('.')[3]);
    const start = Math.floor(last / 8) * 8;
    const inside = [1, 2, 3, 4, 5, 6].map((offset) => `${network}.${start + offset}`);
    // The address may be the first or last one of its network, which no server gets.
    const gateway = inside.find((address) => address !== ipv4[0]) ?? '';
    const taken = new Set((await server.run<PoolAddress[]>('address list')).map(({ address }) => address));
    await createPool(`${network}.${start}/29`, gateway, region);
    const free = inside.filter((address) => address !== gateway && !taken.has(address));
    const given = [];
    for (const _ of free) given.push((await create(region)).ipv4[0]);
    expect(given).toEqual(free);
  });
});

describe('an empty pool', () => {
  it('lets the creation wait, notifies customer and staff, and continues once an address is free', async () => {
    const region = newRegion();
    await createPool('198.18.4.0/30', '198.18.4.1', region);
    await create(region);
    const { id, action_id } = await queue(region);
    const reason = 'No IP address is free at the moment. The server is created as soon as one is free.';
    await until(async () => (await show(id)).status_reason === reason);
    expect(await show(id)).toMatchObject({ status: 'provisioning', ipv4: [] });
    const mails = await server.hostler.db.read(MAILS.all({ pattern: `% ${region} %` }));
    expect(mails).toHaveLength(1);
    const staff = await signInStaff(server, 'technician');
    const { body } = await staff.get<{ numbers: { key: string; count: number }[] }>('/today');
    expect(body.data.numbers).toContainEqual(expect.objectContaining({ key: 'servers_without_address', count: 1 }));
    // After 15 minutes the action ends as failed; the server waits on.
    server.clock.advance(16 * 60_000);
    await until(async () => {
      const { body: action } = await server.get<{ status: string }>(`/actions/show?id=${action_id}`, account.live);
      return action.data.status === 'failed';
    });
    expect(await show(id)).toMatchObject({ status: 'provisioning', status_reason: reason });
    await server.runUpkeep('hosting.continue-creation');
    expect(await show(id)).toMatchObject({ status_reason: reason });
    await createPool('198.18.4.4/30', '198.18.4.5', region);
    await server.runUpkeep('hosting.continue-creation');
    await until(async () => (await show(id)).status === 'running');
    expect(await show(id)).toMatchObject({ ipv4: ['198.18.4.6'], status_reason: null });
  });

  it('delays a paid order without a second invoice', async () => {
    const pool = await createPool('198.18.5.0/30', '198.18.5.1', 'default');
    await server.run('address reserve', '--address', '198.18.5.2');
    await server.operator.plans.create({ name: 'S', price: 1000 });
    const order = { account_id: account.id, plan: 'S', hostname: 'o.test' };
    const { id, hosting_id } = await server.operator.subscriptions.create(order);
    await until(async () => (await show(Number(hosting_id))).status_reason !== null);
    const find = async () =>
      (await server.operator.subscriptions.list({ account_id: account.id })).find((one) => one.id === id);
    expect(await find()).toMatchObject({ status: 'pending' });
    await server.run('address release', '--address', '198.18.5.2');
    await until(async () => (await find())?.status === 'active');
    expect(await findPool(pool)).toMatchObject({ assigned: 1, free: 0 });
    expect(await server.operator.invoices.list({ account_id: account.id })).toHaveLength(1);
  });
});

describe('a released address', () => {
  it('rests for 14 days, and then another server gets it', async () => {
    const region = newRegion();
    const pool = await createPool('198.18.6.0/29', '198.18.6.1', region);
    const first = await create(region);
    const others = [await create(region), await create(region), await create(region), await create(region)];
    expect(others.at(-1)?.ipv4).toEqual(['198.18.6.6']);
    await server.finish(server.operator.hosting.terminate({ id: first.id }));
    expect(await findPool(pool)).toMatchObject({ assigned: 4, resting: 1, free: 0 });
    const waiting = await queue(region);
    await until(async () => (await show(waiting.id)).status_reason !== null);
    server.clock.advance(14 * DAY - 3_600_000);
    await server.runUpkeep('hosting.continue-creation');
    expect((await listAddresses(pool)).find(({ address }) => address === '198.18.6.2')).toMatchObject({
      status: 'resting',
      hosting_id: null,
      account_id: null,
      rests_until: expect.any(String),
    });
    server.clock.advance(2 * 3_600_000);
    await until(async () => {
      await server.runUpkeep('hosting.continue-creation');
      return (await show(waiting.id)).status === 'running';
    });
    expect(await show(waiting.id)).toMatchObject({ ipv4: ['198.18.6.2'] });
  });

  it('belongs to a server until its backup is restored', async () => {
    const region = newRegion();
    await createPool('198.18.7.0/29', '198.18.7.1', region);
    const { id, ipv4 } = await create(region);
    const backup = await server.post<{ id: number }>('/backups', account.live, { hosting_id: id });
    await until(async () => {
      const { body } = await server.get<{ status: string }>(`/backups/show?id=${backup.body.data.id}`, account.live);
      return body.data.status === 'completed';
    });
    expect((await server.post('/backups/restore', account.live, { id: backup.body.data.id })).status).toBe(202);
    await until(async () => (await show(id)).status === 'running');
    expect(await show(id)).toMatchObject({ ipv4 });
  });
});

describe('pools', () => {
  it('are refused if they overlap, and removed only without addresses in use', async () => {
    const region = newRegion();
    const pool = await createPool('198.18.8.0/24', '198.18.8.1', region);
    for (const network of ['198.18.8.0/24', '198.18.8.128/25', '198.18.0.0/16']) {
      const gateway = network.replace(/\d+\/\d+$/, network.includes('128') ? '129' : '1');
      await expect(createPool(network, gateway, region)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    await server.run('address reserve', '--address', '198.18.8.9');
    await expect(server.run('address pool remove', '--id', pool.id)).rejects.toThrow(/reserved/);
    await server.run('address release', '--address', '198.18.8.9');
    const { id } = await create(region);
    await expect(server.run('address pool remove', '--id', pool.id)).rejects.toThrow(/Terminate them first/);
    await server.finish(server.operator.hosting.terminate({ id }));
    await server.run('address pool remove', '--id', pool.id);
    expect(await findPool(pool)).toBeUndefined();
  });

  it('are refused on a node that does not exist, and for addresses that no server gets', async () => {
    const unknown = createPool('198.18.9.0/24', '198.18.9.1', newRegion(), '--node', 'elsewhere');
    await expect(unknown).rejects.toMatchObject({ details: [{ field: '--node' }] });
    await createPool('198.18.10.0/24', '198.18.10.1', newRegion());
    const reserve = (address: string) => server.run('address reserve', '--address', address);
    await expect(reserve('198.18.10.1')).rejects.toThrow(/gateway/);
    await expect(reserve('198.18.10.255')).rejects.toMatchObject({ details: [{ field: '--address' }] });
    await expect(reserve('198.19.10.7')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(server.run('address release', '--address', '198.18.10.7')).rejects.toThrow(/not reserved/);
  });

  it('keep a range of addresses reserved, without the gateway and those of servers', async () => {
    const region = newRegion();
    const pool = await createPool('198.18.16.0/20', '198.18.16.3', region);
    const reserve = (address: string, last: string, ...more: string[]) =>
      server.run<PoolAddress[]>('address reserve', '--address', address, '--last', last, ...more);
    const reserved = await reserve('198.18.16.1', '198.18.16.4', '--note', 'Routers');
    expect(reserved.map(({ address, note, status }) => [address, note, status])).toEqual([
      ['198.18.16.1', 'Routers', 'reserved'],
      ['198.18.16.2', 'Routers', 'reserved'],
      ['198.18.16.4', 'Routers', 'reserved'],
    ]);
    const { ipv4 } = await create(region);
    expect(ipv4).toEqual(['198.18.16.5']);
    await expect(reserve('198.18.16.4', '198.18.16.6')).rejects.toThrow(/^Server \d+ has the address 198\.18\.16\.5/);
    await createPool('198.18.32.0/24', '198.18.32.1', region);
    for (const last of ['198.18.16.5', '198.18.20.6', '198.18.32.9']) {
      const refused = reserve('198.18.16.6', last);
      await expect(refused).rejects.toMatchObject({ details: [{ field: '--last' }] });
    }
    expect(await reserve('198.18.16.6', '198.18.20.5')).toHaveLength(1_024);
    expect(await findPool(pool)).toMatchObject({ assigned: 1, reserved: 1_027 });
  });

  it('are changed by technicians and owners only', async () => {
    const support = await signInStaff(server, 'support');
    expect((await support.get('/addresses/pools')).status).toBe(200);
    const body = { network: '198.18.11.0/24', gateway: '198.18.11.1' };
    expect((await support.post('/addresses/pools', body)).status).toBe(403);
    const technician = await signInStaff(server, 'technician');
    expect((await technician.post('/addresses/pools', body)).status).toBe(201);
    expect((await technician.post('/addresses/reserve?id=198.18.11.4', { note: 'Router' })).status).toBe(200);
    expect((await technician.post('/addresses/release?id=198.18.11.4')).status).toBe(200);
  });
});
