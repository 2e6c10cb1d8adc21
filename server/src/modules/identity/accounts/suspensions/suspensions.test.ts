import { join } from 'node:path';
import { sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { answerWith, startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedDns } from '#engines/dns/simulated.ts';
import { openRecordFolder } from '#engines/simulation/record-folder.ts';
import { DAY } from '#kernel/time.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
const JOBS = sql<object, { count: number }>('select count(*) as count from jobs');
const ACTIONS = sql<{ account_id: number }, { type: string; status: string }>(
  'select type, status from actions where account_id = :account_id order by id',
);
beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  people = peopleOf(server);
  return server.stop;
});

const settle = () => until(async () => (await server.hostler.db.read(JOBS.one({})))?.count === 0);
const suspend = (account: number, cause = 'abuse', ...more: string[]) =>
  server.run('account suspend', '--account', account, '--cause', cause, '--reason', 'Your server sends spam', ...more);
const resume = (account: number, ...more: string[]) => server.run('account resume', '--account', account, ...more);
const makeServer = (account_id: number, hostname = 'web.example.com') =>
  server.finish(server.operator.hosting.create({ account_id, hostname }));

async function makeCustomer() {
  const owner = await people.owner();
  const { key } = await server.createKey(owner.accountId, 'live');
  const token = () => owner.panel.token(owner.accountId);
  const read = async <T>(path: string) =>
    (await server.get<T>(path, undefined, { authorization: `Bearer ${await token()}` })).body.data;
  const statusOf = async (id: number) => (await read<{ status: string }>(`/hosting/show?id=${id}`)).status;
  return { ...owner, key, token, read, statusOf };
}

describe('a suspended account', () => {
  it('has all servers suspended; resuming restores their status, except for servers with another suspension', async () => {
    const { accountId, statusOf } = await makeCustomer();
    const [running, stopped, unpaid] = [
      await makeServer(accountId, 'a.example.com'),
      await makeServer(accountId, 'b.example.com'),
      await makeServer(accountId, 'c.example.com'),
    ];
    await server.finish(server.operator.hosting.stop({ id: stopped.id }));
    await server.finish(server.operator.hosting.suspend({ id: unpaid.id, cause: 'payment', reason: 'Unpaid.' }));
    await suspend(accountId);
    await settle();
    for (const { id } of [running, stopped, unpaid]) expect(await statusOf(id)).toBe('suspended');
    await resume(accountId);
    await settle();
    expect(await statusOf(running.id)).toBe('running');
    expect(await statusOf(stopped.id)).toBe('stopped');
    expect(await statusOf(unpaid.id)).toBe('suspended');
    await server.finish(server.operator.hosting.unsuspend({ id: unpaid.id, cause: 'payment' }));
    expect(await statusOf(unpaid.id)).toBe('running');
  });

  it('keeps a server suspended when the payment suspension of that server is lifted', async () => {
    const { accountId, statusOf } = await makeCustomer();
    const { id } = await makeServer(accountId);
    await server.finish(server.operator.hosting.suspend({ id, cause: 'payment', reason: 'Unpaid.' }));
    await suspend(accountId, 'legal');
    await server.operator.hosting.unsuspend({ id, cause: 'payment' });
    await settle();
    expect(await statusOf(id)).toBe('suspended');
  });

  it('has a server that staff create meanwhile suspended by the next upkeep run', async () => {
    const { accountId, statusOf } = await makeCustomer();
    await suspend(accountId);
    const { id } = await makeServer(accountId);
    await server.runUpkeep('hosting.reconcile');
    await until(async () => (await statusOf(id)) === 'suspended');
    await resume(accountId);
    await until(async () => (await statusOf(id)) === 'running');
  });

  it('has its databases closed, and opened again when it is resumed', async () => {
    const { accountId, key } = await makeCustomer();
    const { body } = await server.post('/databases', key, { name: 'shop' });
    await settle();
    const folder = openRecordFolder<{ access: string }>(join(server.dataDir, 'simulated', 'postgresql', 'databases'));
    const accessOf = async () => (await folder.read(body.data.username))?.access;
    await suspend(accountId);
    await settle();
    const ended = async () =>
      (await server.hostler.db.read(ACTIONS.all({ account_id: accountId }))).filter(
        (one) => one.type === 'database.access',
      );
    expect(await ended()).toEqual([{ type: 'database.access', status: 'succeeded' }]);
    expect(await accessOf()).toBe('closed');
    await resume(accountId);
    await settle();
    expect(await ended()).toHaveLength(2);
    expect(await accessOf()).toBe('full');
  });

  it('has its API keys refused with the reason and a hint to open a ticket, until it is resumed', async () => {
    const { accountId, key } = await makeCustomer();
    const issued = await server.post('/auth/token', undefined, { api_key: key });
    const bearer = { authorization: `Bearer ${issued.body.data.access_token}` };
    expect((await server.get('/auth/me', key)).status).toBe(200);
    expect((await server.get('/auth/me', undefined, bearer)).status).toBe(200);
    await suspend(accountId);
    await until(async () => (await server.get('/auth/me', key)).status === 403);
    await until(async () => (await server.get('/auth/me', undefined, bearer)).status === 403);
    const { body } = await server.get('/hosting', key);
    expect(body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/^This account is suspended: Your server sends spam\. .*open a ticket\.$/),
    });
    await resume(accountId);
    await until(async () => (await server.get('/auth/me', key)).status === 200);
  });

  it('lets people sign in, read, and open tickets, but refuses orders', async () => {
    const { accountId, panel, person, token } = await makeCustomer();
    await suspend(accountId);
    await until(async () => {
      const { body } = await panel.get<PanelApi.CurrentSession>('/sessions/current');
      return body.data.accounts[0]?.suspension;
    });
    const signedIn = await panel.signIn(person.email);
    expect(signedIn.body.data.accounts).toMatchObject([
      { suspension: { cause: 'abuse', reason: 'Your server sends spam.' } },
    ]);
    const bearer = { authorization: `Bearer ${await token()}` };
    const ask = (path: string, body: object) => server.post(path, undefined, body, bearer);
    expect((await server.get('/billing/invoices', undefined, bearer)).status).toBe(200);
    expect((await ask('/tickets', { subject: 'Why?', message: 'I object.' })).status).toBe(201);
    const refused = await ask('/databases', { name: 'shop' });
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('is suspended')]);
    await server.operator.plans.create({ name: `Plan of ${accountId}`, price: 900 });
    const ordered = await ask('/subscriptions', { plan: `Plan of ${accountId}`, hostname: 'new.example.com' });
    expect([ordered.status, ordered.body.error.message]).toEqual([403, expect.stringContaining('is suspended')]);
  });

  it('gets no webhook deliveries; pending deliveries are sent after it is resumed', async () => {
    const { accountId } = await makeCustomer();
    const receiver = await startReceiver(answerWith(500, 'not now'));
    await server.operator.webhooks.create({ account_id: accountId, url: receiver.url, events: ['hosting.created'] });
    const first = await makeServer(accountId, 'first.example.com');
    await receiver.until(1);
    await suspend(accountId);
    receiver.behave(answerWith(200, 'ok'));
    const meanwhile = await makeServer(accountId, 'meanwhile.example.com');
    server.clock.advance(DAY);
    // Another customer's delivery shows that workers looked.
    const other = await makeCustomer();
    await server.operator.webhooks.create({ account_id: other.accountId, url: receiver.url });
    const theirs = await makeServer(other.accountId, 'other.example.com');
    const received = () => receiver.arrivals.map(({ json }) => json.data.id);
    await until(() => received().includes(theirs.id));
    expect(received().filter((id) => id === first.id)).toHaveLength(1);
    await resume(accountId);
    await until(() => received().filter((id) => id === first.id).length === 2);
    expect(received()).not.toContain(meanwhile.id);
    await receiver.close();
  });

  it('keeps its mail and DNS, unless --with-mail and --with-dns are given', async () => {
    const { accountId, key } = await makeCustomer();
    const domain = `mail-${accountId}.example.com`;
    const added = await server.post('/domains', key, { domain });
    await settle();
    await server.post(`/domains/records?id=${added.body.data.id}`, key, {
      records: [{ name: '@', type: 'TXT', ttl: 300, content: '"hello"' }],
    });
    expect((await server.post('/emails', key, { address: `jo@${domain}` })).status).toBe(201);
    await settle();
    const mailboxes = async () =>
      (
        await openRecordFolder<{ domain: { mailboxes: { suspended: boolean }[] } }>(
          join(server.dataDir, 'simulated', 'mail', 'domains'),
        ).read(domain)
      )?.domain.mailboxes;
    const dns = createSimulatedDns({ dir: join(server.dataDir, 'simulated', 'dns') });
    const records = async () => (await dns.readZone(domain))?.records.length;
    const before = await records();
    expect(before).toBeGreaterThan(0);
    await suspend(accountId);
    await settle();
    expect([await records(), await mailboxes()]).toMatchObject([before, [{ suspended: false }]]);
    await suspend(accountId, 'legal', '--with-mail', '--with-dns');
    await settle();
    expect([await records(), await mailboxes()]).toMatchObject([0, [{ suspended: true }]]);
    await resume(accountId, '--cause', 'legal');
    await settle();
    expect([await records(), await mailboxes()]).toMatchObject([before, [{ suspended: false }]]);
  });
});

describe('suspension mail', () => {
  it('tells owners the reason, how to object, and the end; no mail about single servers is sent', async () => {
    const { accountId, person } = await makeCustomer();
    const member = await people.member(accountId, { scopes: 'hosting.read' });
    await makeServer(accountId);
    await suspend(accountId);
    const mail = await untilMail(server.dataDir, person.email, ({ subject = '' }) => subject.endsWith('is suspended'));
    expect(mail.text).toContain('Reason: Your server sends spam.');
    expect(mail.text).toContain('you can object');
    await settle();
    await resume(accountId);
    await untilMail(server.dataDir, person.email, ({ subject = '' }) => subject.endsWith('is no longer suspended'));
    await settle();
    const KINDS = sql<{ to: string }, { kind: string }>('select kind from mails where recipient = :to order by id');
    const kinds = async (to: string) => (await server.hostler.db.read(KINDS.all({ to }))).map(({ kind }) => kind);
    expect(await kinds(person.email)).toEqual(['server-ready', 'account-suspended', 'account-resumed']);
    expect(await kinds(member.person.email)).toEqual(['server-ready']);
  });
});

describe('account suspend and resume', () => {
  it('allow one suspension per cause; servers run again when no suspension is left', async () => {
    const { accountId, statusOf } = await makeCustomer();
    const { id } = await makeServer(accountId);
    await suspend(accountId, 'abuse');
    await expect(suspend(accountId, 'abuse')).rejects.toMatchObject({ code: 'CONFLICT' });
    await suspend(accountId, 'legal');
    await expect(resume(accountId)).rejects.toThrow('several causes (abuse, legal)');
    await expect(resume(accountId, '--cause', 'staff')).rejects.toThrow('not suspended for this cause');
    await resume(accountId, '--cause', 'abuse');
    await settle();
    expect(await statusOf(id)).toBe('suspended');
    expect(await server.run('account list', '--status', 'suspended')).toContainEqual(
      expect.objectContaining({ id: accountId, suspended: 'legal' }),
    );
    await resume(accountId);
    await settle();
    expect(await statusOf(id)).toBe('running');
    await expect(resume(accountId)).rejects.toThrow('not suspended');
    expect(await server.run('account suspensions', '--account', accountId)).toMatchObject({
      suspensions: [
        { cause: 'abuse', closed_at: expect.any(String) },
        { cause: 'legal', closed_at: expect.any(String) },
      ],
    });
  });

  it('refuse an unknown account and an empty reason', async () => {
    await expect(suspend(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { accountId } = await people.owner();
    const empty = server.run('account suspend', '--account', accountId, '--cause', 'staff', '--reason', ' ');
    await expect(empty).rejects.toThrow('--reason must not be empty');
  });
});
