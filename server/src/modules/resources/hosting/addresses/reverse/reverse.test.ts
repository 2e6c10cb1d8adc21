import { join } from 'node:path';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSimulatedDns } from '#engines/dns/simulated.ts';
import { clearFaults, failNext } from '#engines/simulation/faults.ts';
import { createForwardCheck } from './forward-check.ts';
import type { HostingAddress } from './schemas.ts';

const ZONE = '113.0.203.in-addr.arpa';

let server: TestServer;
let account: TestAccount;
let id: number;
let address: string;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  for (const [network, gateway] of [
    ['203.0.113.0/24', '203.0.113.1'],
    ['2001:db8:1::/64', '2001:db8:1::1'],
  ] as const) {
    await server.run('address pool create', '--network', network, '--gateway', gateway, '--region', 'r');
  }
  return server.stop;
});

let domains = 0;
const dns = () => createSimulatedDns({ dir: join(server.dataDir, 'simulated', 'dns') });
const create = (region = 'r') =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.test', region }));
const list = async (server_id = id) =>
  (await server.get<HostingAddress[]>(`/hosting/addresses?id=${server_id}`, account.live)).body.data;
const set = (body: object, key = account.live) =>
  server.post<HostingAddress & { action_id: number }>('/hosting/addresses/reverse', key, { id, ...body });
const readPtr = async (zone = ZONE) => (await dns().readZone(zone))?.records ?? [];
const ptrOf = async (one = address) =>
  (await readPtr()).find(({ name }) => name.startsWith(`${one.split('.')[3]}.`))?.content;

/** Adds a domain that resolves to the server. */
async function point(hosting_id = id): Promise<string> {
  const domain = `d${++domains}.example.com`;
  await server.post('/domains', account.live, { domain, hosting_id });
  await until(async () => (await dns().readZone(domain)) !== undefined);
  return domain;
}

beforeEach(async () => {
  const made = await create();
  id = made.id;
  address = made.ipv4[0] ?? '';
});
afterEach(() => clearFaults(join(server.dataDir, 'simulated', 'dns')));

describe('the addresses of a server', () => {
  it('are listed with prefix, kind and reverse name', async () => {
    expect(await list()).toEqual([
      expect.objectContaining({ address, family: 4, prefix: 24, kind: 'primary', reverse: null }),
      {
        ...{ address: expect.stringMatching(/^2001:db8:1::/), family: 6, prefix: 64, gateway: '2001:db8:1::1' },
        ...{ kind: 'primary', reverse: null },
      },
    ]);
    const other = await server.createAccount();
    expect((await server.get(`/hosting/addresses?id=${id}`, other.live)).status).toBe(404);
    const { id: chosen } = await create('without-pool');
    expect(await list(chosen)).toMatchObject([
      { family: 4, prefix: null },
      { family: 6, prefix: null },
    ]);
  });
});

describe('a reverse name', () => {
  it('is written to the reverse zone if it resolves to the address, and removed again', async () => {
    const name = await point();
    const answer = await set({ address, name: `${name.toUpperCase()}.` });
    expect([answer.status, answer.body.data]).toMatchObject([202, { address, reverse: name }]);
    await until(async () => (await ptrOf()) === `${name}.`);
    expect((await list())[0]).toMatchObject({ reverse: name });
    const [, { address: sixth = '' } = {}] = await list();
    expect((await set({ address: sixth.toUpperCase(), name })).status).toBe(202);
    const zone6 = '0.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa';
    await until(async () =>
      (await readPtr(zone6)).some(({ type, content }) => type === 'PTR' && content === `${name}.`),
    );
    expect((await set({ address, name: null })).status).toBe(202);
    await until(async () => (await ptrOf()) === undefined);
    expect((await list())[0]).toMatchObject({ reverse: null });
  });

  it('is refused if the name resolves elsewhere or not at all', async () => {
    const name = await point((await create()).id);
    const elsewhere = await set({ address, name });
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.body.error?.details).toMatchObject([
      {
        field: 'name',
        message: expect.stringContaining(`must resolve to ${address} first. It resolves to 203.0.113.`),
      },
    ]);
    expect((await set({ address, name: 'nowhere.example.net' })).status).toBe(422);
    for (const wrong of ['', 'localhost', '-a.example.com', 'a b.example.com', `${'a'.repeat(64)}.example.com`]) {
      expect((await set({ address, name: wrong })).status).toBe(422);
    }
    expect((await list())[0]).toMatchObject({ reverse: null });
    expect(await ptrOf()).toBeUndefined();
  });

  it('is refused for addresses of others, and for those that are not from a pool', async () => {
    const other = await server.createAccount();
    const foreign = await server.post('/hosting/addresses/reverse', other.live, { id, address, name: null });
    expect(foreign.status).toBe(404);
    const { ipv4 } = await create();
    expect((await set({ address: ipv4[0], name: null })).status).toBe(404);
    expect((await set({ address: 'x', name: null })).status).toBe(422);
    const { id: chosen, ipv4: given } = await create('without-pool');
    expect((await set({ id: chosen, address: given[0], name: null })).status).toBe(409);
    expect((await set({ id: chosen, address: given[0], name: 'web.example.com' }, account.test)).status).toBe(202);
  });

  it('does not change those of other servers in the same zone', async () => {
    const [first, name] = [address, await point()];
    await set({ address, name });
    const second = await create();
    id = second.id;
    const others = await point();
    await set({ address: second.ipv4[0], name: others });
    await until(async () => (await ptrOf(second.ipv4[0])) === `${others}.`);
    expect(await ptrOf(first)).toBe(`${name}.`);
  });

  it('is reset when the server is terminated, even if the name server is down for a while', async () => {
    const name = await point();
    await set({ address, name });
    await until(async () => (await ptrOf()) === `${name}.`);
    const fault = { operation: 'putZone', target: ZONE, code: 'unreachable', message: 'Down.', times: 1 } as const;
    await failNext(join(server.dataDir, 'simulated', 'dns'), fault);
    await server.finish(server.operator.hosting.terminate({ id }));
    await until(async () => (await ptrOf()) === undefined);
    const rows = await server.run<{ reverse: string | null }[]>('address pool addresses', '--text', address);
    expect(rows.find((row) => row.reverse !== null)).toBeUndefined();
  });

  it('keeps its old value if the name server refuses the new one', async () => {
    const name = await point();
    const fault = { operation: 'putZone', target: ZONE, code: 'refused', message: 'No.', times: 1 } as const;
    await failNext(join(server.dataDir, 'simulated', 'dns'), fault);
    const { action_id } = (await set({ address, name })).body.data;
    await until(async () => {
      const { body } = await server.get<{ status: string }>(`/actions/show?id=${action_id}`, account.live);
      return body.data.status === 'failed';
    });
    expect((await list())[0]).toMatchObject({ reverse: null });
  });

  it('changes at most 20 times an hour', async () => {
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await set({ address, name: null })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
    server.clock.advance(3_600_001);
    expect((await set({ address, name: null })).status).toBe(202);
  });
});

it('cannot be checked while the resolver does not answer', async () => {
  const check = createForwardCheck({ lookUp: async () => undefined, dns: dns() });
  await expect(check('web.example.com', '203.0.113.9')).rejects.toMatchObject({ code: 'CONFLICT', transient: true });
  const known = createForwardCheck({ lookUp: async (type) => (type === 'AAAA' ? ['2001:DB8:0::9'] : []), dns: dns() });
  await known('web.example.com', '2001:db8::9');
  await expect(known('web.example.com', '203.0.113.9')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
