import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { Firewall, FirewallWithAction, OperatorApi } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';
import type { FirewallPacket } from '#engines/vps/firewall.ts';
import { passesSimulatedFirewall } from '#engines/vps/simulated.ts';
import { MINUTE } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;
let stranger: TestAccount;
let engineDir: string;

const STORE = sql<{ id: number; inbound: string }>('update firewalls set inbound = :inbound where id = :id');
const SSH = { protocol: 'tcp', ports: '22', networks: ['198.51.100.7/24'] };
const everywhere = ['0.0.0.0/0', '::/0'];
const HTTP = { protocol: 'tcp', ports: '80-443', networks: everywhere };
const PING = { protocol: 'icmp', networks: everywhere };

beforeAll(async () => {
  server = await startTestServer({ byHand: ['firewalls.repair'] });
  account = await server.createAccount();
  stranger = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  await server.operator.plans.create({ name: 'S', price: 900 });
  await server.operator.profiles.trust({ account_id: account.id, trusted: false });
});
afterAll(() => server.stop());

const makeServer = async (owner = account) =>
  (await server.finish(server.operator.hosting.create({ account_id: owner.id, hostname: 'web.example.com' }))).id;
const post = (verb: string, body: object, key = account.live) =>
  server.post<FirewallWithAction>(`/firewalls${verb && `/${verb}`}`, key, body);
const show = async (id: number) => (await server.get<Firewall>(`/firewalls/show?id=${id}`, account.live)).body.data;
const create = async (body: object = {}, key = account.live) => {
  const answer = await post('', { name: 'Web', inbound: [HTTP], ...body }, key);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
};
const passes = (hosting: number, packet: Partial<FirewallPacket>) =>
  passesSimulatedFirewall(engineDir, `vps-${hosting}`, {
    direction: 'inbound',
    protocol: 'tcp',
    address: '203.0.113.9',
    port: 80,
    ...packet,
  });
/** Makes a change that affects servers and waits until it is in effect. */
async function apply(verb: string, body: object): Promise<FirewallWithAction> {
  const { status, headers, body: answer } = await post(verb, body);
  expect(status, JSON.stringify(answer)).toBe(202);
  expect(headers.get('location')).toBe(`/api/v1/actions/show?id=${answer.data.action_id}`);
  expect(await server.endOf(answer.data.action_id, account.live)).toMatchObject({
    type: 'firewall.apply',
    status: 'succeeded',
  });
  return answer.data;
}

const withoutRules = async () => {
  const { body } = await (await signInStaff(server, 'technician')).get<OperatorApi.Today>('/today');
  return body.data.numbers.find(({ key }) => key === 'servers_without_rules');
};

describe('a firewall', () => {
  it('is created with normalised rules, shown, listed, searched and removed', async () => {
    const made = await create({
      name: 'Office only',
      inbound: [
        { ...SSH, description: 'SSH' },
        { protocol: 'any', networks: ['2001:DB8:0::1/32', '2001:db8::/32', '::ffff:192.0.2.0/120'] },
      ],
      outbound: [PING],
    });
    expect(made).toMatchObject({
      name: 'Office only',
      status: 'active',
      inbound: [
        { protocol: 'tcp', ports: '22', networks: ['198.51.100.0/24'], description: 'SSH' },
        { protocol: 'any', ports: null, networks: ['2001:db8::/32', '192.0.2.0/24'], description: null },
      ],
      outbound: [{ protocol: 'icmp', ports: null, networks: everywhere, description: null }],
      hosting_ids: [],
      error: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await show(made.id)).toEqual(made);
    const found = await server.get<Firewall[]>('/firewalls?search=office', account.live);
    expect(found.body.data).toEqual([made]);
    const removed = await post('remove', { id: made.id });
    expect([removed.status, removed.body.data]).toEqual([200, made]);
    expect((await server.get(`/firewalls/show?id=${made.id}`, account.live)).status).toBe(404);
  });

  it.each([
    [{ ...HTTP, ports: '0' }, 'inbound[0].ports'],
    [{ ...HTTP, ports: '65536' }, 'inbound[0].ports'],
    [{ ...HTTP, ports: '90-80' }, 'inbound[0].ports'],
    [{ ...HTTP, ports: '22,80' }, 'inbound[0].ports'],
    [{ ...PING, ports: '8' }, 'inbound[0].ports'],
    [{ ...PING, protocol: 'any', ports: '22' }, 'inbound[0].ports'],
    [{ ...PING, protocol: 'sctp' }, 'inbound[0].protocol'],
    [{ protocol: 'tcp', networks: ['10.0.0.0/33'] }, 'inbound[0].networks[0]'],
    [{ protocol: 'tcp', networks: ['10.1/16'] }, 'inbound[0].networks[0]'],
    [{ protocol: 'tcp', networks: ['fe80::1%eth0'] }, 'inbound[0].networks[0]'],
    [{ protocol: 'tcp', networks: ['example.com'] }, 'inbound[0].networks[0]'],
    [{ protocol: 'tcp', networks: [] }, 'inbound[0].networks'],
    [{ ...HTTP, description: 'two\nlines' }, 'inbound[0].description'],
  ])('is refused with the rule %j, and the error names the field', async (rule, field) => {
    const { status, body } = await post('', { name: 'Bad', inbound: [rule] });
    expect([status, body.error.code, body.error.details?.[0]?.field]).toEqual([422, 'VALIDATION_ERROR', field]);
  });

  it('is refused without networks for a rule, and the error says what to send for every address', async () => {
    for (const rule of [{ protocol: 'tcp' }, { protocol: 'tcp', networks: [] }]) {
      const { status, body } = await post('', { name: 'Open', outbound: [HTTP, rule] });
      expect([status, body.error.details]).toEqual([
        422,
        [{ field: 'outbound[1].networks', message: expect.stringContaining('0.0.0.0/0'), reason: 'networks_missing' }],
      ]);
    }
  });

  it('may be updated with its current rules for every address, without their networks', async () => {
    const { id } = await create({ inbound: [HTTP, SSH] });
    const { networks: _, ...bare } = HTTP;
    const kept = await post('update', { id, inbound: [SSH, bare] });
    expect([kept.status, kept.body.data.inbound.map(({ networks }) => networks)]).toEqual([
      200,
      [['198.51.100.0/24'], everywhere],
    ]);
    const changes: [field: string, change: object][] = [
      ['inbound', { ...bare, ports: '81' }],
      ['inbound', { ...bare, description: 'All' }],
      ['inbound', { protocol: 'tcp', ports: '22' }],
      ['inbound', { ...bare, networks: [] }],
      ['outbound', bare],
    ];
    for (const [list, rule] of changes) {
      const { status, body } = await post('update', { id, [list]: [rule] });
      expect([status, body.error?.details?.[0]?.field], JSON.stringify(rule)).toEqual([422, `${list}[0].networks`]);
    }
    expect(await show(id)).toEqual({ ...kept.body.data, action_id: undefined });
  });

  it('accepts overlapping rules, and at most 100 rules in total', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, port) => ({ ...HTTP, ports: `${port + 1}` }));
    await create({ inbound: [HTTP, { ...HTTP, ports: '1-65535' }, HTTP] });
    const full = await create({ inbound: many(60), outbound: many(40) });
    expect(await post('', { name: 'Thousand', inbound: many(1_000) })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'inbound', message: expect.stringContaining('100') }] } },
    });
    const more = await post('update', { id: full.id, outbound: many(41) });
    expect(more.body.error.details).toEqual([
      {
        field: 'inbound',
        message: 'must have fewer rules: a firewall has at most 100 in total, and this one has 101.',
        reason: 'too_many_rules',
        params: { max: 100, count: 101 },
      },
    ]);
    expect((await show(full.id)).outbound).toHaveLength(40);
  });

  it('without servers is updated with 200 and no action', async () => {
    const { id } = await create();
    const { status, body, headers } = await post('update', { id, name: 'Renamed', inbound: [SSH] });
    expect([status, headers.get('location')]).toEqual([200, null]);
    expect(body.data).toMatchObject({ name: 'Renamed', action_id: null, inbound: [{ ports: '22' }] });
    expect((await server.get('/firewalls?search=renamed', account.live)).body.meta.total).toBe(1);
  });

  it('of another customer is 404, and so are their servers', async () => {
    const theirs = await create({}, stranger.live);
    const [own, hosting, foreign] = [await create(), await makeServer(), await makeServer(stranger)];
    for (const [verb, body] of [
      ['update', { id: theirs.id, name: 'Mine' }],
      ['remove', { id: theirs.id }],
      ['attach', { id: theirs.id, hosting_ids: [hosting] }],
      ['detach', { id: theirs.id, hosting_ids: [hosting] }],
      ['attach', { id: own.id, hosting_ids: [hosting, foreign] }],
      ['detach', { id: own.id, hosting_ids: [foreign] }],
    ] as const) {
      expect([verb, (await post(verb, body)).status]).toEqual([verb, 404]);
    }
    expect(await show(own.id)).toMatchObject({ hosting_ids: [], status: 'active' });
    expect(await passes(hosting, { port: 9 })).toBe(true);
  });
});

describe('a firewall on servers', () => {
  it('drops inbound packets that no rule allows, until it is detached', async () => {
    const [one, two, free] = [await makeServer(), await makeServer(), await makeServer()];
    const { id } = await create({ inbound: [SSH, HTTP, PING] });
    const attached = await apply('attach', { id, hosting_ids: [one, two, one] });
    expect(attached).toMatchObject({ status: 'applying', hosting_ids: [one, two] });
    expect(await show(id)).toMatchObject({ status: 'active', hosting_ids: [one, two] });
    for (const hosting of [one, two]) {
      expect(await passes(hosting, { port: 443 })).toBe(true);
      expect(await passes(hosting, { port: 444 })).toBe(false);
      expect(await passes(hosting, { port: 22 })).toBe(false);
      expect(await passes(hosting, { port: 22, address: '198.51.100.200' })).toBe(true);
      expect(await passes(hosting, { port: 443, protocol: 'udp' })).toBe(false);
      expect(await passes(hosting, { protocol: 'icmp', address: '2001:db8::1' })).toBe(true);
      expect(await passes(hosting, { direction: 'outbound', port: 9 })).toBe(true);
    }
    expect(await passes(free, { port: 444 })).toBe(true);
    expect((await post('remove', { id })).body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'This firewall is attached to 2 servers. Detach it first.',
    });
    await apply('detach', { id, hosting_ids: [two] });
    expect(await passes(two, { port: 444 })).toBe(true);
    expect(await passes(one, { port: 444 })).toBe(false);
  });

  it('is replaced as a whole, and outbound rules make an allow-list', async () => {
    const hosting = await makeServer();
    const { id } = await create();
    await apply('attach', { id, hosting_ids: [hosting] });
    await apply('update', { id, inbound: [], outbound: [{ protocol: 'udp', ports: '53', networks: ['192.0.2.53'] }] });
    expect(await passes(hosting, { port: 80 })).toBe(false);
    const dns = { direction: 'outbound', protocol: 'udp', port: 53 } as const;
    expect(await passes(hosting, { ...dns, address: '192.0.2.53' })).toBe(true);
    expect(await passes(hosting, { ...dns, address: '192.0.2.54' })).toBe(false);
    const again = await post('attach', { id, hosting_ids: [hosting] });
    expect([again.status, again.body.data.action_id]).toEqual([200, null]);
    const renamed = await post('update', { id, name: 'Same rules', inbound: [] });
    expect([renamed.status, renamed.body.data.action_id]).toEqual([200, null]);
  });

  it('adds up with the other firewalls of the server, at most 5', async () => {
    const hosting = await makeServer();
    const made: Firewall[] = [];
    for (let port = 1; port <= 6; port++) made.push(await create({ inbound: [{ ...HTTP, ports: `${port}` }] }));
    for (const { id } of made.slice(0, 5)) await apply('attach', { id, hosting_ids: [hosting] });
    const [sixth] = made.slice(5);
    expect(await post('attach', { id: sixth?.id, hosting_ids: [hosting] })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: expect.stringContaining('already has 5 firewalls') } },
    });
    for (let port = 1; port <= 6; port++) expect(await passes(hosting, { port })).toBe(port <= 5);
  });

  describe('with very many networks', () => {
    let made = 0;
    /** Rules with this many networks. Every rule of an open port counts two. */
    const rulesOf = (count: number) =>
      Array.from({ length: count / 20 }, (_, rule) => ({
        protocol: 'tcp',
        ports: String(1 + rule),
        networks: Array.from({ length: 20 }, () => `10.${++made % 200}.${(made >> 8) % 256}.${made % 256}/32`),
      }));
    const refuse = async (verb: string, body: object, field: string, ...texts: string[]) => {
      const { status, body: answer } = await post(verb, body);
      expect([status, answer.error?.details?.[0]?.field], JSON.stringify(answer)).toEqual([422, field]);
      for (const text of texts) expect(answer.error.details?.[0]?.message).toContain(text);
    };

    it('is refused above 1,000 in total for a server, over all its firewalls', async () => {
      await refuse('', { name: 'Huge', inbound: rulesOf(1_020) }, 'inbound', 'at most 1000', 'these have 1020');
      const large = await create({ inbound: rulesOf(980) });
      const small = await create({ inbound: rulesOf(20) });
      const more = await create({ inbound: rulesOf(20) });
      const hosting = await makeServer();
      for (const { id } of [large, small]) await apply('attach', { id, hosting_ids: [hosting] });
      await refuse('attach', { id: more.id, hosting_ids: [hosting] }, 'hosting_ids', `server ${hosting}`, 'have 1020');
      await refuse('update', { id: small.id, inbound: rulesOf(40) }, 'inbound', `server ${hosting}`, 'have 1020');
      await apply('update', { id: large.id, inbound: rulesOf(960) });
      await apply('update', { id: small.id, inbound: rulesOf(40) });
      const order = { plan: 'S', hostname: 'b.example.com', firewall_ids: [large.id, small.id, more.id] };
      const refused = await server.post('/subscriptions', account.live, order);
      expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([422, 'firewall_ids']);
    });

    it('keeps what it has from an earlier version, can only shrink, and is named by the doctor', async () => {
      const { id } = await create({ inbound: rulesOf(1_000) });
      const hosting = await makeServer();
      await apply('attach', { id, hosting_ids: [hosting] });
      const stored = (count: number) => JSON.stringify(rulesOf(count).map((rule) => ({ ...rule, description: null })));
      await server.hostler.db.write(() => STORE.run({ id, inbound: stored(1_400) }));
      const [{ check } = { check: undefined }] = server.hostler.checks.filter(({ name }) => name === 'firewalls');
      expect((await check?.(1_000))?.detail).toContain(`(VPS ${hosting}, 1400 networks)`);
      await refuse('update', { id, inbound: rulesOf(1_420) }, 'inbound', 'these have 1420');
      await apply('update', { id, inbound: rulesOf(1_200) });
      await apply('update', { id, inbound: rulesOf(1_000) });
      expect((await check?.(1_000))?.detail).toBeNull();
    });

    it('is refused above 20,000 for all servers of an account', async () => {
      const { id } = await create({ inbound: rulesOf(1_000) });
      const servers = await Promise.all(Array.from({ length: 20 }, () => makeServer()));
      await refuse('attach', { id, hosting_ids: servers }, 'hosting_ids', 'at most 20000');
      await apply('attach', { id, hosting_ids: servers.slice(0, 5) });
    });
  });

  it('stays in effect after a restart and a restore, and ends with the server', async () => {
    const hosting = await makeServer();
    const { id } = await create();
    await apply('attach', { id, hosting_ids: [hosting] });
    const backup = await server.post('/backups', account.live, { hosting_id: hosting });
    await server.endOf(backup.body.data.action_id ?? null, account.live);
    await apply('update', { id, inbound: [SSH] });
    for (const path of [`/hosting/restart?id=${hosting}`, `/backups/restore?id=${backup.body.data.id}`]) {
      const { body } = await server.post<{ action_id: number }>(path, account.live);
      expect(await server.endOf(body.data.action_id, account.live)).toMatchObject({ status: 'succeeded' });
      expect(await passes(hosting, { port: 80 })).toBe(false);
      expect(await passes(hosting, { port: 22, address: '198.51.100.1' })).toBe(true);
    }
    await server.finish(server.operator.hosting.terminate({ id: hosting }));
    expect(await show(id)).toMatchObject({ hosting_ids: [] });
    expect((await post('attach', { id, hosting_ids: [hosting] })).status).toBe(409);
    expect((await post('remove', { id })).status).toBe(200);
  });

  it.each(['succeeded', 'failed'])(
    'is applied again after a rebuild that %s: its machine may have older rules',
    async (end) => {
      const hosting = await makeServer();
      const { id } = await create();
      await apply('attach', { id, hosting_ids: [hosting] });
      // A change that the engine confirmed for the machine before.
      const file = join(engineDir, 'machines', `vps-${hosting}`, 'state.json');
      const { spec, ...state } = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...state, spec: { ...spec, firewall: undefined } }));
      await rm(join(engineDir, 'machines', `vps-${hosting}`, 'firewall.json'), { force: true });
      if (end === 'failed')
        await failNext(engineDir, {
          operation: 'rebuild',
          target: `vps-${hosting}`,
          code: 'refused',
          message: 'No.',
          times: 1,
        });
      const { body } = await server.post('/hosting/rebuild', account.live, { id: hosting, image: spec.image });
      expect(await server.endOf(body.data.action_id ?? null, account.live)).toMatchObject({ status: end });
      expect(await passes(hosting, { port: 22 })).toBe(true);
      await server.runUpkeep('firewalls.repair');
      expect(await passes(hosting, { port: 22 })).toBe(false);
    },
  );

  it('is failed if the engine refuses a change, and repaired later', async () => {
    const hosting = await makeServer();
    const { id } = await create();
    const fault = { operation: 'setFirewall', target: `vps-${hosting}`, code: 'refused', message: 'No room.' } as const;
    await failNext(engineDir, { ...fault, times: 2 });
    const { body } = await post('attach', { id, hosting_ids: [hosting] });
    expect(await server.endOf(body.data.action_id, account.live)).toMatchObject({
      status: 'failed',
      error: { code: 'ENGINE_REFUSED', message: 'No room.' },
    });
    expect(await show(id)).toMatchObject({ status: 'failed', error: 'No room.' });
    expect(await withoutRules()).toMatchObject({ count: 0 });
    server.clock.advance(11 * MINUTE);
    expect(await withoutRules()).toMatchObject({ count: 1, tone: 'bad', detail: 'web.example.com' });
    await server.runUpkeep('firewalls.repair');
    expect(await show(id)).toMatchObject({ status: 'failed' });
    server.clock.advance(2 * MINUTE);
    await server.runUpkeep('firewalls.repair');
    expect(await show(id)).toMatchObject({ status: 'active', error: null });
    expect(await passes(hosting, { port: 9 })).toBe(false);
    expect(await withoutRules()).toMatchObject({ count: 0 });
  });

  it('never goes back to older rules, even if an old change is applied late', async () => {
    const hosting = await makeServer();
    const { id } = await create();
    await apply('attach', { id, hosting_ids: [hosting] });
    await Promise.all([1, 2, 3].map((port) => post('update', { id, inbound: [{ ...HTTP, ports: `${port}` }] })));
    await expect.poll(async () => (await show(id)).status, { interval: 100 }).toBe('active');
    const [rule] = (await show(id)).inbound;
    for (const port of [1, 2, 3]) expect(await passes(hosting, { port })).toBe(rule?.ports === `${port}`);
  });

  it('is listed for staff with its account and counts', async () => {
    const hosting = await makeServer();
    const { id } = await create({ name: 'Staff see it', outbound: [SSH] });
    await apply('attach', { id, hosting_ids: [hosting] });
    expect(await server.run('firewall list', '--account', account.id, '--text', 'staff see')).toMatchObject([
      { id, account_id: account.id, inbound_rules: 1, outbound_rules: 1, servers: 1, status: 'active' },
    ]);
    const staff = await signInStaff(server, 'support');
    expect((await staff.get(`/firewalls?account=${account.id}&search=staff%20see`)).body.data).toMatchObject([
      { id, inbound_rules: 1, servers: 1, created_at: expect.any(String), updated_at: expect.any(String) },
    ]);
  });
});

describe('an order with firewalls', () => {
  const order = (firewall_ids: number[]) =>
    server.post('/subscriptions', account.live, { plan: 'S', hostname: 'new.example.com', firewall_ids });

  it('protects the server from its first packet, and keeps the firewall until it is delivered', async () => {
    const { id } = await create({ name: 'Ordered' });
    const { status, body } = await order([id]);
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await post('remove', { id })).body.error.message).toContain('An order that is not yet delivered names');
    await server.operator.payments.create({ invoice_id: body.data.invoice?.id ?? 0, method: 'transfer' });
    const subscription = await server.until(
      `/subscriptions/show?id=${body.data.id}`,
      account.live,
      ({ status }) => status === 'active',
    );
    const hosting = subscription.hosting_id ?? 0;
    expect(await show(id)).toMatchObject({ hosting_ids: [hosting], status: 'active' });
    expect(await passes(hosting, { port: 80 })).toBe(true);
    expect(await passes(hosting, { port: 79 })).toBe(false);
  });

  it('that is cancelled no longer keeps the firewall', async () => {
    const { id } = await create();
    const { body } = await order([id]);
    await server.post(`/subscriptions/cancel?id=${body.data.id}`, account.live, { immediately: true });
    expect((await post('remove', { id })).status).toBe(200);
  });

  it('is refused with firewalls of others or too many', async () => {
    expect((await order([(await create({}, stranger.live)).id])).status).toBe(404);
    const ids: number[] = [];
    for (let count = 0; count < 6; count++) ids.push((await create()).id);
    expect((await order(ids)).status).toBe(422);
  });
});

describe('the network of a server, as staff set it', () => {
  const smtp = { direction: 'outbound', port: 25 } as const;
  const repair = () => server.runUpkeep('firewalls.repair');

  it('has outgoing mail blocked for a new account until staff allow it', async () => {
    const owner = await server.createAccount();
    const hosting = await makeServer(owner);
    expect(await passes(hosting, smtp)).toBe(false);
    expect(await passes(hosting, { ...smtp, port: 587 })).toBe(true);
    expect(await passes(hosting, { port: 9 })).toBe(true);
    await server.run('account allow-smtp', '--account', owner.id);
    await repair();
    expect(await passes(hosting, smtp)).toBe(true);
    expect(await passes(await makeServer(owner), smtp)).toBe(true);
    await server.run('account block-smtp', '--account', owner.id);
    await repair();
    expect(await passes(hosting, smtp)).toBe(false);
  });

  it('is turned off with a reason that the customer reads, and on again', async () => {
    const hosting = await makeServer();
    const isolated = await server.run<{ action_id: number }>('hosting isolate', '--id', hosting, '--reason', 'Spam.');
    expect(await server.endOf(isolated.action_id, account.live)).toMatchObject({ type: 'hosting.isolate' });
    expect(await passes(hosting, { port: 80 })).toBe(false);
    expect(await passes(hosting, { ...smtp, port: 443 })).toBe(false);
    const show = async () => (await server.get(`/hosting/show?id=${hosting}`, account.live)).body.data;
    expect(await show()).toMatchObject({
      status: 'running',
      status_reason: 'The network of this server is off. Spam.',
    });
    const released = await server.run<{ action_id: number }>('hosting release', '--id', hosting);
    await server.endOf(released.action_id, account.live);
    expect(await passes(hosting, { port: 80 })).toBe(true);
    expect(await show()).toMatchObject({ status_reason: null });
  });

  it('is turned off later if the engine fails first, for a server that never had packet rules', async () => {
    const owner = await server.createAccount();
    await server.run('account allow-smtp', '--account', owner.id);
    const hosting = await makeServer(owner);
    await failNext(engineDir, {
      operation: 'setFirewall',
      target: `vps-${hosting}`,
      code: 'refused',
      message: 'No room.',
      times: 1,
    });
    const isolated = await server.run<{ action_id: number }>('hosting isolate', '--id', hosting, '--reason', 'Spam.');
    expect(await server.endOf(isolated.action_id, owner.live)).toMatchObject({ status: 'failed' });
    expect(await passes(hosting, { port: 80 })).toBe(true);
    server.clock.advance(2 * MINUTE);
    await repair();
    expect(await passes(hosting, { port: 80 })).toBe(false);
  });
});
