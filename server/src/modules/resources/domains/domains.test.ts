import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Action } from '@hostler/testing/api-types.ts';
import { keepLog } from '@hostler/testing/log-lines.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedDns } from '#engines/dns/simulated.ts';
import { clearFaults, failNext, setReachable } from '#engines/simulation/faults.ts';
import type { Domain } from './schemas.ts';

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let dnsDir: string;

const kept = keepLog();

beforeAll(async () => {
  const env = { HOSTLER_NAMESERVERS: 'ns1.host.test, ns2.host.test' };
  server = await startTestServer({ env, log: kept.log, byHand: ['domains.keep-zones'] });
  account = await server.createAccount();
  other = await server.createAccount();
  dnsDir = join(server.dataDir, 'simulated', 'dns');
});
afterAll(() => server.stop());
afterEach(async () => {
  await setReachable(dnsDir, true);
  await clearFaults(dnsDir);
});

let names = 0;
const newName = () => `shop-${++names}.test`;

const add = (body: object, key = account.live) => server.post('/domains', key, body);

async function create(body: object, key = account.live): Promise<Domain> {
  const answer = await add(body, key);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const untilStatus = (id: number, status: string, key = account.live) =>
  server.until(`/domains/show?id=${id}`, key, (domain) => domain.status === status);

const readZone = (domain: string) => createSimulatedDns({ dir: dnsDir }).readZone(domain);

async function findAction(type: string, resourceId: number, key = account.live): Promise<Action> {
  const { body } = await server.get(`/actions?search=${type}&per_page=100`, key);
  const action = body.data.find(({ resource }) => resource.id === resourceId);
  if (!action) throw new Error(`there is no ${type} of ${resourceId}`);
  return action;
}

/** Returns the action on that domain, once it has ended. */
async function endOf(type: string, resourceId: number, key = account.live) {
  const { id } = await findAction(type, resourceId, key);
  return server.endOf(id, key);
}

async function totals(key: string) {
  const total = async (query: string) => (await server.get(`/domains${query}`, key)).body.meta.total;
  return {
    all: await total(''),
    pending: await total('?status=pending'),
    active: await total('?status=active'),
    error: await total('?status=error'),
  };
}

const createServer = (owner: TestAccount) =>
  server.finish(server.operator.hosting.create({ account_id: owner.id, hostname: 'vps.test' }));

describe('a new domain', () => {
  it('is pending when it is accepted, and active once its zone exists', async () => {
    const domain = newName();
    const made = await create({ domain });
    expect(made).toEqual({
      id: expect.any(Number),
      domain,
      status: 'pending',
      hosting_id: null,
      nameservers: ['ns1.host.test', 'ns2.host.test'],
      dns_status: 'pending',
      verification: null,
      mailboxes: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updated_at: expect.any(String),
    });
    expect(await untilStatus(made.id, 'active')).toMatchObject({ domain, dns_status: 'ok' });
    expect(await readZone(domain)).toEqual({ domain, nameservers: ['ns1.host.test', 'ns2.host.test'], records: [] });
  });

  it('points to the addresses of its VPS, with and without www', async () => {
    const { id: hosting_id, ipv4, ipv6 } = await createServer(account);
    const domain = newName();
    const made = await create({ domain, hosting_id });
    expect(made.hosting_id).toBe(hosting_id);
    await untilStatus(made.id, 'active');
    const records = [domain, `www.${domain}`].flatMap((name) => [
      { name, type: 'A', ttl: 3600, content: ipv4[0] },
      { name, type: 'AAAA', ttl: 3600, content: ipv6[0] },
    ]);
    expect((await readZone(domain))?.records).toEqual(records);
  });

  it('waits for the address of a VPS that is still being created', async () => {
    const vpsDir = join(server.dataDir, 'simulated', 'vps');
    await setReachable(vpsDir, false);
    const { id: hosting_id } = await server.operator.hosting.create({
      account_id: account.id,
      hostname: 'late.test',
    });
    const { id, domain } = await create({ domain: newName(), hosting_id });
    await server.untilPostponed((await findAction('domain.create', id)).id);
    await setReachable(vpsDir, true);
    await untilStatus(id, 'active');
    expect((await readZone(domain))?.records).toHaveLength(4);
    expect(kept.lines.filter((line) => line.includes('domain.create'))).toEqual([]);
  });

  it('emits domain.added when it is accepted', async () => {
    const made = await create({ domain: newName() });
    expect(await eventsAbout(made.id, 'live')).toEqual([{ ...made, status: 'pending' }]);
  });

  it.each([
    ['Groß-Wörter.Test', 'xn--gro-wrter-i1a9w.test'],
    ['UPPER-case.test.', 'upper-case.test'],
  ])('is stored in lower case and Punycode without a trailing dot: %s', async (given, kept) => {
    expect((await create({ domain: given })).domain).toBe(kept);
    const again = await add({ domain: kept });
    expect(again.body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
  });

  it('is found by its Unicode name', async () => {
    const made = await create({ domain: 'Öl-Müller.test' });
    for (const search of ['öl-mül', 'ÖL-MÜL', 'xn--l-mller']) {
      const { body } = await server.get(`/domains?search=${encodeURIComponent(search)}`, account.live);
      expect(body.data.map(({ id }) => id)).toEqual([made.id]);
    }
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a number', 7],
    ['a single label', 'localhost'],
    ['a public suffix', 'co.uk'],
    ['an address', '192.0.2.1'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['an underscore', 'my_shop.test'],
    ['a URL', 'https://shop.test/'],
    ['a name of 254 characters', `${'a.'.repeat(125)}test`],
  ])('is refused when it is %s', async (_what, domain) => {
    const { status, body } = await add({ domain });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'domain' }] });
  });

  it('can only point to a VPS of its account', async () => {
    const theirs = await createServer(other);
    for (const hosting_id of [theirs.id, 999_999_999]) {
      const { status, body } = await add({ domain: newName(), hosting_id });
      expect(status).toBe(404);
      expect(body.error).toEqual({
        code: 'NOT_FOUND',
        message: 'Server not found.',
        reason: 'not_found',
        params: { what: 'Server' },
      });
    }
    expect((await add({ domain: 'com', hosting_id: theirs.id })).status).toBe(422);
    expect((await add({ domain: newName(), hosting_id: 'x' })).body.error.details).toMatchObject([
      { field: 'hosting_id' },
    ]);
  });

  it('cannot point to a terminated VPS', async () => {
    const { id } = await createServer(account);
    await server.finish(server.operator.hosting.terminate({ id }));
    const { status, body } = await add({ domain: newName(), hosting_id: id });
    expect(status).toBe(409);
    expect(body.error.code).toBe('CONFLICT');
  });

  it('waits while the name server is unreachable and is created when it is back', async () => {
    await setReachable(dnsDir, false);
    const made = await create({ domain: newName() });
    await server.untilPostponed((await findAction('domain.create', made.id)).id);
    expect(await findAction('domain.create', made.id)).toMatchObject({ status: 'running', error: null });
    await setReachable(dnsDir, true);
    expect(await untilStatus(made.id, 'active')).toMatchObject({ dns_status: 'ok' });
  });

  it('gets status error if the name server refuses it, and can be removed', async () => {
    const owner = await server.createAccount();
    const domain = newName();
    await failNext(dnsDir, {
      operation: 'putZone',
      target: domain,
      code: 'refused',
      message: 'Not this one.',
      times: 1,
    });
    const made = await create({ domain }, owner.live);
    expect(await untilStatus(made.id, 'error', owner.live)).toMatchObject({ dns_status: 'error' });
    expect(await endOf('domain.create', made.id, owner.live)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'Not this one.' },
    });
    expect(await totals(owner.live)).toEqual({ all: 1, pending: 0, active: 0, error: 1 });
    expect((await server.post(`/domains/remove?id=${made.id}`, owner.live)).status).toBe(200);
    expect(await totals(owner.live)).toEqual({ all: 0, pending: 0, active: 0, error: 0 });
  });
});

describe('the zone of a domain', () => {
  const follow = () =>
    server.hostler.recurring.find(({ name }) => name === 'domains.keep-zones')?.run(server.clock.now());

  const untilZoneIs = (id: number, dnsStatus: string) =>
    server.until(`/domains/show?id=${id}`, account.live, (domain) => domain.dns_status === dnsStatus);

  it('is emptied after its VPS is terminated', async () => {
    const vps = await createServer(account);
    const { id, domain } = await create({ domain: newName(), hosting_id: vps.id });
    await untilStatus(id, 'active');
    await server.finish(server.operator.hosting.terminate({ id: vps.id }));
    await follow();
    await untilZoneIs(id, 'ok');
    expect((await readZone(domain))?.records).toEqual([]);
    expect(await untilStatus(id, 'active')).toMatchObject({ hosting_id: vps.id });
  });

  it('is not written again while it is correct', async () => {
    const vps = await createServer(account);
    const { id } = await create({ domain: newName(), hosting_id: vps.id });
    const before = await untilStatus(id, 'active');
    await follow();
    expect(await untilStatus(id, 'active')).toEqual(before);
    await expect(findAction('domain.update', id)).rejects.toThrow('there is no domain.update');
  });

  it('is retried in the next pass if writing it fails, and the domain stays active', async () => {
    const vps = await createServer(account);
    const { id, domain } = await create({ domain: newName(), hosting_id: vps.id });
    await untilStatus(id, 'active');
    const before = await totals(account.live);
    await server.finish(server.operator.hosting.terminate({ id: vps.id }));
    await failNext(dnsDir, { operation: 'putZone', target: domain, code: 'refused', message: 'Not now.', times: 1 });
    await follow();
    expect(await untilZoneIs(id, 'error')).toMatchObject({ status: 'active' });
    await follow();
    await untilZoneIs(id, 'ok');
    expect((await readZone(domain))?.records).toEqual([]);
    expect(await totals(account.live)).toEqual(before);
  });

  it.runIf(process.env.HOSTLER_TEST_DATABASE === 'postgres')(
    'is written again if the account is suspended in the moment in which other work on the zone ends',
    async () => {
      const suspended = await server.createAccount();
      const { id, domain } = await create({ domain: newName() }, suspended.live);
      await untilStatus(id, 'active', suspended.live);
      const records = [{ name: '@', type: 'TXT', ttl: 300, content: '"hello"' }];
      await server.post(`/domains/records?id=${id}`, suspended.live, { records });
      await until(async () => (await readZone(domain))?.records.length === 1);
      await server.until(`/domains/show?id=${id}`, suspended.live, (one) => one.dns_status === 'ok');
      const client = new pg.Client(server.hostler.config.databaseUrl);
      await client.connect();
      try {
        const setStatus = (status: string) =>
          client.query('update domains set dns_status = $2 where id = $1', [id, status]);
        await setStatus('pending');
        await client.query('begin');
        await setStatus('ok');
        const options = ['--account', suspended.id, '--cause', 'legal', '--reason', 'A court order', '--with-dns'];
        const suspending = server.run('account suspend', ...options);
        const untilItWaits = until(async () => {
          const { rows } = await client.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows.length > 0;
        });
        await Promise.race([suspending, untilItWaits]);
        await client.query('commit');
        await suspending;
      } finally {
        await client.end();
      }
      await until(async () => (await readZone(domain))?.records.length === 0);
    },
  );
});

describe('a name that is taken', () => {
  const expectTaken = async (domain: string, key: string) => {
    const { status, body } = await add({ domain }, key);
    expect(status).toBe(409);
    expect(body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
  };

  it('is refused to its own account and to others with the same error', async () => {
    const domain = newName();
    await create({ domain });
    const [mine, theirs] = [await add({ domain }), await add({ domain }, other.live)];
    expect([mine.status, theirs.status]).toEqual([409, 409]);
    expect(mine.body.error).toEqual(theirs.body.error);
    expect(mine.body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
  });

  it('blocks its subdomains at any depth for other accounts', async () => {
    const domain = newName();
    await create({ domain });
    await expectTaken(`www.${domain}`, other.live);
    await expectTaken(`a.b.c.${domain}`, other.live);
    await create({ domain: `x${domain}` }, other.live);
  });

  it('blocks its parent domains for other accounts, whichever account is older', async () => {
    for (const [owner, asker] of [
      [account, other],
      [other, account],
    ] as const) {
      const domain = newName();
      await create({ domain: `a.b.${domain}` }, owner.live);
      await expectTaken(domain, asker.live);
      await expectTaken(`b.${domain}`, asker.live);
      await create({ domain: `c.${domain}` }, asker.live);
      await create({ domain: `b.b.${domain}` }, asker.live);
    }
  });

  it('does not block its parents and subdomains for its own account', async () => {
    const domain = newName();
    await create({ domain: `a.${domain}` });
    await create({ domain });
    await create({ domain: `b.a.${domain}` });
  });

  it('does not block other names below the same public suffix', async () => {
    await create({ domain: 'mine.co.uk' });
    await create({ domain: 'theirs.co.uk' }, other.live);
  });

  it('goes to one of many concurrent requests', async () => {
    const domain = newName();
    const keys = [account.live, other.live, account.live, other.live, account.live, other.live];
    const answers = await Promise.all(keys.map((key) => add({ domain }, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('goes to one account when two concurrently request a name and its subdomain', async () => {
    for (let round = 0; round < 5; round++) {
      const domain = newName();
      const answers = await Promise.all([
        add({ domain }, account.live),
        add({ domain: `shop.${domain}` }, other.live),
        add({ domain: `a.shop.${domain}` }, account.live),
      ]);
      const owners = new Set(
        answers.flatMap(({ status }, index) => (status === 201 ? [index === 1 ? other : account] : [])),
      );
      expect(owners.size).toBe(1);
    }
  });
});

describe('removing a domain', () => {
  it('returns its last state, frees its name at once and deletes its zone soon after', async () => {
    const domain = newName();
    const made = await create({ domain });
    await untilStatus(made.id, 'active');
    const removed = await server.post(`/domains/remove?id=${made.id}`, account.live);
    expect(removed.status).toBe(200);
    expect(removed.body.data).toMatchObject({ id: made.id, domain, status: 'active', dns_status: 'ok' });
    expect((await server.get(`/domains/show?id=${made.id}`, account.live)).status).toBe(404);
    expect((await server.get(`/domains?search=${domain}`, account.live)).body.data).toEqual([]);
    expect(await endOf('domain.remove', made.id)).toMatchObject({ status: 'succeeded' });
    expect(await readZone(domain)).toBeUndefined();
    await create({ domain: `below.${domain}` }, other.live);
  });

  it('frees its parent domains for other accounts', async () => {
    const domain = newName();
    const { id } = await create({ domain: `a.${domain}` });
    await server.post('/domains/remove', account.live, { domain_id: id });
    await create({ domain }, other.live);
  });

  it('finishes before a zone with the same name is created for any account', async () => {
    const domain = newName();
    await setReachable(dnsDir, false);
    const { id } = await create({ domain });
    await server.post(`/domains/remove?id=${id}`, account.live);
    const again = await create({ domain }, other.live);
    await setReachable(dnsDir, true);
    await untilStatus(again.id, 'active', other.live);
    expect((await findAction('domain.remove', id)).status).toBe('succeeded');
    expect(await readZone(domain)).toMatchObject({ domain });
  });

  it('answers 404 for a domain of another account', async () => {
    const { id } = await create({ domain: newName() });
    for (const answer of [
      await server.post(`/domains/remove?id=${id}`, other.live),
      await server.get(`/domains/show?id=${id}`, other.live),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error).toEqual({
        code: 'NOT_FOUND',
        message: 'Domain not found.',
        reason: 'not_found',
        params: { what: 'Domain' },
      });
    }
  });

  it('answers MISSING_ID without an id', async () => {
    expect((await server.post('/domains/remove', account.live)).body.error.code).toBe('MISSING_ID');
    expect((await server.get('/domains/show', account.live)).body.error.code).toBe('MISSING_ID');
  });

  it('keeps the totals correct, even if the zone is pending at the removal', async () => {
    const owner = await server.createAccount();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push((await create({ domain: newName() }, owner.live)).id);
    for (const id of ids) await untilStatus(id, 'active', owner.live);
    expect(await totals(owner.live)).toEqual({ all: 3, pending: 0, active: 3, error: 0 });
    await setReachable(dnsDir, false);
    const late = await create({ domain: newName() }, owner.live);
    expect(await totals(owner.live)).toEqual({ all: 4, pending: 1, active: 3, error: 0 });
    const removals = [late.id, late.id, ids[0]];
    await Promise.all(removals.map((id) => server.post(`/domains/remove?id=${id}`, owner.live)));
    expect(await totals(owner.live)).toEqual({ all: 2, pending: 0, active: 2, error: 0 });
    await setReachable(dnsDir, true);
    await endOf('domain.remove', late.id, owner.live);
    expect(await readZone(late.domain)).toBeUndefined();
    expect(await totals(owner.live)).toEqual({ all: 2, pending: 0, active: 2, error: 0 });
  });
});

describe('the sandbox', () => {
  it('answers as if a domain was added, adds none, and sends events to test webhooks only', async () => {
    const domain = newName();
    const simulated = await add({ domain }, account.test);
    expect(simulated.status).toBe(201);
    const { id } = simulated.body.data;
    expect(id).toBeGreaterThan(9_000_000_000);
    expect((await server.get(`/domains/show?id=${id}`, account.test)).status).toBe(404);
    expect(await eventsAbout(id, 'live')).toEqual([]);
    expect(await eventsAbout(id, 'test')).toEqual([simulated.body.data]);
    expect(await findAction('domain.create', id, account.test)).toMatchObject({ status: 'succeeded' });
    expect(await readZone(domain)).toBeUndefined();
    await create({ domain }, other.live);
    for (const taken of [domain, `www.${domain}`]) {
      expect((await add({ domain: taken }, account.test)).body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
    }
  });

  it('answers as if a domain was removed and removes none', async () => {
    const { id } = await create({ domain: newName() });
    await untilStatus(id, 'active');
    const before = await totals(account.live);
    expect((await server.post(`/domains/remove?id=${id}`, account.test)).status).toBe(200);
    await untilStatus(id, 'active');
    expect(await totals(account.live)).toEqual(before);
  });
});

const EVENTS = sql<{ environment: string }, { data: string }>(
  `select data from events where type = 'domain.added' and environment = :environment`,
);

async function eventsAbout(id: number, environment: 'live' | 'test'): Promise<Domain[]> {
  const rows = await server.hostler.db.read(EVENTS.all({ environment }));
  return rows.map(({ data }) => JSON.parse(data) as Domain).filter((domain) => domain.id === id);
}
