import { sql } from '@hostler/database';
import { readMails, untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, TEST_ADDRESS, type TestServer } from '@hostler/testing/server/server.ts';
import { createSshKey } from '@hostler/testing/ssh-key.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let key: string;
let accountId: number;
let email: string;
let audit: () => Promise<{ status: number; body: unknown }>;

beforeAll(async () => {
  server = await startTestServer();
  await server.operator.plans.create({ name: 'Free', price: 0 });
  const { panel, person, ...own } = await peopleOf(server).owner();
  accountId = own.accountId;
  audit = () => panel.get(`/audit?account_id=${accountId}`);
  await server.operator.profiles.update({ account_id: accountId, ...TEST_ADDRESS });
  key = (await server.createKey(accountId, 'live')).key;
  email = person.email;
  return server.stop;
});

const BIND = sql<{ id: number }, never>(`update accounts set bound = 'unpaid' where id = :id`);
const order = (hostname: string, body: object, by = key) =>
  server.post('/subscriptions', by, { plan: 'Free', hostname, ...body });

/** Orders a server and returns it when it runs, with the mail that says so. */
async function receive(hostname: string, body: object) {
  const { status, body: ordered } = await order(hostname, body);
  expect(status).toBe(201);
  const machine = await server.until(
    `/hosting/show?id=${ordered.data.hosting_id}`,
    key,
    ({ status }) => status === 'running',
  );
  const mail = await untilMail(server.dataDir, email, (each) => each.subject === `Your server ${hostname} is ready`);
  return { machine, mail };
}

describe('the login of an ordered server', () => {
  it('is its SSH key, and the mail has the command and the next steps', async () => {
    const { machine, mail } = await receive('key.example.com', { ssh_keys: [createSshKey('me')] });
    expect(machine.login).toBe('ssh_key');
    expect(mail.text).toContain(`Log in: ssh root@${machine.ipv4[0]}`);
    expect(mail.text).toContain('Log in with your SSH key.');
    for (const page of ['console', 'domains', 'firewall', 'backups']) {
      expect(mail.text).toMatch(new RegExp(`:\nhttps?://\\S+/servers/${machine.id}/${page}\n`));
      expect(mail.html).toMatch(new RegExp(`href="https?://[^"]+/servers/${machine.id}/${page}"`));
    }
  });

  it('is a one-time password if the order says so, which no mail, event, action or audit entry contains', async () => {
    const { machine, mail } = await receive('word.example.com', { login: 'password' });
    expect(machine.login).toBe('password');
    expect(mail.text).toContain('one-time root password on the page of the server');
    const { body } = await server.post('/hosting/password', key, { id: machine.id });
    const { password, action_id } = body.data;
    expect(await server.endOf(action_id, key)).toMatchObject({ status: 'succeeded' });
    const written = await Promise.all(
      ['/actions', '/events', `/hosting/show?id=${machine.id}`].map((path) => server.get(path, key)),
    );
    const mails = await readMails(server.dataDir);
    const entries = await audit();
    expect(entries.status).toBe(200);
    expect(JSON.stringify([written, entries, mails])).not.toContain(password);
  });

  it('is unknown if the order has no keys and does not choose', async () => {
    const { machine, mail } = await receive('none.example.com', {});
    expect(machine.login).toBeNull();
    expect(mail.text).toContain('first add an SSH key or set a root password');
  });

  it('is a key that the order adds to the account, once', async () => {
    const [own, other] = [createSshKey('own'), createSshKey('other')];
    await receive('saved.example.com', { ssh_keys: [own, other], save_ssh_keys: true });
    await receive('again.example.com', { ssh_keys: [own], save_ssh_keys: true });
    await receive('typed.example.com', { ssh_keys: [createSshKey('not kept')] });
    const { body } = await server.get('/ssh-keys?sort=asc', key);
    expect(body.data.map(({ name, public_key }) => [name, public_key])).toEqual([
      ['own', own],
      ['other', other],
    ]);
    const { key: payer } = await server.createKey(accountId, 'live', { scopes: ['billing.write'] });
    const keys = { ssh_keys: [createSshKey()], save_ssh_keys: true };
    expect((await order('mine.example.com', keys, payer)).status).toBe(403);
  });

  it('is a key that the order adds to the account before its first payment', async () => {
    const { accountId } = await peopleOf(server).owner('new@example.com');
    await server.operator.profiles.update({ account_id: accountId, ...TEST_ADDRESS });
    const { key: ofNew } = await server.createKey(accountId, 'live');
    await server.hostler.db.write(() => BIND.run({ id: accountId }));
    const keys = { ssh_keys: [createSshKey('first')] };
    expect((await server.post('/ssh-keys', ofNew, { public_key: keys.ssh_keys[0] })).status).toBe(403);
    expect((await order('first.example.com', { ...keys, save_ssh_keys: true }, ofNew)).status).toBe(201);
    expect((await server.get('/ssh-keys', ofNew)).body.data).toMatchObject([{ name: 'first' }]);
  });

  it('cannot be a key without a key', async () => {
    for (const ssh_keys of [undefined, []]) {
      const { status, body } = await order('lost.example.com', { login: 'ssh_key', ssh_keys });
      expect([status, body.error.details]).toMatchObject([422, [{ field: 'ssh_keys', reason: 'login_without_key' }]]);
    }
  });
});
