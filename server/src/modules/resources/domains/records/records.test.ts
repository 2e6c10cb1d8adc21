import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { DomainRecordsWithAction } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedDns } from '#engines/dns/simulated.ts';
import { clearFaults, failNext, setReachable } from '#engines/simulation/faults.ts';
import { HOUR } from '#kernel/time.ts';
import { createDomainActions } from '../actions.ts';
import type { Domain } from '../schemas.ts';
import type { ZoneSources } from '../zone.ts';

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let dnsDir: string;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_NAMESERVERS: 'ns1.host.test' }, byHand: ['domains.keep-zones'] });
  account = await server.createAccount();
  other = await server.createAccount();
  dnsDir = join(server.dataDir, 'simulated', 'dns');
});
afterAll(() => server.stop());
afterEach(async () => {
  await setReachable(dnsDir, true);
  await clearFaults(dnsDir);
});

/** For tests without a VPS or mail. */
const noSources = {} as ZoneSources;
let names = 0;
const newName = () => `records-${++names}.test`;
const dns = () => createSimulatedDns({ dir: dnsDir });

const createVps = (owner = account) =>
  server.finish(server.operator.hosting.create({ account_id: owner.id, hostname: 'vps.test' }));

const show = (id: number) => server.until(`/domains/show?id=${id}`, account.live, () => true);

const untilStatus = (id: number, status: string, dnsStatus: string) =>
  server.until(
    `/domains/show?id=${id}`,
    account.live,
    (domain) => domain.status === status && domain.dns_status === dnsStatus,
  );

async function add(hosting_id: number | null = null): Promise<Domain> {
  const { body } = await server.post('/domains', account.live, { domain: newName(), hosting_id });
  return untilStatus(body.data.id, 'active', 'ok');
}

const get = (id: number, key = account.live) => server.get(`/domains/records?id=${id}`, key);
const post = (id: number, records: unknown, key = account.live) =>
  server.post('/domains/records', key, { id, records });

async function replace(id: number, records: unknown): Promise<DomainRecordsWithAction> {
  const answer = await post(id, records);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.data;
}

const endOf = (actionId: number) => server.endOf(actionId, account.live);

/** Formats records as lines. */
const lines = (records: readonly { name: string; type: string; content: string }[] = []) =>
  records.map(({ name, type, content }) => `${name} ${type} ${content}`).sort();

const zoneLines = async (domain: string) => lines((await dns().readZone(domain))?.records);

/** Runs one round of the job that checks all zones. */
const keepZones = () =>
  server.hostler.recurring.find(({ name }) => name === 'domains.keep-zones')?.run(server.clock.now());

/** Fails the next operation on one domain. Other domains may still be written in the background. */
const refuseNext = (operation: string, target: string) =>
  failNext(dnsDir, { operation, target, code: 'refused', message: 'Not this one.', times: 1 });

const MX = { name: '@', type: 'MX', content: '10 mail.example.net.' };

describe('the records of a domain', () => {
  it('are empty if it has no VPS', async () => {
    const { id, domain } = await add();
    const { status, body } = await get(id);
    expect(status).toBe(200);
    expect(body.data).toEqual({ id, domain, dns_status: 'ok', records: [] });
  });

  it('are those of its VPS, for the domain itself and www', async () => {
    const { id: hosting_id, ipv4, ipv6 } = await createVps();
    const { id } = await add(hosting_id);
    const record = { ttl: 3600, managed: true, hosting_id };
    expect((await get(id)).body.data.records).toEqual(
      ['@', 'www'].flatMap((name) => [
        { ...record, name, type: 'A', content: ipv4[0] },
        { ...record, name, type: 'AAAA', content: ipv6[0] },
      ]),
    );
  });

  it('are replaced as a whole, and so is the zone', async () => {
    const { id, domain } = await add();
    const sent = [MX, { name: 'www', type: 'TXT', content: 'hello', ttl: 60 }];
    const answer = await post(id, sent);
    expect(answer.status).toBe(202);
    const { action_id, ...records } = answer.body.data;
    expect(answer.headers.get('location')).toBe(`/api/v1/actions/show?id=${action_id}`);
    const own = { managed: false, hosting_id: null };
    expect(records).toEqual({
      id,
      domain,
      dns_status: 'pending',
      records: [
        { ...MX, ttl: 3600, ...own },
        { name: 'www', type: 'TXT', content: '"hello"', ttl: 60, ...own },
      ],
    });
    expect(await endOf(action_id)).toMatchObject({ type: 'domain.update', status: 'succeeded', resource: { id } });
    expect((await get(id)).body.data).toEqual({ ...records, dns_status: 'ok' });
    expect(await zoneLines(domain)).toEqual([`${domain} MX 10 mail.example.net.`, `www.${domain} TXT "hello"`]);

    await endOf((await replace(id, [{ name: 'shop', type: 'A', content: '192.0.2.7' }])).action_id);
    expect(await zoneLines(domain)).toEqual([`shop.${domain} A 192.0.2.7`]);
    await endOf((await replace(id, [])).action_id);
    expect(await zoneLines(domain)).toEqual([]);
    expect((await get(id)).body.data.records).toEqual([]);
  });

  it('accept the id in the query, or in the body as domain_id', async () => {
    const { id } = await add();
    const records = [MX];
    expect((await server.post(`/domains/records?id=${id}`, account.live, { records })).status).toBe(202);
    expect((await server.post('/domains/records', account.live, { domain_id: id, records })).status).toBe(202);
    expect((await server.post('/domains/records', account.live, { records })).body.error.code).toBe('MISSING_ID');
  });

  it('can be read and sent back without a change', async () => {
    const { id: hosting_id } = await createVps();
    const { id, domain } = await add(hosting_id);
    await endOf((await replace(id, [MX, { name: 'long', type: 'TXT', content: 'x'.repeat(300) }])).action_id);
    const before = (await get(id)).body.data;
    const zone = await zoneLines(domain);
    await endOf((await replace(id, before.records)).action_id);
    expect((await get(id)).body.data).toEqual(before);
    expect(await zoneLines(domain)).toEqual(zone);
  });

  it('answer 404 to another account, for reading and replacing', async () => {
    const { id } = await add();
    for (const lost of [id, 999_999_999]) {
      for (const answer of [await get(lost, other.live), await post(lost, [MX], other.live)]) {
        expect(answer.status).toBe(404);
        expect(answer.body.error).toEqual({
          code: 'NOT_FOUND',
          message: 'Domain not found.',
          reason: 'not_found',
          params: { what: 'Domain' },
        });
      }
      expect((await post(lost, [{ ...MX, content: '10' }], other.live)).status).toBe(422);
    }
    expect((await get(id)).body.data.records).toEqual([]);
  });

  it('are refused as a whole with every invalid record named, and nothing changes', async () => {
    const { id, domain } = await add();
    await endOf((await replace(id, [MX])).action_id);
    const { status, body } = await post(id, [
      { ...MX, content: 'mail' },
      MX,
      { name: 'www.elsewhere.net.', type: 'A', content: '192.0.2.1' },
      { name: 'x', type: 'PTR', content: 'y' },
    ]);
    expect(status).toBe(422);
    expect(body.error.details?.map(({ field }) => field)).toEqual([
      'records[0].content',
      'records[2].name',
      'records[3].type',
    ]);
    expect(await show(id)).toMatchObject({ dns_status: 'ok' });
    expect(await zoneLines(domain)).toEqual([`${domain} MX 10 mail.example.net.`]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'records'],
    ['a text', 'A', 'records'],
    ['too many', Array.from({ length: 2_001 }, () => MX), 'records'],
    ['a number in the list', [7], 'records[0]'],
    ['a record without a content', [{ name: '@', type: 'A' }], 'records[0].content'],
    ['a TTL that is a text', [{ ...MX, ttl: '60' }], 'records[0].ttl'],
    ['a line break', [{ ...MX, type: 'TXT', content: 'a\nb' }], 'records[0].content'],
  ])('are refused if they are %s', async (_what, records, field) => {
    const { id } = await add();
    const { status, body } = await post(id, records);
    expect([status, body.error.details?.map((detail) => detail.field)]).toEqual([422, [field]]);
  });

  it('can be 500 in one domain', async () => {
    const { id, domain } = await add();
    const records = Array.from({ length: 500 }, (_, n) => ({
      name: `h${n}`,
      type: 'A',
      content: `192.0.2.${n % 256}`,
    }));
    await endOf((await replace(id, records)).action_id);
    expect(await zoneLines(domain)).toHaveLength(500);
  });

  it('are limited per domain by the account, and can be reduced while above the limit', async () => {
    const { id, domain } = await add();
    const records = (count: number) => Array.from({ length: count }, (_, n) => ({ ...MX, content: `${n} mx.test.` }));
    await server.operator.limits.change({ account_id: account.id, limits: { records: 3 } });
    const { status, body } = await post(id, records(4));
    expect([status, body.error]).toEqual([
      409,
      {
        code: 'QUOTA_EXCEEDED',
        message:
          'This domain has reached its limit of 3 records of its own (records). Take one out, or ask for a higher limit.',
        reason: 'limit_reached',
        params: { each: 'domain', amount: '3 records of its own', limit: 'records', advice: 'Take one out', max: 3 },
      },
    ]);
    expect(await zoneLines(domain)).toEqual([]);
    await endOf((await replace(id, records(3))).action_id);
    await server.operator.limits.change({ account_id: account.id, limits: { records: 1 } });
    await endOf((await replace(id, records(2))).action_id);
    expect((await post(id, records(3))).status).toBe(409);
    await server.operator.limits.change({ account_id: account.id, limits: { records: null } });
    await endOf((await replace(id, records(4))).action_id);
    await server.operator.limits.change({ account_id: account.id, limits: { records: 'default' } });
  });
});

describe('custom records beside those of the VPS', () => {
  it('do not change records of other types', async () => {
    const vps = await createVps();
    const { id, domain } = await add(vps.id);
    const before = await zoneLines(domain);
    await endOf((await replace(id, [MX, { name: 'www', type: 'TXT', content: 'a' }])).action_id);
    expect(await zoneLines(domain)).toEqual(
      [...before, `${domain} MX 10 mail.example.net.`, `www.${domain} TXT "a"`].sort(),
    );
  });

  it.each([
    ['an address', { type: 'A', content: '203.0.113.7' }],
    ['an alias', { type: 'CNAME', content: 'shops.example.net.' }],
  ])('replace all VPS addresses of a name to which they give %s', async (_what, record) => {
    const vps = await createVps();
    const { id, domain } = await add(vps.id);
    await endOf((await replace(id, [{ name: 'www', ...record }])).action_id);
    expect(await zoneLines(domain)).toEqual(
      [
        `${domain} A ${vps.ipv4[0]}`,
        `${domain} AAAA ${vps.ipv6[0]}`,
        `www.${domain} ${record.type} ${record.content}`,
      ].sort(),
    );
    expect(lines((await get(id)).body.data.records)).toHaveLength(3);
    await endOf((await replace(id, [])).action_id);
    expect(await zoneLines(domain)).toHaveLength(4);
  });

  it('cannot change a VPS record that is still marked as managed', async () => {
    const vps = await createVps();
    const { id } = await add(vps.id);
    const [first] = (await get(id)).body.data.records;
    const { status, body } = await post(id, [{ ...first, content: '203.0.113.7' }]);
    expect([status, body.error.details?.[0]?.field]).toEqual([422, 'records[0].managed']);
    await replace(id, [{ ...first, content: '203.0.113.7', managed: false }]);
  });
});

describe('a custom record with the address of a VPS', () => {
  it('shows the hosting_id for each VPS of the account and no other', async () => {
    const [led, second, theirs] = [await createVps(), await createVps(), await createVps(other)];
    const { id } = await add(led.id);
    const { records } = await replace(id, [
      { name: 'a', type: 'A', content: led.ipv4[0] },
      { name: 'b', type: 'AAAA', content: second.ipv6[0]?.toUpperCase() },
      { name: 'c', type: 'A', content: theirs.ipv4[0] },
      { name: 'd', type: 'TXT', content: led.ipv4[0] },
    ]);
    const own = records.filter(({ managed }) => !managed);
    expect(own.map(({ hosting_id }) => hosting_id)).toEqual([led.id, second.id, null, null]);
  });

  it('is deleted with the VPS from the zone and the list; other records stay', async () => {
    const [led, second] = [await createVps(), await createVps()];
    const { id, domain } = await add(led.id);
    const kept = { name: 'kept', type: 'A', content: '203.0.113.7' };
    await endOf(
      (
        await replace(id, [
          { name: '@', type: 'A', content: led.ipv4[0] },
          { name: 'second', type: 'A', content: second.ipv4[0] },
          kept,
        ])
      ).action_id,
    );
    await server.finish(server.operator.hosting.terminate({ id: second.id }));
    await keepZones();
    await untilStatus(id, 'active', 'ok');
    const www = [`www.${domain} A ${led.ipv4[0]}`, `www.${domain} AAAA ${led.ipv6[0]}`];
    expect(await zoneLines(domain)).toEqual(
      [`${domain} A ${led.ipv4[0]}`, `kept.${domain} A 203.0.113.7`, ...www].sort(),
    );

    await server.finish(server.operator.hosting.terminate({ id: led.id }));
    await keepZones();
    await untilStatus(id, 'active', 'ok');
    expect(await zoneLines(domain)).toEqual([`kept.${domain} A 203.0.113.7`]);
    expect((await get(id)).body.data.records).toEqual([{ ...kept, ttl: 3600, managed: false, hosting_id: null }]);
  });
});

describe('a custom record whose address is assigned to a VPS later', () => {
  it('is deleted with that VPS too', async () => {
    const vps = await createVps();
    const { id, domain } = await add();
    await endOf((await replace(id, [{ name: 'a', type: 'A', content: vps.ipv4[0] }])).action_id);
    // The address had no owner when the record was written.
    await server.hostler.db.write(() => UNBIND.run({ id, bound: `"hosting_id":${vps.id}`, free: '"hosting_id":null' }));
    expect((await get(id)).body.data.records).toMatchObject([{ hosting_id: null }]);
    await keepZones();
    expect((await get(id)).body.data.records).toMatchObject([{ hosting_id: vps.id }]);
    expect(await show(id)).toMatchObject({ dns_status: 'ok' });
    await server.finish(server.operator.hosting.terminate({ id: vps.id }));
    await keepZones();
    await untilStatus(id, 'active', 'ok');
    expect(await zoneLines(domain)).toEqual([]);
  });
});

const UNBIND = sql<{ id: number; bound: string; free: string }>(
  'update domains set records = replace(records, :bound, :free) where id = :id',
);

describe('replacing records', () => {
  it('by concurrent requests keeps the records of one request as a whole', async () => {
    const { id, domain } = await add();
    const setOf = (who: number) =>
      ['a', 'b', 'c'].map((name) => ({ name, type: 'TXT', content: `"${name} of ${who}"` }));
    const answers = await Promise.all(Array.from({ length: 6 }, (_, who) => post(id, setOf(who))));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
    for (const { body } of answers) await endOf(body.data.action_id);
    const { records, dns_status } = (await get(id)).body.data;
    expect(dns_status).toBe('ok');
    const winner = Number(records[0]?.content.match(/\d/)?.[0]);
    expect(lines(records)).toEqual(lines(setOf(winner)));
    expect(await zoneLines(domain)).toEqual(lines(setOf(winner).map((r) => ({ ...r, name: `${r.name}.${domain}` }))));
  });

  it('before the zone exists creates the zone with them', async () => {
    await setReachable(dnsDir, false);
    const { body } = await server.post('/domains', account.live, { domain: newName() });
    const { id, domain } = body.data;
    const { action_id } = await replace(id, [MX]);
    await setReachable(dnsDir, true);
    await untilStatus(id, 'active', 'ok');
    await endOf(action_id);
    expect(await untilStatus(id, 'active', 'ok')).toMatchObject({ domain });
    expect(await zoneLines(domain)).toEqual([`${domain} MX 10 mail.example.net.`]);
  });

  it('waits while the name server is unreachable', async () => {
    const { id, domain } = await add();
    await setReachable(dnsDir, false);
    const { action_id } = await replace(id, [MX]);
    await server.untilPostponed(action_id);
    expect(await show(id)).toMatchObject({ status: 'active', dns_status: 'pending' });
    expect((await get(id)).body.data.records).toHaveLength(1);
    await setReachable(dnsDir, true);
    expect(await endOf(action_id)).toMatchObject({ status: 'succeeded' });
    expect(await zoneLines(domain)).toHaveLength(1);
  });

  it('stays pending when an older replacement succeeds or fails', async () => {
    const { id } = await add();
    await setReachable(dnsDir, false);
    await replace(id, [MX]);
    const { db, clock } = server.hostler;
    const { update } = createDomainActions({ db, dns: dns(), sources: noSources, nameservers: [] });
    const about = { accountId: account.id, resourceId: id, now: clock.now() };
    const older = { accountId: account.id, domainId: id, revision: 0 };
    await db.write(() => update.succeed(about, older, { digest: 'of the older ones', revision: 0 }));
    expect(await show(id)).toMatchObject({ status: 'active', dns_status: 'pending' });
    await db.write(() => update.fail(about, older, { code: 'ENGINE_REFUSED', message: 'No.' }, undefined));
    expect(await show(id)).toMatchObject({ status: 'active', dns_status: 'pending' });
  });

  it('is retried in the next pass if the name server refuses it', async () => {
    const { id, domain } = await add();
    await refuseNext('putZone', domain);
    const { action_id } = await replace(id, [MX]);
    expect(await endOf(action_id)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'Not this one.' },
    });
    expect(await show(id)).toMatchObject({ status: 'active', dns_status: 'error' });
    expect(await zoneLines(domain)).toEqual([]);
    await keepZones();
    await untilStatus(id, 'active', 'ok');
    expect(await zoneLines(domain)).toHaveLength(1);
  });
});

describe('a domain whose zone could not be created', () => {
  async function addRefused(): Promise<Domain> {
    const domain = newName();
    await refuseNext('putZone', domain);
    const { body } = await server.post('/domains', account.live, { domain });
    return untilStatus(body.data.id, 'error', 'error');
  }

  it('gets its zone when its records are replaced', async () => {
    const { id, domain } = await addRefused();
    await replace(id, [MX]);
    await untilStatus(id, 'active', 'ok');
    expect(await zoneLines(domain)).toHaveLength(1);
  });

  it('is retried after an hour, not before', async () => {
    const { id } = await addRefused();
    await keepZones();
    expect(await show(id)).toMatchObject({ status: 'error', dns_status: 'error' });
    server.clock.advance(HOUR);
    await keepZones();
    await untilStatus(id, 'active', 'ok');
  });
});

describe('the upkeep of zones', () => {
  it('creates a zone again that was deleted on the name server', async () => {
    const { id, domain } = await add();
    await endOf((await replace(id, [MX])).action_id);
    await dns().removeZone(domain);
    await keepZones();
    await untilStatus(id, 'active', 'ok');
    expect(await zoneLines(domain)).toHaveLength(1);
  });

  it('changes nothing while the name server is unreachable', async () => {
    const { id } = await add();
    const before = await show(id);
    await setReachable(dnsDir, false);
    await keepZones();
    expect(await show(id)).toEqual(before);
  });

  it('retries a removal that the name server refuses', async () => {
    const { id, domain } = await add();
    await refuseNext('removeZone', domain);
    await server.post(`/domains/remove?id=${id}`, account.live);
    while (await dns().readZone(domain)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

describe('the sandbox', () => {
  it('answers as if the records were replaced, and replaces none', async () => {
    const { id, domain } = await add();
    await endOf((await replace(id, [MX])).action_id);
    const before = await show(id);
    const simulated = await post(id, [{ name: 'new', type: 'A', content: '192.0.2.9' }], account.test);
    expect(simulated.status).toBe(202);
    expect(simulated.body.data).toMatchObject({ id, dns_status: 'pending', records: [{ name: 'new' }] });
    const { body } = await server.get(`/actions/show?id=${simulated.body.data.action_id}`, account.test);
    expect(body.data).toMatchObject({ type: 'domain.update', status: 'succeeded' });
    expect((await post(id, [{ ...MX, content: '' }], account.test)).status).toBe(422);
    expect(await show(id)).toEqual(before);
    expect((await get(id, account.test)).body.data.records).toMatchObject([MX]);
    expect(await zoneLines(domain)).toHaveLength(1);
  });
});
