import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { ApiData, Domain, MailboxWithPassword } from '@hostler/testing/api-types.ts';
import { byLane } from '@hostler/testing/lane.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MailDomain } from '#engines/mail/driver.ts';
import { clearFaults, setReachable } from '#engines/simulation/faults.ts';
import { openRecordFolder } from '#engines/simulation/record-folder.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import type { Mailbox } from './schemas.ts';

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let mailDir: string;

beforeAll(async () => {
  server = await startTestServer();
  mailDir = join(server.dataDir, 'simulated', 'mail');
  account = await server.createAccount();
  other = await server.createAccount();
});
afterAll(() => server.stop());
afterEach(async () => {
  await setReachable(mailDir, true);
  await clearFaults(mailDir);
});
let names = 0;

async function addDomain(key = account.live): Promise<Domain> {
  const answer = await server.post('/domains', key, { domain: `mail-${++names}.test` });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const post = <P extends string>(path: P, body: object, key = account.live) =>
  server.post<ApiData<'POST', P>>(path, key, body);

async function create(body: object, key = account.live): Promise<MailboxWithPassword> {
  const answer = await post('/emails', body, key);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

/** Returns the status and error code, such as `409 CONFLICT`, and the invalid fields. */
async function refusal(path: string, body: object, key = account.live): Promise<string> {
  const { status, body: answer } = await post(path, body, key);
  const fields = answer.error?.details?.map(({ field }) => field) ?? [];
  return [status, answer.error?.code, ...fields].join(' ');
}

const onEngine = async (domain: string) =>
  await openRecordFolder<{ domain: MailDomain; since: Record<string, number> }>(join(mailDir, 'domains')).read(domain);

/** Waits until the domain on the mail server meets the condition, and returns it. */
async function untilOnEngine(domain: string, isSo: (found: MailDomain) => boolean): Promise<MailDomain> {
  await until(async () => {
    const found = (await onEngine(domain))?.domain;
    return found !== undefined && isSo(found);
  });
  return (await onEngine(domain))?.domain as MailDomain;
}

const QUEUED = sql<object, { kind: string; payload: string; attempts: number }>(
  `select kind, payload, attempts from jobs where kind like 'emails.%' order by id`,
);

describe('a new mailbox', () => {
  it('returns its password once, and the mail server gets only a hash', async () => {
    const { id, domain } = await addDomain();
    const made = await create({ address: `Jo@${domain.toUpperCase()}` });
    expect(made).toEqual({
      id: expect.any(Number),
      address: `jo@${domain}`,
      domain_id: id,
      status: 'active',
      suspended_by: null,
      quota_mb: 1024,
      used_mb: 0,
      aliases: [],
      forward_to: [],
      keep_copy: true,
      created_at: expect.any(String),
      password: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
    });
    const { password, ...shown } = made;
    expect((await server.get(`/emails/show?id=${made.id}`, account.live)).body.data).toEqual(shown);
    const told = await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 1);
    expect(told).toMatchObject({ name: domain, local: true, aliases: [], dkim: { selector: 'hostler' } });
    expect(told.mailboxes[0]).toMatchObject({ address: `jo@${domain}`, quotaMb: 1024, maxRecipientsPerHour: 200 });
    expect(told.mailboxes[0]?.passwordHash).toMatch(
      /^\{ARGON2ID\}\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
    expect(JSON.stringify(told)).not.toContain(password);
  });

  it('accepts a password, aliases with a catch-all, and forwards', async () => {
    const { domain } = await addDomain();
    const made = await create({
      address: `jo@${domain}`,
      password: 'correct horse battery',
      quota_mb: 10,
      aliases: [`info@${domain}`, `*@${domain}`],
      forward_to: ['Jo+mail@Müller.example'],
      keep_copy: false,
    });
    expect(made).toMatchObject({
      password: null,
      aliases: [`info@${domain}`, `*@${domain}`],
      forward_to: ['jo+mail@xn--mller-kva.example'],
    });
    const told = await untilOnEngine(domain, ({ aliases }) => aliases.length === 2);
    expect(told.mailboxes[0]).toMatchObject({ forwardTo: ['jo+mail@xn--mller-kva.example'], keepCopy: false });
    expect(told.aliases).toContainEqual({ address: `*@${domain}`, to: [`jo@${domain}`] });
  });

  it('is refused with the name of every invalid field', async () => {
    const { domain } = await addDomain();
    const wrong: [object, string][] = [
      [{}, '422 VALIDATION_ERROR address'],
      [{ address: 'jo' }, '422 VALIDATION_ERROR address'],
      [{ address: `jo+shop@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `*@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `"jo"@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `../jo@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `.jo@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `jo@@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `jö@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `${'j'.repeat(65)}@${domain}` }, '422 VALIDATION_ERROR address'],
      [{ address: `jo@${domain}`, password: 'short' }, '422 VALIDATION_ERROR password'],
      [{ address: `jo@${domain}`, password: 'x'.repeat(129) }, '422 VALIDATION_ERROR password'],
      [{ address: `jo@${domain}`, quota_mb: 0 }, '422 VALIDATION_ERROR quota_mb'],
      [
        { address: `jo@${domain}`, aliases: ['a@elsewhere.test', `jo@${domain}`] },
        '422 VALIDATION_ERROR aliases[0] aliases[1]',
      ],
      [{ address: `jo@${domain}`, aliases: [`a@${domain}`, `A@${domain}`] }, '422 VALIDATION_ERROR aliases[1]'],
      [
        { address: `jo@${domain}`, forward_to: ['|/bin/sh@x.test', 'a b@x.test'] },
        '422 VALIDATION_ERROR forward_to[0] forward_to[1]',
      ],
      [{ address: `jo@${domain}`, forward_to: Array(21).fill('a@x.test') }, '422 VALIDATION_ERROR forward_to'],
    ];
    for (const [body, expected] of wrong) expect(await refusal('/emails', body), JSON.stringify(body)).toBe(expected);
  });

  it('answers 404 for a domain of another account or a missing one', async () => {
    const { domain } = await addDomain();
    expect(await refusal('/emails', { address: `jo@${domain}` }, other.live)).toBe('404 NOT_FOUND');
    expect(await refusal('/emails', { address: 'jo@nobodys.test' })).toBe('404 NOT_FOUND');
  });

  it('is refused if its address is a mailbox or an alias, even with concurrent requests', async () => {
    const { domain } = await addDomain();
    await create({ address: `jo@${domain}`, aliases: [`info@${domain}`] });
    for (const body of [
      { address: `jo@${domain}` },
      { address: `INFO@${domain}` },
      { address: `al@${domain}`, aliases: [`jo@${domain}`] },
      { address: `al@${domain}`, aliases: [`info@${domain}`] },
    ])
      expect(await refusal('/emails', body)).toBe('409 CONFLICT');
    const wants = await Promise.all([1, 2].map(() => post('/emails', { address: `bo@${domain}` })));
    expect(wants.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = await server.get(`/emails?search=bo@${domain}`, account.live);
    expect(body.data).toHaveLength(1);
  });

  it('is returned again with its password for a repeated Idempotency-Key', async () => {
    const { domain } = await addDomain();
    const send = () =>
      server.post('/emails', account.live, { address: `jo@${domain}` }, { 'idempotency-key': `mailbox-${domain}` });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(first.body.data.password).toMatch(/^\w{20}$/);
  });

  it('is only simulated with a test key', async () => {
    const { domain } = await addDomain();
    const answer = await post('/emails', { address: `jo@${domain}` }, account.test);
    expect([answer.status, answer.body.data.status]).toEqual([201, 'active']);
    expect((await server.get(`/emails?search=${domain}`, account.live)).body.meta.total).toBe(0);
    expect(await onEngine(domain)).toBeUndefined();
  });
});

describe('forwards', () => {
  it('are refused if they loop, through mailboxes, aliases, plus addresses or the catch-all', async () => {
    const { domain } = await addDomain();
    const at = (name: string) => `${name}@${domain}`;
    expect(await refusal('/emails', { address: at('a'), forward_to: ['x@y.test', at('a+me')] })).toBe(
      '422 VALIDATION_ERROR forward_to[1]',
    );
    const a = await create({ address: at('a'), forward_to: [at('b')] });
    expect(await refusal('/emails', { address: at('b'), forward_to: [at('a')] })).toBe(
      '422 VALIDATION_ERROR forward_to[0]',
    );
    const c = await create({ address: at('c'), forward_to: [at('a')] });
    expect(await refusal('/emails/update', { id: c.id, aliases: [at('b')] })).toBe(
      '422 VALIDATION_ERROR forward_to[0]',
    );
    expect(await refusal('/emails/update', { id: c.id, aliases: [at('*')] })).toBe(
      '422 VALIDATION_ERROR forward_to[0]',
    );
    const b = await create({ address: at('b') });
    await post('/emails/update', { id: c.id, aliases: [at('*')] });
    // Without b, its mail goes to the catch-all c, from there to a, and then to b again.
    expect(await refusal('/emails/remove', { id: b.id })).toBe('409 CONFLICT');
    expect((await post('/emails/update', { id: a.id, forward_to: [] })).status).toBe(200);
    expect((await post('/emails/remove', { id: b.id })).status).toBe(200);
  });

  it('of two mailboxes to each other are refused, even if both are set concurrently', async () => {
    const { domain } = await addDomain();
    const [a, b] = [await create({ address: `a@${domain}` }), await create({ address: `b@${domain}` })];
    const answers = await Promise.all([
      post('/emails/update', { id: a.id, forward_to: [b.address] }),
      post('/emails/update', { id: b.id, forward_to: [a.address] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('a mailbox', () => {
  it('changes only the given fields, and frees the aliases it drops', async () => {
    const { domain } = await addDomain();
    const made = await create({ address: `jo@${domain}`, aliases: [`a@${domain}`, `b@${domain}`] });
    const changed = await post('/emails/update', {
      id: made.id,
      aliases: [`b@${domain}`, `c@${domain}`],
      quota_mb: 50,
    });
    const { password: _, ...before } = made;
    expect(changed.body.data).toEqual({ ...before, aliases: [`b@${domain}`, `c@${domain}`], quota_mb: 50 });
    expect((await post('/emails', { address: `a@${domain}` })).status).toBe(201);
    expect(await refusal('/emails', { address: `c@${domain}` })).toBe('409 CONFLICT');
    expect(await refusal('/emails/update', { id: made.id, aliases: ['a@x.test'] })).toBe(
      '422 VALIDATION_ERROR aliases[0]',
    );
  });

  it('is blocked while suspended, and only staff resume a suspension by staff', async () => {
    const { id: domainId, domain } = await addDomain();
    const made = await create({ address: `jo@${domain}`, forward_to: ['a@x.test'], keep_copy: false });
    const suspended = await post('/emails/update', { id: made.id, status: 'suspended' });
    expect(suspended.body.data).toMatchObject({ status: 'suspended', suspended_by: 'customer' });
    const told = await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.suspended === true);
    expect(told.mailboxes[0]).toMatchObject({ forwardTo: [], keepCopy: true });
    const total = async (query: string) => (await server.get(`/emails?${query}`, account.live)).body.meta.total;
    expect(await total(`domain_id=${domainId}&status=suspended`)).toBe(1);
    expect(await total(`domain_id=${domainId}&status=active`)).toBe(0);
    await post('/emails/update', { id: made.id, status: 'active' });
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.suspended === false);
    expect(await server.run('email suspend', '--id', made.id)).toMatchObject({ suspended_by: 'staff' });
    expect(await refusal('/emails/update', { id: made.id, status: 'active' })).toBe('409 CONFLICT');
    await post('/emails/update', { id: made.id, status: 'suspended' });
    expect(await refusal('/emails/update', { id: made.id, status: 'active' })).toBe('409 CONFLICT');
    const listed = await server.run<Mailbox[]>('email list', '--account', account.id, '--status', 'suspended');
    expect(listed.map(({ address }) => address)).toEqual([made.address]);
    expect(await server.run('email resume', '--id', made.id)).toMatchObject({ status: 'active', suspended_by: null });
    expect(await server.run('email remove', '--id', made.id)).toMatchObject({ address: made.address });
    await expect(server.run('email suspend', '--id', made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('accepts mail for 30 days of a suspension, then rejects it until it is resumed', async () => {
    const { domain } = await addDomain();
    const made = await create({ address: `jo@${domain}` });
    await post('/emails/update', { id: made.id, status: 'suspended' });
    expect(await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.suspended === true)).toMatchObject({
      mailboxes: [{ closed: false }],
    });
    const day = async (days: number) => {
      server.clock.advance(days * DAY);
      await server.runUpkeep('emails.check-domains');
    };
    await day(29);
    await create({ address: `kim@${domain}` });
    expect(await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 2)).toMatchObject({
      mailboxes: [{ closed: false }, { closed: false }],
    });
    await day(1);
    expect(await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.closed === true)).toMatchObject({
      mailboxes: [{ suspended: true }, { closed: false }],
    });
    await post('/emails/update', { id: made.id, status: 'active' });
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.closed === false);
  });

  it('shows its used_mb as measured by the mail server', async () => {
    const { domain } = await addDomain();
    const { id, used_mb } = await create({ address: `jo@${domain}` });
    expect(used_mb).toBe(0);
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 1);
    const folder = openRecordFolder<{ since: Record<string, number> }>(join(mailDir, 'domains'));
    const state = await folder.read(domain);
    if (state) await folder.write(domain, { ...state, since: { [`jo@${domain}`]: Date.now() - 30 * DAY } });
    await server.runUpkeep('emails.measure');
    const shown = (await server.get(`/emails/show?id=${id}`, account.live)).body.data;
    expect(shown.used_mb).toBeGreaterThan(1);
    expect(shown.used_mb).toBeLessThanOrEqual(shown.quota_mb);
    await setReachable(mailDir, false);
    await server.runUpkeep('emails.measure');
    expect((await server.get(`/emails/show?id=${id}`, account.live)).body.data).toEqual(shown);
  });

  it('gets a new password', async () => {
    const { domain } = await addDomain();
    const { id, password } = await create({ address: `jo@${domain}` });
    const first = (await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 1)).mailboxes[0]?.passwordHash;
    const answer = await post('/emails/password', { id });
    expect(answer.status).toBe(200);
    expect(answer.body.data.password).not.toBe(password);
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.passwordHash !== first);
    expect((await post('/emails/password', { id, password: 'one of my own' })).body.data.password).toBeNull();
  });

  it('of another account answers 404', async () => {
    const { domain } = await addDomain();
    const { id } = await create({ address: `jo@${domain}` });
    expect((await server.get(`/emails/show?id=${id}`, other.live)).status).toBe(404);
    for (const path of ['/emails/update', '/emails/password', '/emails/remove']) {
      expect(await refusal(path, { id }, other.live), path).toBe('404 NOT_FOUND');
    }
  });

  it('that is removed and created again while the mail server is unreachable is empty', async () => {
    const { domain } = await addDomain();
    const { id } = await create({ address: `jo@${domain}` });
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 1);
    const since = (await onEngine(domain))?.since[`jo@${domain}`] ?? 0;
    await setReachable(mailDir, false);
    expect((await post('/emails/remove', { id })).status).toBe(200);
    await create({ address: `jo@${domain}` });
    await setReachable(mailDir, true);
    await until(async () => ((await onEngine(domain))?.since[`jo@${domain}`] ?? 0) > since);
  });

  it('counts toward the limits of its account', async () => {
    const bounded = await server.createAccount();
    const { domain } = await addDomain(bounded.live);
    const limits = { mailboxes: 2, email_aliases: 1, email_forwards: 1, mail_bytes: 2_000 * 1024 ** 2 };
    await server.operator.limits.change({ account_id: bounded.id, limits });
    const at = (name: string) => `${name}@${domain}`;
    const long = 'long'.repeat(15);
    const { id } = await create(
      { address: at('a'), aliases: [at(long)], forward_to: [`${long}@x.test`] },
      bounded.live,
    );
    for (const more of [{ aliases: [at('d')] }, { forward_to: ['d@x.test'] }, { quota_mb: 1_000 }]) {
      expect(await refusal('/emails', { address: at('c'), quota_mb: 100, ...more }, bounded.live)).toBe(
        '409 QUOTA_EXCEEDED',
      );
    }
    // Counts matter, not lengths: two short values exceed the limit that one long value kept.
    const short = { aliases: [at('b'), at('e')], forward_to: ['a@x.test', 'b@x.test'] };
    for (const more of [{ quota_mb: 3_000 }, { aliases: short.aliases }, { forward_to: short.forward_to }]) {
      expect(await refusal('/emails/update', { id, ...more }, bounded.live)).toBe('409 QUOTA_EXCEEDED');
    }
    await create({ address: at('c'), quota_mb: 10 }, bounded.live);
    expect(await refusal('/emails', { address: at('d'), quota_mb: 10 }, bounded.live)).toBe('409 QUOTA_EXCEEDED');
    await post('/emails/remove', { id }, bounded.live);
    await create({ address: at('d'), aliases: [at('b')], forward_to: ['a@x.test'] }, bounded.live);
  });
});

describe('a mail server that is unreachable', () => {
  it('gets the latest state of each domain when it is back, not every change', async () => {
    const { domain } = await addDomain();
    await setReachable(mailDir, false);
    const made = await create({ address: `a@${domain}` });
    const listQueued = async () =>
      (await server.hostler.db.read(QUEUED.all({}))).filter(({ payload }) =>
        payload.includes(`"domainId":${made.domain_id}}`),
      );
    const last = byLane({ short: 15, all: 30 });
    for (let quota_mb = 11; quota_mb <= last; quota_mb++) {
      await post('/emails/update', { id: made.id, quota_mb });
      // Also between retries, no matter how long the mail server is unreachable.
      if (quota_mb % 5 === 0) {
        const attempts = (await listQueued())[0]?.attempts ?? 0;
        server.clock.advance(2 * MINUTE);
        await until(async () => ((await listQueued())[0]?.attempts ?? 0) > attempts);
      }
    }
    expect((await listQueued()).length).toBeLessThanOrEqual(2);
    await setReachable(mailDir, true);
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes[0]?.quotaMb === last);
  });
});

describe('removing a domain', () => {
  it('returns its number of mailboxes, and deletes them with their mail', async () => {
    const { id, domain } = await addDomain();
    await create({ address: `a@${domain}`, aliases: [`*@${domain}`] });
    const b = await create({ address: `b@${domain}` });
    await create({ address: `c@${domain}` });
    await post('/emails/remove', { id: b.id });
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 2);
    expect((await server.get(`/domains/show?id=${id}`, account.live)).body.data).toMatchObject({ mailboxes: 2 });
    expect((await post('/domains/remove', { id })).body.data).toMatchObject({ id, mailboxes: 2 });
    expect((await server.get(`/emails?search=${domain}`, account.live)).body.meta.total).toBe(0);
    expect((await server.get(`/emails?domain_id=${id}`, account.live)).body.meta.total).toBe(0);
    await until(async () => (await onEngine(domain)) === undefined);
    const again = await server.post('/domains', other.live, { domain });
    expect(again.status).toBe(201);
    await create({ address: `a@${domain}` }, other.live);
    await untilOnEngine(domain, ({ mailboxes }) => mailboxes.length === 1);
  });
});

describe('the zone of a domain with mail', () => {
  it('has the DKIM key even if the key is created while the zone is written', { tags: ['slow'] }, async () => {
    // Long enough to create the key before the zone is written, which was planned without it.
    const slow = await startTestServer({ env: { HOSTLER_SIMULATED_DELAY_MS: '20000' } });
    try {
      const { live } = await slow.createAccount();
      const { body } = await slow.post('/domains', live, { domain: 'slow.test' });
      const path = `/domains/show?id=${body.data.id}` as const;
      const isWritten = ({ dns_status }: Domain) => dns_status === 'ok';
      await slow.until(path, live, isWritten);
      await slow.post('/emails', live, { address: 'jo@slow.test' });
      await until(async () => {
        const { body: found } = await slow.get('/emails/domains', live);
        return JSON.stringify(found).includes('v=DKIM1');
      });
      await slow.until(path, live, isWritten);
      const zones = openRecordFolder<{ records: { name: string }[] }>(join(slow.dataDir, 'simulated', 'dns', 'zones'));
      const names = (await zones.read('slow.test'))?.records.map(({ name }) => name);
      expect(names).toContain('hostler._domainkey.slow.test');
    } finally {
      await slow.stop();
    }
  });
});
