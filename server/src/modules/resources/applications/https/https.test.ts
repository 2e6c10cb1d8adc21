import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { ApplicationDetails } from '@hostler/testing/api-types.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { makeServer, writeRecipe } from '@hostler/testing/server/recipes.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listDue } from './operator-store.ts';

const CERTIFY = 'applications.certify';
const REPORT = 'applications.report-switched-off';
const DOMAIN = { name: 'domain', label: 'Domain', type: 'string', required: false, max: 253 };
const SET_CERTIFICATE = sql<{ id: number; domain: string; due: number; expires: number }>(
  `update applications set domain = :domain, https_status = 'ready', https_next_at = :due, https_expires_at = :expires,
     https_error = null where id = :id`,
);
const SET_DUE = sql<{ id: number; at: number }>('update applications set https_next_at = :at where id = :id');
const REQUESTS = sql<{ account_id: number }, object>(
  'select id from certificate_requests where account_id = :account_id',
);
const recipeDir = mkdtempSync(join(tmpdir(), 'hostler-https-'));
for (const slug of ['site', 'blog', 'shop']) {
  writeRecipe(recipeDir, {
    slug,
    single: slug === 'site',
    url: 'http://{address}/start',
    parameters: [DOMAIN],
    https: { script: 'echo "$PARAM_DOMAIN" > /https' },
    removal: [{ name: 'Remove', script: 'rm -rf "$HTTPS_FOLDER" /https' }],
  });
}

/** Starts a server whose certificates are renewed by the test. */
const start = (env: Record<string, string> = {}) =>
  startTestServer({ byHand: [CERTIFY, REPORT], env: { HOSTLER_RECIPE_DIR: recipeDir, ...env } });

function openCalls(server: TestServer, account: TestAccount) {
  const install = (hosting_id: number, domain: string | undefined, slug = 'blog', key = account.live) =>
    server.post('/applications', key, { hosting_id, slug, parameters: domain === undefined ? {} : { domain } });
  const show = async (id: number): Promise<ApplicationDetails> =>
    (await server.get(`/applications/show?id=${id}`, account.live)).body.data;
  const installed = async (...given: Parameters<typeof install>): Promise<number> => {
    const { status, body } = await install(...given);
    expect(status, JSON.stringify(body)).toBe(202);
    await server.endOf(body.data.action_id, account.live);
    return body.data.id;
  };
  /** Runs the upkeep once and returns the application when the work has ended. */
  const certify = async (id: number): Promise<ApplicationDetails> => {
    await server.runUpkeep(CERTIFY);
    return server.until(`/applications/show?id=${id}`, account.live, ({ https }) => https?.next_attempt_at !== null);
  };
  const addDomain = async (domain: string, hosting_id?: number, key = account.live): Promise<number> => {
    const { status, body } = await server.post('/domains', key, { domain, ...(hosting_id && { hosting_id }) });
    expect(status, JSON.stringify(body)).toBe(201);
    await server.until(`/domains/show?id=${body.data.id}`, key, ({ dns_status }) => dns_status === 'ok');
    return body.data.id;
  };
  const recordsAt = async (id: number, name: string) =>
    (await server.get(`/domains/records?id=${id}`, account.live)).body.data.records.filter((one) => one.name === name);
  return { install, installed, show, certify, addDomain, recordsAt };
}

describe('an application with a domain', () => {
  let server: TestServer;
  let account: TestAccount;
  let hosting: number;
  let calls: ReturnType<typeof openCalls>;
  beforeAll(async () => {
    server = await start();
    account = await server.createAccount();
    hosting = await makeServer(server, account.id);
    calls = openCalls(server, account);
  });
  afterAll(() => server.stop());

  it('gets a record in the zone of the customer, HTTPS after the installation, and renewals in time', async () => {
    const zone = await calls.addDomain('example.com');
    const id = await calls.installed(hosting, 'shop.example.com');
    const waiting = await calls.show(id);
    expect(waiting).toMatchObject({ status: 'running', domain: 'shop.example.com', https: { status: 'pending' } });
    expect(waiting.url).toMatch(/^http:\/\/[\d.]+\/start$/);
    const { ipv4 } = (await server.get(`/hosting/show?id=${hosting}`, account.live)).body.data;
    expect(await calls.recordsAt(zone, 'shop')).toMatchObject([
      { type: 'A', content: ipv4[0], managed: true, hosting_id: hosting },
      { type: 'AAAA', managed: true },
    ]);

    const ready = await calls.certify(id);
    expect(ready).toMatchObject({ url: 'https://shop.example.com/start', https: { status: 'ready', error: null } });
    const before = Date.parse(ready.https?.expires_at ?? '');
    expect(before - server.clock.now()).toBeGreaterThan(89 * DAY);

    server.clock.advance(61 * DAY);
    const renewed = await calls.certify(id);
    expect(Date.parse(renewed.https?.expires_at ?? '')).toBeGreaterThan(before + 60 * DAY);

    const { body } = await server.post(`/applications/remove?id=${id}`, account.live);
    await server.endOf(body.data.action_id, account.live);
    await expect.poll(() => calls.recordsAt(zone, 'shop'), { interval: 200 }).toEqual([]);
  });

  it('gets no record and no certificate in a zone that the key may not change, and is told the records', async () => {
    const zone = await calls.addDomain('withheld.example', hosting);
    const { ipv4, ipv6 } = (await server.get(`/hosting/show?id=${hosting}`, account.live)).body.data;
    for (const domain of ['shop.withheld.example', 'withheld.example']) {
      const narrow = await server.createKey(account.id, 'live', { scopes: ['applications.write', 'domains.read'] });
      const before = await server.get(`/domains/records?id=${zone}`, account.live);
      const { status, body } = await calls.install(hosting, domain.toUpperCase(), 'blog', narrow.key);
      expect([status, body.data]).toMatchObject([
        202,
        {
          domain: null,
          https: null,
          missing_records: [
            { name: domain, type: 'A', content: ipv4[0] },
            { name: domain, type: 'AAAA', content: ipv6[0] },
          ],
        },
      ]);
      await server.endOf(body.data.action_id, account.live);
      await server.runUpkeep(CERTIFY);
      expect(await calls.show(body.data.id)).toMatchObject({ status: 'running', https: null, parameters: { domain } });
      expect((await server.get(`/domains/records?id=${zone}`, account.live)).body.data).toEqual(before.body.data);
    }
    const { key } = await server.createKey(account.id, 'live', { scopes: ['applications.write', 'domains.write'] });
    const { body } = await calls.install(hosting, 'blog.withheld.example', 'blog', key);
    expect(body.data).toMatchObject({ domain: 'blog.withheld.example', missing_records: [] });
    await server.endOf(body.data.action_id, account.live);
  });

  it('gets a certificate for a domain outside the zones of the account also without domains.write', async () => {
    const { key } = await server.createKey(account.id, 'live', { scopes: ['applications.write'] });
    const { body } = await calls.install(hosting, 'elsewhere.example.org', 'blog', key);
    expect(body.data).toMatchObject({ domain: 'elsewhere.example.org', missing_records: [] });
    await server.endOf(body.data.action_id, account.live);
    expect(await calls.certify(body.data.id)).toMatchObject({ https: { status: 'ready' } });
  });

  it('never replaces records of the customer, and is refused if the name leads elsewhere', async () => {
    const zone = await calls.addDomain('own.example');
    const records = [{ name: 'shop', type: 'A', content: '203.0.113.77' }];
    await server.post('/domains/records', account.live, { id: zone, records });
    const refused = await calls.install(hosting, 'shop.own.example');
    expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'name_has_records' } } });
    expect(await calls.recordsAt(zone, 'shop')).toMatchObject([{ content: '203.0.113.77', managed: false }]);

    const other = await makeServer(server, account.id, 'other.example.com');
    await calls.addDomain('follows.example', other);
    const following = await calls.install(hosting, 'www.follows.example');
    expect(following).toMatchObject({ status: 409, body: { error: { reason: 'name_follows_another' } } });
    expect(await calls.installed(other, 'www.follows.example')).toEqual(expect.any(Number));
  });

  it('is refused if another application of the account uses the domain, but not after that one failed', async () => {
    const id = await calls.installed(hosting, 'twice.example.net', 'site');
    const second = await makeServer(server, account.id, 'second.example.com');
    const refused = await calls.install(second, 'twice.example.net', 'site');
    expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'application_domain_used' } } });
    await server.hostler.db.write(() => sql(`update applications set status = 'failed' where id = ${id}`).run({}));
    await calls.installed(second, 'twice.example.net', 'site');
  });

  it('gets its certificate again after a restore, because the disk has an older one', async () => {
    const vps = await makeServer(server, account.id, 'restored.example.com');
    const id = await calls.installed(vps, 'restored.example.net');
    await calls.certify(id);
    const { body } = await server.post('/hosting/snapshots', account.live, { hosting_id: vps });
    await server.endOf(body.data.action_id, account.live);
    server.clock.advance(50 * DAY);
    const restored = await server.post('/hosting/snapshots/restore', account.live, { snapshot_id: body.data.id });
    await server.endOf(restored.body.data.action_id, account.live);
    const due = Date.parse((await calls.show(id)).https?.next_attempt_at ?? '');
    expect(due).toBeLessThanOrEqual(server.clock.now());
    const renewed = await calls.certify(id);
    expect(Date.parse(renewed.https?.expires_at ?? '') - server.clock.now()).toBeGreaterThan(89 * DAY);
  });

  it.each(['*.example.com', 'localhost', 'com', '192.0.2.1', 'a b.example', 'a..example.com', `${'a'.repeat(64)}.de`])(
    'is refused with the name %s',
    async (domain) => {
      const { status, body } = await calls.install(hosting, domain);
      expect(status).toBe(422);
      expect(body.error.details?.[0]?.field).toBe('parameters.domain');
    },
  );

  it('takes an internationalised name in its canonical form', async () => {
    const id = await calls.installed(hosting, 'Bücher.Example');
    expect(await calls.show(id)).toMatchObject({
      domain: 'xn--bcher-kva.example',
      parameters: { domain: 'xn--bcher-kva.example' },
    });
  });

  it('is only rehearsed with a test key', async () => {
    const { status, body } = await calls.install(hosting, 'sandbox.example.net', 'shop', account.test);
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ domain: 'sandbox.example.net', https: { status: 'pending' } });
    await server.runUpkeep(CERTIFY);
    expect((await server.get('/applications?search=shop', account.live)).body.data).toEqual([]);
  });

  it('takes turns with the applications of other accounts', async () => {
    const [many, few] = [await server.createAccount(), await server.createAccount()];
    const install = async ({ id, live }: TestAccount, names: string[]) => {
      const vps = await makeServer(server, id);
      const own = openCalls(server, { id, live, test: live });
      const ids: number[] = [];
      for (const name of names) ids.push(await own.installed(vps, `${name}.example.net`));
      return ids;
    };
    const [a, b, c] = await install(many, ['a', 'b', 'c']);
    const [other] = await install(few, ['d']);
    const now = server.clock.now();
    const setDue = (id = 0, at = 0) => server.hostler.db.write(() => SET_DUE.run({ id, at }));
    const list = async (each: number) => {
      const due = await server.hostler.db.read(listDue(now, now + DAY, each, 100));
      return due.filter(({ account_id }) => [many.id, few.id].includes(account_id)).map(({ id }) => id);
    };
    await setDue(a, now - 3 * MINUTE);
    await setDue(b, now - 2 * MINUTE);
    await setDue(c, now + HOUR);
    await setDue(other, now);
    expect(await list(1)).toEqual([a, other]);
    expect(await list(10)).toEqual([a, other, b]);
    // It was planned by a clock that was set back since.
    await setDue(c, now + 2 * DAY);
    expect(await list(10)).toEqual([a, other, b, c]);
  });

  it('stays without HTTPS if it has no domain', async () => {
    const id = await calls.installed(hosting, undefined);
    expect(await calls.show(id)).toMatchObject({ domain: null, https: null });
  });
});

describe('a certificate that cannot be had', () => {
  let server: TestServer;
  let account: TestAccount;
  let calls: ReturnType<typeof openCalls>;
  beforeAll(async () => {
    // Nothing listens on this port.
    server = await start({ HOSTLER_CERTIFICATE_ENGINE: 'acme', HOSTLER_ACME_URL: 'https://127.0.0.1:9/dir' });
    account = await server.createAccount();
    calls = openCalls(server, account);
  });
  afterAll(() => server.stop());

  it('leaves the application running, says why, and is tried again after growing pauses', async () => {
    const hosting = await makeServer(server, account.id);
    await calls.addDomain('example.com', hosting);
    const id = await calls.installed(hosting, 'www.example.com');
    for (const pause of [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]) {
      const { status, url, https } = await calls.certify(id);
      expect({ status, https }).toMatchObject({
        status: 'running',
        https: { status: 'pending', error: 'The certificate authority cannot be reached.', expires_at: null },
      });
      expect(url).toMatch(/^http:/);
      const ahead = Date.parse(https?.next_attempt_at ?? '') - server.clock.now();
      expect(ahead).toBeGreaterThan(pause - MINUTE);
      expect(ahead).toBeLessThanOrEqual(pause);
      server.clock.advance(pause);
    }
    // They are tried again without staff.
    const failures = await server.run<{ what: string }[]>('failed list');
    expect(failures.filter(({ what }) => what.includes('certify'))).toEqual([]);
    const { body } = await server.get(`/actions?resource_type=application&status=failed`, account.live);
    expect(body.data.filter(({ type }) => type === 'application.certify')).toHaveLength(4);
  });

  it('is not requested for a name that leads elsewhere, whoever has its zone', async () => {
    const stranger = await server.createAccount();
    const [mine, theirs] = [await makeServer(server, account.id), await makeServer(server, stranger.id)];
    await calls.addDomain('taken.example', theirs, stranger.live);
    const foreign = await calls.certify(await calls.installed(mine, 'www.taken.example'));
    expect(foreign.https?.error).toMatch(
      /^www\.taken\.example points to [\d.]+, [\da-f:]+\. Let it point to [\d.]+ and [\da-f:]+ only\.$/,
    );
    const unknown = await calls.certify(await calls.installed(mine, 'www.unknown.example'));
    expect(unknown.https?.error).toMatch(/^www\.unknown\.example has no address yet\. Add a record/);
    const { body } = await server.get('/actions?resource_type=application&per_page=100', account.live);
    const certified = body.data.filter(({ type }) => type === 'application.certify').map(({ resource }) => resource.id);
    expect(certified).not.toContain(foreign.id);
    expect(certified).not.toContain(unknown.id);
  });

  it('waits while the server is stopped', async () => {
    const hosting = await makeServer(server, account.id, 'stopped.example.com');
    const id = await calls.installed(hosting, 'www.stopped.example');
    const { body } = await server.post(`/hosting/stop?id=${hosting}`, account.live);
    await server.endOf(body.data.action_id, account.live);
    expect((await calls.certify(id)).https).toMatchObject({ status: 'pending', error: null });
  });

  it('is reported by mail if a renewal keeps failing, and shortly before the certificate expires', async () => {
    const { accountId, person } = await peopleOf(server).owner();
    const live = (await server.createKey(accountId, 'live')).key;
    const own = openCalls(server, { id: accountId, live, test: live });
    const hosting = await makeServer(server, accountId);
    const id = await own.installed(hosting, 'www.renew.example');
    const expires = server.clock.now() + 30 * DAY;
    await server.hostler.db.write(() =>
      sql(
        `update applications set https_status = 'ready', https_expires_at = ${expires}, https_tries = 2 where id = ${id}`,
      ).run({}),
    );
    for (const _ of [3, 4, 5]) {
      await own.certify(id);
      server.clock.advance(DAY);
    }
    const mail = await untilMail(
      server.dataDir,
      person.email,
      ({ subject }) => subject?.includes('certificate') ?? false,
    );
    expect(mail.subject).toBe('The certificate of www.renew.example could not be renewed');
    expect(mail.text).toContain('has no address yet');
    const MAILS = sql<{ kind: string }, { id: number }>('select id from mails where kind = :kind');
    const countMails = async () => (await server.hostler.db.read(MAILS.all({ kind: 'certificate-failed' }))).length;
    expect(await countMails()).toBe(1);

    // Once more shortly before the end.
    server.clock.advance(21 * DAY);
    for (const _ of [6, 7]) {
      await own.certify(id);
      server.clock.advance(DAY);
    }
    expect(await countMails()).toBe(2);
  });
});

describe('an account that requests many certificates', () => {
  it('waits once it reaches its limit, and others do not', async () => {
    const server = await start({ HOSTLER_LIMITS: 'certificates_per_day=2' });
    try {
      const [account, other] = [await server.createAccount(), await server.createAccount()];
      const [busy, calm] = [openCalls(server, account), openCalls(server, other)];
      const vps = await makeServer(server, account.id);
      // Requests count even if their application is removed.
      for (const name of ['one', 'two']) {
        const id = await busy.installed(vps, `${name}.example.com`);
        expect((await busy.certify(id)).https).toMatchObject({ status: 'ready' });
        const { body } = await server.post(`/applications/remove?id=${id}`, account.live);
        await server.endOf(body.data.action_id, account.live);
      }
      const third = await busy.installed(vps, 'three.example.com');
      expect((await busy.certify(third)).https).toMatchObject({
        status: 'pending',
        error: 'The limit of 2 requests for certificates in 24 hours is reached. This is tried again.',
      });
      const countRequests = async () => {
        await server.runUpkeep('applications.forget-requests');
        return (await server.hostler.db.read(REQUESTS.all({ account_id: account.id }))).length;
      };
      expect(await countRequests()).toBe(2);
      const free = await calm.installed(await makeServer(server, other.id), 'calm.example.com');
      expect((await calm.certify(free)).https).toMatchObject({ status: 'ready' });
      server.clock.advance(DAY);
      expect(await countRequests()).toBe(0);
      expect((await busy.certify(third)).https).toMatchObject({ status: 'ready', error: null });
      expect(await countRequests()).toBe(1);
    } finally {
      await server.stop();
    }
  });
});

describe('certificates that are turned off', () => {
  it('are reported to the customer and to staff before they expire, once', async () => {
    const server = await start({ HOSTLER_CERTIFICATE_ENGINE: 'off' });
    try {
      const { accountId, person } = await peopleOf(server).owner();
      const staff = await signInStaff(server, 'technician');
      const live = (await server.createKey(accountId, 'live')).key;
      const calls = openCalls(server, { id: accountId, live, test: live });
      const hosting = await makeServer(server, accountId);
      const [soon, later] = [
        await calls.installed(hosting, undefined),
        await calls.installed(hosting, undefined, 'shop'),
      ];
      const set = (id: number, domain: string, days: number) =>
        server.hostler.db.write(() =>
          SET_CERTIFICATE.run({ id, domain, due: server.clock.now() - DAY, expires: server.clock.now() + days * DAY }),
        );
      await set(soon, 'soon.example.com', 13);
      await set(later, 'later.example.com', 16);
      const MAILS = sql<object, { kind: string; recipient: string }>(
        "select kind, recipient from mails where kind in ('certificate-failed', 'certificates-off') order by id",
      );
      const mails = async () =>
        (await server.hostler.db.read(MAILS.all({}))).map(({ kind, recipient }) => [kind, recipient]);
      const expected = [
        ['certificate-failed', person.email],
        ['certificates-off', staff.email],
      ];
      for (let run = 0; run < 2; run++) {
        await server.runUpkeep(REPORT);
        expect(await mails()).toEqual(expected);
      }
      const mail = await untilMail(server.dataDir, person.email, ({ subject }) => subject?.includes('soon') ?? false);
      expect(mail.subject).toBe('The certificate of soon.example.com expires and is not renewed');
      expect((await calls.show(soon)).https?.error).toContain('switched off');
      server.clock.advance(3 * DAY);
      await server.runUpkeep(REPORT);
      expect(await mails()).toEqual([...expected, ...expected]);
      // What expired long ago is not reported.
      await set(soon, 'soon.example.com', -20);
      await server.hostler.db.write(() => sql('update applications set https_error = null').run({}));
      server.clock.advance(60 * DAY);
      await server.runUpkeep(REPORT);
      expect(await mails()).toHaveLength(4);
    } finally {
      await server.stop();
    }
  });

  it('leave the domain to the recipe', async () => {
    const server = await start({ HOSTLER_CERTIFICATE_ENGINE: 'off' });
    try {
      const account = await server.createAccount();
      const calls = openCalls(server, account);
      const id = await calls.installed(await makeServer(server, account.id), 'shop.example.com');
      expect(await calls.show(id)).toMatchObject({
        domain: null,
        https: null,
        parameters: { domain: 'shop.example.com' },
      });
      const catalog = await server.get('/applications/catalog?search=blog', account.live);
      expect(catalog.body.data[0]).toMatchObject({ slug: 'blog', https: false });
    } finally {
      await server.stop();
    }
  });
});
