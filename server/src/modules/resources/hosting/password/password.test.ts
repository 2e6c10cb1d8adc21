import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
});
afterAll(() => server.stop());

const make = async () =>
  (await server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.example.com' }))).id;
const reset = (id: number, key = account.live) => server.post('/hosting/password', key, { id });
/** Returns the hash of the password that the machine accepts. */
const hashOf = async (id: number): Promise<string | undefined> =>
  JSON.parse(await readFile(join(engineDir, 'machines', `vps-${id}`, 'state.json'), 'utf8')).passwordHash;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const STORED = sql<{ like: string }, { id: number }>(
  'select id from actions where input like :like union all select id from jobs where payload like :like',
);

describe('the root password of a VPS', () => {
  it('is set in the machine, returned once and stored nowhere', async () => {
    const id = await make();
    const { status, body } = await reset(id);
    expect([status, body.data]).toMatchObject([202, { id, password: expect.stringMatching(/^[0-9A-Za-z]{24}$/) }]);
    const action = await server.endOf(body.data.action_id, account.live);
    expect(action).toMatchObject({ type: 'hosting.password', status: 'succeeded' });
    expect(await hashOf(id)).toBe(sha256(body.data.password));
    expect(JSON.stringify(action)).not.toContain(body.data.password);
    expect(await server.hostler.db.read(STORED.all({ like: `%${body.data.password}%` }))).toEqual([]);
    const shown = await server.get(`/hosting/show?id=${id}`, account.live);
    expect(shown.body.data).toMatchObject({ status: 'running' });
    expect(shown.body.data).not.toHaveProperty('password');
  });

  it('keeps the old one if the engine refuses, and can be reset again', async () => {
    const id = await make();
    const first = (await reset(id)).body.data;
    await server.endOf(first.action_id, account.live);
    await failNext(engineDir, {
      operation: 'setPassword',
      target: `vps-${id}`,
      code: 'refused',
      message: 'No.',
      times: 1,
    });
    const refused = (await reset(id)).body.data;
    expect(await server.endOf(refused.action_id, account.live)).toMatchObject({ status: 'failed' });
    expect(await hashOf(id)).toBe(sha256(first.password));
    const again = (await reset(id)).body.data;
    await server.endOf(again.action_id, account.live);
    expect(await hashOf(id)).toBe(sha256(again.password));
  });

  it('cannot be reset on a stopped VPS or while other work is in progress', async () => {
    const id = await make();
    const { action_id } = (await server.post('/hosting/stop', account.live, { id })).body.data;
    expect((await reset(id)).status).toBe(409);
    await server.endOf(action_id, account.live);
    const stopped = await reset(id);
    expect([stopped.status, stopped.body.error.message]).toEqual([
      409,
      'This server is stopped and cannot be given a new password now.',
    ]);
  });

  it('requires hosting.console, which hosting.write does not include', async () => {
    const id = await make();
    const { key: writer } = await server.createKey(account.id, 'live', { scopes: ['hosting.read', 'hosting.write'] });
    const { key: console } = await server.createKey(account.id, 'live', { scopes: ['hosting.console'] });
    expect((await reset(id, writer)).status).toBe(403);
    expect((await reset(id, console)).status).toBe(202);
  });

  it('is simulated with a test key', async () => {
    const id = await make();
    const { status, body } = await reset(id, account.test);
    expect([status, body.data.password]).toEqual([202, expect.any(String)]);
    expect(await server.endOf(body.data.action_id, account.test)).toMatchObject({ status: 'succeeded' });
    expect(await hashOf(id)).toBeUndefined();
  });
});
