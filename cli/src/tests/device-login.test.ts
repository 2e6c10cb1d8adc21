import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { buildHostctl, type Hostctl } from '@hostler/testing/hostctl.ts';
import { startHttpReceiver } from '@hostler/testing/receivers/receiver.ts';
import { openPanel, type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const TEN_MINUTES = 600_000;

let server: TestServer;
let cli: Hostctl;
let owner: Panel;
let account_id: number;

beforeAll(async () => {
  [server, cli] = await Promise.all([startTestServer({ worker: false }), buildHostctl()]);
  ({ panel: owner, accountId: account_id } = await peopleOf(server).owner());
});
afterAll(async () => {
  await cli.remove();
  await server.stop();
});

/** Starts `hostctl login` and returns it once it shows a code. */
async function startLogin(...options: string[]) {
  const login = cli.start(['login', '--url', server.url, '--no-browser', '--context', 'device', ...options]);
  // The last line before it waits for the person.
  const code = () => /shows the code (\S+)\n/.exec(login.stderr())?.[1];
  await until(() => code() !== undefined || login.child.exitCode !== null);
  expect(login.stderr()).toContain('shows the code');
  return { ...login, code: code() ?? '' };
}

const approve = (code: string, environment: 'live' | 'test', scopes: string[]) =>
  owner.post<PanelApi.Device>('/keys/device/approve', { account_id, code, name: 'cli', environment, scopes });
const run = (...words: string[]) => cli.run(words);

describe('hostctl login', () => {
  it('stores the key that a person approved, readable by its owner only', async () => {
    const login = await startLogin();
    expect(login.stderr()).toContain(`${server.url}/device?code=${login.code}`);
    expect(login.stderr()).toContain(`shows the code ${login.code}`);
    const shown = await owner.post<PanelApi.Device>('/keys/device/show', { code: login.code });
    expect(shown.body.data).toMatchObject({ program: expect.stringMatching(/^hostctl \d/), machine: hostname() });
    await approve(login.code, 'live', ['tickets.read']);
    const { code, stdout, stderr } = await login.exited;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Signed in to http\S+ as Of owner1@example\.com \(live\)\. Context: device\n$/),
    });
    expect(stdout + stderr).not.toContain('svc_');
    const file = join(cli.home, '.config/hostctl/config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).contexts.device.token).toMatch(/^svc_live_/);
    expect(await run('ticket', 'list', '-o', 'json')).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await run('server', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('hosting.read') });
  });

  it('asks for a sandbox key with --sandbox, and keeps the live one', async () => {
    const login = await startLogin('--sandbox');
    const shown = await owner.post<PanelApi.Device>('/keys/device/show', { code: login.code });
    expect(shown.body.data.environment).toBe('test');
    await approve(login.code, 'test', ['tickets.read']);
    expect(await login.exited).toMatchObject({ code: 0, stdout: expect.stringContaining('(test). Context: device') });
    const me = await run('auth', 'me', '--sandbox', '-o', 'json');
    expect(JSON.parse(me.stdout)).toMatchObject({ environment: 'test' });
    expect((await run('context', 'list')).stdout).toMatch(/^yes +device +http\S+ +yes +yes$/m);
  });

  it('says that the person denied, or that the code has expired', async () => {
    const [denied, late] = await Promise.all([startLogin(), startLogin()]);
    await owner.post('/keys/device/deny', { code: denied.code });
    expect(await denied.exited).toMatchObject({ code: 1, stderr: expect.stringContaining('was denied in the panel') });
    server.clock.advance(TEN_MINUTES);
    expect(await late.exited).toMatchObject({ code: 1, stderr: expect.stringContaining('The code has expired') });
  });

  it('creates no key if it is cancelled before the approval', async () => {
    await owner.post('/sessions/confirm', { password: 'correct horse battery' });
    const login = await startLogin();
    login.child.kill('SIGINT');
    expect(await login.exited).toMatchObject({ code: 130, stderr: expect.stringContaining('No key was created') });
    const before = (await owner.get<PanelApi.Key[]>(`/keys?account_id=${account_id}`)).body.data.length;
    expect((await approve(login.code, 'live', ['tickets.read'])).status).toBe(200);
    const keys = (await owner.get<PanelApi.Key[]>(`/keys?account_id=${account_id}`)).body.data;
    expect(keys).toHaveLength(before);
  });

  it('says what the panel refuses since the approval', async () => {
    const { panel, email } = await member();
    const login = await startLogin();
    await panel.post('/keys/device/approve', {
      ...{ account_id, code: login.code, name: 'cli', environment: 'live', scopes: ['tickets.read'] },
    });
    const { body } = await owner.get<PanelApi.Person[]>(`/people?account_id=${account_id}`);
    const id = body.data.find((person) => person.email === email)?.id;
    expect((await owner.post('/people/remove', { account_id, id })).status).toBe(200);
    expect(await login.exited).toMatchObject({ code: 1, stderr: expect.stringContaining('can no longer use') });
  });

  it('fails before anything is requested if the key could not be stored', async () => {
    const login = await cli.run(['login', server.url, '--no-browser'], { env: { HOSTCTL_CONFIG: '/dev/null/config' } });
    expect(login).toMatchObject({ code: 2, stderr: expect.stringContaining('/dev/null/config') });
    expect(login.stderr).not.toContain('?code=');
  });

  it('asks for a key if the server is too old for it', async () => {
    const missing = { success: false, error: { code: 'NOT_FOUND', message: 'This path or method does not exist.' } };
    const old = await startHttpReceiver((_request, response) => response.writeHead(404).end(JSON.stringify(missing)));
    onTestFinished(() => old.close());
    const login = await cli.run(['login', `http://127.0.0.1:${old.port}`, '--no-browser']);
    expect(login).toMatchObject({ code: 2, stderr: expect.stringContaining('Use --token-stdin') });
  });
});

async function member() {
  const email = 'member@example.com';
  await peopleOf(server).member(account_id, { scopes: 'tickets.read', rights: 'keys', email });
  const panel = openPanel(server);
  await panel.signIn(email);
  return { panel, email };
}
