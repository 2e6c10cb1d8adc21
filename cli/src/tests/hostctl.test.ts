import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHostctl, type Hostctl, type RunOptions } from './hostctl.ts';

let server: TestServer;
let account: TestAccount;
let cli: Hostctl;
let env: Record<string, string>;
let id: number;

beforeAll(async () => {
  [server, cli] = await Promise.all([startTestServer(), buildHostctl()]);
  account = await server.createAccount();
  env = { HOSTCTL_URL: server.url, HOSTCTL_TOKEN: account.live };
  const hosting = { account_id: account.id, hostname: 'web1.example.com' };
  ({ id } = await server.finish(server.operator.hosting.create(hosting)));
});
afterAll(async () => {
  await cli.remove();
  await server.stop();
});

const run = (words: string, { env: more = {}, ...options }: RunOptions = {}) =>
  cli.run(words.split(' '), { env: { ...env, ...more }, ...options });

describe('a command', () => {
  it('prints a table, columns or JSON', async () => {
    const table = await run('server list');
    expect(table).toMatchObject({ code: 0, stderr: '' });
    expect(table.stdout).toMatch(/^ID\s+HOSTNAME\s+LABEL.*\n\d+\s+web1\.example\.com\s+-\s+running/);
    expect((await run('server list -o columns=hostname,status')).stdout).toBe(
      'HOSTNAME          STATUS\nweb1.example.com  running\n',
    );
    expect(JSON.parse((await run('server list --output json')).stdout)).toMatchObject([{ id, status: 'running' }]);
  });

  it('takes names or ids, and waits for the action', async () => {
    const { code, stdout } = await run('server restart web1 --wait -o json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id, status: 'running', action_id: expect.any(Number) });
    expect((await run(`server show ${id}`)).stdout).toMatch(/^hostname: +web1\.example\.com$/m);
  });

  it('sends any request', async () => {
    const { stdout } = await run('api GET /hosting?per_page=1');
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: [{ id }], meta: { total: 1 } });
  });
});
