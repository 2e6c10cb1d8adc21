import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { readTargetPolicy } from '#compose/target-policy.ts';
import { isAllowedAddress } from '#kernel/net/target.ts';
import { servePublicDemo } from '#program/public-demo.ts';
import { type Running, serve } from '#program/serve.ts';
import { readConfig, readPublicDemoFolder } from '#settings/config.ts';
import { STAFF, STUDIO } from './story.ts';

const PASSWORD = /^ {2}(\S+) {2}password (\S+)$/gm;

/** A public demo always uses SQLite. */
describe.skipIf(runsOnPostgres)('the public demo', () => {
  let folder: string;
  let dataDir: string;
  let running: Running;
  let starts = 0;
  let printed = '';
  let again = () => {};
  const write = process.stdout.write;

  const env = () => ({ HOSTLER_DATA_DIR: dataDir, HOSTLER_PORT: '0', HOSTLER_SIMULATED_DELAY_MS: '0' });
  async function start(): Promise<Running> {
    const config = readConfig(env(), { demo: true, publicDemo: true });
    const server = await serve(await compose({ config, log: pino({ level: 'silent' }) }));
    starts++;
    again();
    return server;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostler-public-'));
    dataDir = join(folder, 'data');
    process.stdout.write = (text: string | Uint8Array) => {
      printed += text;
      return true;
    };
    running = await servePublicDemo({ dataDir: readPublicDemoFolder(env()), start, onFailure: () => {} });
  });
  afterAll(async () => {
    process.stdout.write = write;
    await running.stop({ atOnce: true });
    await rm(folder, { recursive: true, force: true });
  });

  const listLogins = () =>
    new Map([...printed.matchAll(PASSWORD)].map(([, email = '', password = '']) => [email, password]));

  async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const own = { 'content-type': 'application/json', 'x-hostler-panel': '1', origin: running.url ?? '' };
    return fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: JSON.stringify(body),
    });
  }

  const signIn = (email: string, password: string) => post('/panel/api/v1/sessions', { email, password });

  it('prints logins of customers only, which work', async () => {
    const logins = listLogins();
    expect([...logins.keys()]).toContain(STUDIO.owner.email);
    for (const { email } of STAFF) expect(logins.has(email)).toBe(false);
    const answer = await signIn(STUDIO.owner.email, logins.get(STUDIO.owner.email) ?? '');
    expect(answer.status).toBe(201);
  });

  it.each([
    '/panel/api/v1/security/password',
    '/panel/api/v1/security/totp/begin',
    '/panel/api/v1/people/invite',
    '/panel/api/v1/keys',
    '/panel/api/v1/sign-up',
    '/api/v1/webhooks',
    '/api/v1/webhooks/update',
    '/panel/api/v1/monitoring/checks',
    '/api/v1/monitoring/checks',
    '/api/v1/monitoring/checks/update',
  ])('refuses writes to %s', async (path) => {
    const answer = await post(path, {});
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('The public demo does not allow this');
  });

  it('has no operator API', async () => {
    expect((await fetch(`${running.url}/operator/api/v1/me`)).status).toBe(404);
  });

  it('calls only itself, sends no mail and closes sign-up', async () => {
    const config = readConfig(env(), { demo: true, publicDemo: true });
    const policy = readTargetPolicy(config);
    expect(
      ['127.0.0.1', '93.184.216.34', '10.0.0.1', '2606:2800:220:1::1'].map((to) => isAllowedAddress(to, policy)),
    ).toEqual([true, false, false, false]);
    expect(config.commerce.signUp.mode).toBe('closed');
    expect(config.limits.values.get('servers')).toBe(20);
    expect(existsSync(join(dataDir, 'mail'))).toBe(false);
  });

  it.each(['HOSTLER_SMTP_URL', 'HOSTLER_DATABASE_URL', 'HOSTLER_VPS_ENGINE', 'HOSTLER_PRODUCT_NAME'])(
    'refuses the setting %s',
    (name) => {
      expect(() => readPublicDemoFolder({ ...env(), [name]: 'x' })).toThrow(`${name} cannot be set for a public demo.`);
    },
  );

  it('starts again with the same passwords and without the data of visitors', async () => {
    const other = join(folder, 'again');
    const before = listLogins();
    const mark = await readFile(join(dataDir, 'public-demo.json'), 'utf8');
    await running.stop({ atOnce: true });
    dataDir = join(folder, 'data');
    printed = '';
    writeFileSync(join(dataDir, 'left-by-a-visitor'), '');
    const twice = new Promise<void>((resolve) => {
      const first = starts;
      again = () => starts === first + 2 && resolve();
    });
    running = await servePublicDemo({ dataDir, start, everyMs: 500, onFailure: () => {} });
    await twice;
    await running.stop({ atOnce: true });
    expect(listLogins()).toEqual(before);
    expect(existsSync(join(dataDir, 'left-by-a-visitor'))).toBe(false);
    expect(await readFile(join(dataDir, 'public-demo.json'), 'utf8')).toBe(mark);
    dataDir = other;
    running = await servePublicDemo({ dataDir, start, onFailure: () => {} });
  });

  it('refuses a folder with other files', async () => {
    const used = await mkdtemp(join(folder, 'used-'));
    writeFileSync(join(used, 'hostler.db'), '');
    const refused = servePublicDemo({ dataDir: used, start, onFailure: () => {} });
    await expect(refused).rejects.toThrow('has other files');
    expect(existsSync(join(used, 'hostler.db'))).toBe(true);
  });
});
