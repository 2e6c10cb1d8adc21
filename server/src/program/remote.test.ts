import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRemote } from '#settings/remote.ts';
import { findCommand, parseOptions, runCommand, runPages } from './command-line.ts';
import { runRemotely } from './remote.ts';

let server: TestServer;
let account: TestAccount;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  key = (await server.operator.operatorKeys.create({ name: 'cli', role: 'owner', rate_limit: 10_000 })).key;
  await server.operator.plans.create({ name: 'Base', price: 990 });
  return server.stop;
});

async function remotely<T = Record<string, unknown>>(name: string, ...args: (string | number)[]): Promise<T> {
  const { command, rest } = findCommand(server.hostler.commands, [...name.split(' '), ...args.map(String)]);
  const far = runRemotely(command, { url: server.url, key });
  const values = parseOptions(command, rest);
  if (!far.pages) return (await runCommand(far, values)) as T;
  const rows: object[] = [];
  for await (const some of runPages(far, values)) rows.push(...some);
  return rows as T;
}

describe('the command line on another machine', () => {
  it.each([
    ['account list'],
    ['key list', '--status', 'active', '--text', 'default', '--limit', '1'],
    ['plan show', '--id', 'Base'],
    ['account limits', '--account', '1'],
    ['application catalog'],
    ['operator key list'],
    ['find', '--text', 'Customer'],
  ])('prints the same as on the server for %s %s', async (name, ...args) => {
    expect(await remotely(name, ...args)).toEqual(await server.run(name, ...args));
  });

  it('writes, with times, lists and flags', async () => {
    const given = ['--account', account.id, '--environment', 'live', '--scopes', 'tickets.read,domains.read'];
    const more = ['--allow-from', '192.0.2.1', '--expires', '2100-01-01T00:00:00Z'];
    const made = await remotely<{ key: string }>('key create', ...given, ...more);
    expect(made).toMatchObject({
      ...{ scopes: ['tickets.read', 'domains.read'], allowed_networks: ['192.0.2.1'] },
      expires_at: '2100-01-01T00:00:00+00:00',
    });
    const changed = await remotely<{ limits: object }>('account limits', '--account', account.id, '--set', 'servers=3');
    expect(changed.limits).toMatchObject({ servers: { limit: 3 } });
    expect(await remotely('account trust', '--id', account.id, '--off')).toMatchObject({ trusted: false });
  });

  it('names the options in errors', async () => {
    const given = ['--account', account.id, '--environment', 'live', '--scopes', 'all', '--expires', '2001-01-01'];
    await expect(remotely('key create', ...given)).rejects.toMatchObject({ details: [{ field: '--expires' }] });
    await expect(remotely('plan show', '--id', 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses commands and options that work only on the server, with an explanation', async () => {
    const exported = remotely('account export', '--account', account.id, '--to', '/tmp/x.zip');
    await expect(exported).rejects.toThrow('runs only on the machine of the server');
    await expect(remotely('billing run', '--at', '2030-01-01')).rejects.toThrow('--at is not available');
  });

  it('reports that the server cannot be reached', async () => {
    const { command } = findCommand(server.hostler.commands, ['plan', 'list']);
    const far = runRemotely(command, { url: 'http://127.0.0.1:1', key });
    await expect(far.run({ limit: 5 })).rejects.toThrow('cannot be reached');
  });
});

describe('HOSTLER_URL and HOSTLER_OPERATOR_KEY', () => {
  it('must be set together', () => {
    const url = 'https://hosting.example.com';
    expect(readRemote({})).toBeUndefined();
    expect(readRemote({ HOSTLER_URL: `${url}/`, HOSTLER_OPERATOR_KEY: 'k' })).toEqual({ url, key: 'k' });
    expect(() => readRemote({ HOSTLER_URL: url })).toThrow('must be set together');
    expect(() => readRemote({ HOSTLER_URL: 'hosting', HOSTLER_OPERATOR_KEY: 'k' })).toThrow('must be like');
  });
});
