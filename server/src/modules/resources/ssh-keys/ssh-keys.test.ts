import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { createSshKey } from '@hostler/testing/ssh-key.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SshKey } from './schemas.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  return server.stop;
});

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1';
const add = (body: object, key = account.live) => server.post('/ssh-keys', key, body);
const list = async (query = '') => (await server.get<SshKey[]>(`/ssh-keys${query}`, account.live)).body;

describe('the SSH keys of an account', () => {
  it('are added, listed, found, renamed and removed', async () => {
    const made = await add({ public_key: `  ${KEY} you@example.com `, name: 'Laptop' });
    expect([made.status, made.body.message]).toEqual([201, 'SSH key added.']);
    // Printed by ssh-keygen -l.
    const fingerprint = 'SHA256:eO/pyw/xEuP13sVb3KLv4xsUT9UP6MXHFpcl6vY4g80';
    expect(made.body.data).toMatchObject({ name: 'Laptop', type: 'ssh-ed25519', fingerprint });
    expect(made.body.data.public_key).toBe(`${KEY} you@example.com`);
    const { id } = made.body.data;
    for (const search of ['lapt', fingerprint]) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).data.map((key) => key.id)).toEqual([id]);
    }
    const renamed = await server.post(`/ssh-keys/update?id=${id}`, account.live, { name: 'Old laptop' });
    expect(renamed.body.data).toMatchObject({ id, name: 'Old laptop', fingerprint });
    expect((await list('?search=old')).data).toEqual([renamed.body.data]);
    expect((await server.get(`/ssh-keys/show?id=${id}`, account.live)).body.data).toEqual(renamed.body.data);
    const removed = await server.post('/ssh-keys/remove', account.live, { ssh_key_id: id });
    expect(removed.body.data).toEqual(renamed.body.data);
    expect(await list()).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await server.post(`/ssh-keys/remove?id=${id}`, account.live)).status).toBe(404);
  });

  it('are named after their comment, or after their type', async () => {
    const [first, second] = [createSshKey('me@laptop'), createSshKey()];
    expect((await add({ public_key: first })).body.data.name).toBe('me@laptop');
    expect((await add({ public_key: second })).body.data.name).toBe('ssh-ed25519');
    const long = createSshKey('x'.repeat(255));
    expect((await add({ public_key: long })).body.data).toMatchObject({ name: 'x'.repeat(100), public_key: long });
  });

  it('are kept once, whatever their comment, also if they are added concurrently', async () => {
    const key = createSshKey();
    const answers = await Promise.all(['a', 'b', 'c'].map((comment) => add({ public_key: `${key} ${comment}` })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('already has') });
    const other = await server.createAccount();
    expect((await add({ public_key: key }, other.live)).status).toBe(201);
  });

  it.each([
    ['is a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['must begin with the type', `command="x" ${KEY}`],
    ['is damaged', KEY.slice(0, -4)],
    ['one line', `${KEY}\n${KEY}`],
  ])('are refused as in orders: %s', async (problem, public_key) => {
    const { status, body } = await add({ public_key });
    expect([status, body.error.details]).toMatchObject([422, [{ field: 'public_key' }]]);
    expect(body.error.details?.[0]?.message).toContain(problem);
  });

  it('stay on servers when they are removed from the account', async () => {
    const { body } = await add({ public_key: createSshKey('server') });
    const { id, public_key } = body.data;
    const machine = await server.finish(
      server.operator.hosting.create({ account_id: account.id, hostname: 'a.example.com', ssh_keys: [public_key] }),
    );
    expect((await server.post(`/ssh-keys/remove?id=${id}`, account.live)).status).toBe(200);
    const { body: kept } = await server.get(`/hosting/ssh-keys?id=${machine.id}`, account.live);
    expect(kept.data.ssh_keys).toEqual([public_key]);
  });

  it('need hosting.read and hosting.write', async () => {
    const reader = await server.createKey(account.id, 'live', { scopes: ['hosting.read'] });
    const writer = await server.createKey(account.id, 'live', { scopes: ['hosting.write'] });
    expect((await server.get('/ssh-keys', reader.key)).status).toBe(200);
    expect((await server.get('/ssh-keys', writer.key)).status).toBe(403);
    expect((await add({ public_key: createSshKey() }, reader.key)).status).toBe(403);
    expect((await add({ public_key: createSshKey() }, writer.key)).status).toBe(201);
  });
});
