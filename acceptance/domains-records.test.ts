import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

let names = 0;

async function add(hosting_id: number | null = null): Promise<number> {
  const domain = `records-${++names}.example`;
  const { body } = await world.client.post('/domains', world.alpha.live, { domain, hosting_id });
  await world.client.until(
    `/domains/show?id=${body.data.id}`,
    world.alpha.live,
    ({ dns_status }) => dns_status === 'ok',
  );
  return body.data.id;
}

const get = async (id: number) => (await world.client.get(`/domains/records?id=${id}`, world.alpha.live)).body.data;
const post = (id: number, records: unknown, as = world.alpha.live) =>
  world.client.post(`/domains/records?id=${id}`, as, { records });
const finish = (actionId: number) =>
  world.client.until(
    `/actions/show?id=${actionId}&wait=10`,
    world.alpha.live,
    ({ status }) => status === 'succeeded' || status === 'failed',
  );

describe('replacing the records of a domain', () => {
  test('is queued with 202 and returns the new records', async () => {
    const id = await add();
    const { status, headers, body } = await post(id, [
      { name: '@', type: 'MX', content: '10 mail.example.com.' },
      { name: 'www', type: 'A', ttl: 300, content: '192.0.2.1' },
    ]);
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${body.data.action_id}`);
    expect(body.data.records).toEqual([
      { name: '@', type: 'MX', ttl: 3600, content: '10 mail.example.com.', managed: false, hosting_id: null },
      { name: 'www', type: 'A', ttl: 300, content: '192.0.2.1', managed: false, hosting_id: null },
    ]);
    expect(await finish(body.data.action_id)).toMatchObject({ type: 'domain.update', status: 'succeeded' });
    const { action_id: _, dns_status, ...answered } = body.data;
    expect(dns_status).toBe('pending');
    expect(await get(id)).toEqual({ ...answered, dns_status: 'ok' });
  });

  test('accepts A, AAAA, CNAME, MX, TXT, SRV and CAA, and both relative and absolute names', async () => {
    const id = await add();
    const { domain } = await get(id);
    const { status, body } = await post(id, [
      { name: '@', type: 'A', content: '192.0.2.1' },
      { name: domain, type: 'AAAA', content: '2001:DB8::1' },
      { name: `www.${domain}`, type: 'CNAME', content: '@' },
      { name: `${domain}.`, type: 'MX', content: '10 mail' },
      { name: '_dmarc', type: 'TXT', content: 'v=DMARC1; p=none' },
      { name: '_sip._tcp', type: 'SRV', content: '10 60 5060 sip.example.com' },
      { name: '*', type: 'CAA', content: '0 issue ca.example.net' },
    ]);
    expect(status).toBe(202);
    expect(body.data.records.map(({ name, type, content }) => [name, type, content])).toEqual([
      ['@', 'A', '192.0.2.1'],
      ['@', 'AAAA', '2001:db8::1'],
      ['www', 'CNAME', `${domain}.`],
      ['@', 'MX', `10 mail.${domain}.`],
      ['_dmarc', 'TXT', '"v=DMARC1; p=none"'],
      ['_sip._tcp', 'SRV', '10 60 5060 sip.example.com.'],
      ['*', 'CAA', '0 issue "ca.example.net"'],
    ]);
  });

  test('reports every invalid record in one response and changes nothing', async () => {
    const id = await add();
    await finish((await post(id, [{ name: 'a', type: 'A', content: '192.0.2.1' }])).body.data.action_id);
    const before = await get(id);
    const { status, body } = await post(id, [
      { name: 'a', type: 'A', content: '192.0.2.1' },
      { name: 'a', type: 'A', content: '192.0.2.999' },
      { name: '@', type: 'CNAME', content: 'elsewhere.example.' },
      { name: 'a', type: 'MX', content: 'mail.example.com.' },
      { name: 'a', type: 'NS', content: 'ns.example.com.' },
      { name: 'outside.example.net.', type: 'TXT', content: 'x' },
      { name: 'a', type: 'TXT', content: '"open' },
      { name: 'a', type: 'CAA', content: '7 issue "ca"', ttl: 1 },
      { name: 'a', type: 'A', content: '192.0.2.1' },
    ]);
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details?.map(({ field }) => field)).toEqual([
      'records[1].content',
      'records[2].name',
      'records[3].content',
      'records[4].type',
      'records[5].name',
      'records[6].content',
      'records[7].content',
      'records[7].ttl',
      'records[8]',
    ]);
    expect(await get(id)).toEqual(before);
  });

  test('by concurrent requests ends with the complete records of one request', async () => {
    const id = await add();
    const setOf = (who: number) => ['a', 'b'].map((name) => ({ name, type: 'TXT', content: `"${name} ${who}"` }));
    const answers = await Promise.all([1, 2, 3, 4].map((who) => post(id, setOf(who))));
    for (const { body } of answers) await finish(body.data.action_id);
    const { records, dns_status } = await get(id);
    expect(dns_status).toBe('ok');
    const winner = Number(records[0]?.content.match(/\d/)?.[0]);
    expect(records).toMatchObject(setOf(winner));
  });

  test('is simulated with a test key', async () => {
    const id = await add();
    const simulated = await post(id, [{ name: 'a', type: 'A', content: '192.0.2.1' }], world.alpha.test);
    expect(simulated.status).toBe(202);
    expect(simulated.body.data.records).toHaveLength(1);
    expect((await get(id)).records).toEqual([]);
  });
});

describe('the records of a domain that points to a VPS', () => {
  test('follow the VPS until the customer sets other records for the name', async () => {
    const id = await add(world.alpha.hosting);
    const { records } = await get(id);
    expect(records.map(({ name, managed, hosting_id }) => [name, managed, hosting_id])).toEqual(
      ['@', '@', 'www', 'www'].map((name) => [name, true, world.alpha.hosting]),
    );
    const { body } = await post(id, [{ name: 'www', type: 'CNAME', content: 'shops.example.net.' }]);
    expect(body.data.records.map(({ name, type }) => `${name} ${type}`)).toEqual(['@ A', '@ AAAA', 'www CNAME']);
  });

  test('can be sent back unchanged, but not changed while they are managed', async () => {
    const id = await add(world.alpha.hosting);
    const { records } = await get(id);
    expect((await post(id, records)).body.data.records).toEqual(records);
    const changed = await post(id, [{ ...records[0], content: '203.0.113.9' }]);
    expect(changed.body.error.details?.map(({ field }) => field)).toEqual(['records[0].managed']);
  });
});
