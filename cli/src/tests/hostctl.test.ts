import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { buildHostctl, type Hostctl, type RunOptions } from '@hostler/testing/hostctl.ts';
import { makeCertificate } from '@hostler/testing/receivers/certificate.ts';
import { listen, startHttpReceiver } from '@hostler/testing/receivers/receiver.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeOperations } from '../../../scripts/cli/describe-operations.ts';
import { Hostler, verifyWebhook } from '../../../sdk/src/index.ts';
import type { Program } from '../command.ts';
import { operationCommand } from '../commands/operation.ts';
import { argumentOf } from '../options.ts';

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

const withEnv = ({ env: more = {}, ...options }: RunOptions = {}) => ({ env: { ...env, ...more }, ...options });
const run = (words: string, options?: RunOptions) => cli.run(words.split(' '), withEnv(options));
const start = (words: string, options?: RunOptions) => cli.start(words.split(' '), withEnv(options));

describe('a command', () => {
  it('prints a table, columns or JSON', async () => {
    const table = await run('server list');
    expect(table).toMatchObject({ code: 0, stderr: '' });
    expect(table.stdout).toMatch(/^ID\s+HOSTNAME\s+LABEL.*\n\d+\s+web1\.example\.com\s+-\s+running/);
    const [columns, json] = await Promise.all([
      run('server list -o columns=hostname,status'),
      run('server list -o json'),
    ]);
    expect(columns.stdout).toBe('HOSTNAME          STATUS\nweb1.example.com  running\n');
    expect(JSON.parse(json.stdout)).toMatchObject([{ id, status: 'running' }]);
  });

  it('takes names or ids, and waits for the action', async () => {
    const { code, stdout } = await run('server restart web1 --wait -o json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id, status: 'running', action_id: expect.any(Number) });
    const [byId, lost] = await Promise.all([run(`server show ${id}`), run('server show web9')]);
    expect(byId.stdout).toMatch(/^hostname: +web1\.example\.com$/m);
    expect(lost).toMatchObject({
      code: 1,
      stderr: 'hostctl: No server is called web9. List them with: hostctl server list\n',
    });
  });

  it('reads long texts from a file or standard input', async () => {
    const { code, stdout } = await run('ticket create --subject Slow --message-file - -o json', {
      input: 'One\nTwo\n',
    });
    expect(code).toBe(0);
    const shown = await run(`ticket show ${JSON.parse(stdout).id}`);
    expect(shown.stdout).toContain('One');
  });

  it('sends any request', async () => {
    const [read, written, refused] = await Promise.all([
      run('api GET /hosting?per_page=1'),
      run('api POST /tickets -f subject=Raw -f message=Text'),
      run('api GET https://elsewhere.example/'),
    ]);
    expect(JSON.parse(read.stdout)).toMatchObject({ success: true, data: [{ id }], meta: { total: 1 } });
    expect(JSON.parse(written.stdout)).toMatchObject({ data: { subject: 'Raw' } });
    expect(refused).toMatchObject({ code: 2 });
  });

  it('works for every list', async () => {
    const document = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    const operations = describeOperations(document);
    const hostler = new Hostler({ baseUrl: server.url, apiKey: account.live });
    const session = () => ({ hostler }) as ReturnType<Program['session']>;
    for (const operation of operations.filter(({ kind }) => kind === 'page' || kind === 'feed')) {
      let printed = '';
      const print = (text: string) => {
        printed += text;
      };
      const program = { env: {}, operations, session, print } as unknown as Program;
      const args = argumentOf(operation)?.isRequired ? ['1'] : [];
      const running = operationCommand(operation).run({ args, rest: [], values: { limit: '2' }, program });
      await running.catch((error: { status?: number }) => expect(error.status, operation.name).toBe(404));
      if (args.length === 0) expect(printed, operation.name).toMatch(/^[A-Z]/);
    }
  });

  it('is simulated in the sandbox', async () => {
    const created = await run('ticket create --subject Try --message Text --sandbox', {
      env: { HOSTCTL_TOKEN: account.test },
    });
    expect(created.code).toBe(0);
    expect((await run('ticket list --search Try -o json')).stdout).toBe('[]\n');
    const restarted = await run('server restart web1 --wait --sandbox', { env: { HOSTCTL_TOKEN: account.test } });
    expect(restarted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^status: +running$/m) });
  });
});

describe('signing in', () => {
  it('stores the keys of an account in a file of its owner', async () => {
    const own = { env: { HOSTCTL_URL: undefined, HOSTCTL_TOKEN: undefined } };
    const login = (key: string) =>
      run(`login ${server.url} --token-stdin --context shop`, { ...own, input: `${key}\n` });
    expect(await login(account.live)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('(live). Context: shop'),
    });
    expect(await login(account.test)).toMatchObject({ code: 0, stdout: expect.stringContaining('(test)') });
    const file = join(cli.home, '.config/hostctl/config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [listed, live, sandbox] = await Promise.all([
      run('context list', own),
      run('auth me -o json', own),
      run('auth me -o json --sandbox', own),
    ]);
    expect(listed.stdout).toMatch(/^yes +shop +http\S+ +yes +yes$/m);
    expect(listed.stdout).not.toContain('svc_');
    expect(JSON.parse(live.stdout)).toMatchObject({ environment: 'live' });
    expect(JSON.parse(sandbox.stdout)).toMatchObject({ environment: 'test' });
    expect(await run('context remove shop', own)).toMatchObject({ code: 0 });
    expect(await run('server list', own)).toMatchObject({ code: 2, stderr: expect.stringContaining('hostctl login') });
  });

  it('is refused with a wrong key, which is not shown', async () => {
    const { code, stdout, stderr } = await run(`login ${server.url} --token-stdin`, { input: 'svc_live_wrong' });
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain('svc_live_wrong');
    const told = await run(`login ${server.url} ${account.live}`);
    expect(told.code).toBe(2);
    expect(told.stderr).not.toContain(account.live);
    expect(await run(`login ${server.url}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--token-stdin'),
    });
  });

  it('asks for an existing key in a terminal without showing it', async () => {
    const terminal = startInTerminal(`login ${server.url} --key --no-browser --context typed`);
    await until(() => terminal.stdout().includes('API key: '));
    terminal.child.stdin.write(`${account.live}\n`);
    const { code, stdout } = await terminal.exited;
    expect(code).toBe(0);
    expect(stdout).toContain('/developers/keys?new=true');
    expect(stdout).not.toContain(account.live);
  });
});

describe('a failure', () => {
  it('of a revoked key is refused without showing it', async () => {
    const { id: key, key: token } = await server.createKey(account.id, 'live');
    await server.operator.keys.revoke({ id: key });
    const { code, stderr } = await run('server list --verbose', { env: { HOSTCTL_TOKEN: token } });
    expect(code).toBe(1);
    expect(stderr).toContain('The key may be revoked or expired. Sign in again: hostctl login');
    expect(stderr).not.toContain(token);
  });

  it('of the network, a proxy or an older server says what to check', async () => {
    const proxy = await startHttpReceiver((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    onTestFinished(() => proxy.close());
    const missing = { success: false, error: { code: 'NOT_FOUND', message: 'This path or method does not exist.' } };
    const old = await startHttpReceiver((_request, response) => response.writeHead(404).end(JSON.stringify(missing)));
    onTestFinished(() => old.close());
    const at = (port: number) => run('billing balance', { env: { HOSTCTL_URL: `http://127.0.0.1:${port}` } });
    const [refused, behindProxy, older] = await Promise.all([at(1), at(proxy.port), at(old.port)]);
    expect(refused).toMatchObject({
      code: 3,
      stderr: 'hostctl: Cannot reach http://127.0.0.1:1: connection refused.\n',
    });
    expect(behindProxy).toMatchObject({ code: 3, stderr: expect.stringContaining('whether a proxy answers') });
    expect(older).toMatchObject({ code: 1, stderr: expect.stringContaining('older than this hostctl') });
  });

  it('of a self-signed certificate names --ca, which trusts it', async () => {
    const { cert, key } = await makeCertificate('localhost');
    const me = { success: true, data: { environment: 'live' } };
    const secure = await listen(
      createSecureServer({ cert, key }, (_request, response) => response.end(JSON.stringify(me))),
      '127.0.0.1',
    );
    onTestFinished(() => secure.close());
    const file = join(cli.home, 'ca.pem');
    await mkdir(cli.home, { recursive: true });
    await writeFile(file, cert);
    const at = (ca: string) => run(`auth me${ca}`, { env: { HOSTCTL_URL: `https://localhost:${secure.port}` } });
    const [untrusted, trusted] = await Promise.all([at(''), at(` --ca ${file}`)]);
    expect(untrusted).toMatchObject({ code: 3, stderr: expect.stringMatching(/not trusted: self-signed.*--ca/) });
    expect(trusted).toMatchObject({ code: 0, stdout: 'environment: live\n' });
  });

  it('of waiting has its own exit code, and Ctrl-C leaves the action alone', async () => {
    let polls = 0;
    const action = { success: true, data: { id: 7, type: 'hosting.restart', status: 'running', progress: 40 } };
    const endless = await startHttpReceiver((request, response) => {
      // A long poll, which the server keeps open.
      if (/wait=[1-9]/.test(request.url ?? '')) polls += 1;
      else response.end(JSON.stringify(action));
    });
    onTestFinished(() => endless.close());
    const at = { env: { HOSTCTL_URL: `http://127.0.0.1:${endless.port}` } };
    const late = await run('action show 7 --wait --wait-timeout 1', at);
    expect(late).toMatchObject({ code: 4, stderr: expect.stringContaining('has not ended after 1 seconds') });
    polls = 0;
    const waiting = start('action show 7 --wait', at);
    await until(() => polls === 1);
    waiting.child.kill('SIGINT');
    expect(await waiting.exited).toMatchObject({ code: 130, stderr: expect.stringContaining('The action goes on') });
  });

  it('is quiet if the reader of a pipe is gone', async () => {
    const line = `"$0" "$1" server list --help | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await cli.shell('bash', ['-c', line, process.execPath, cli.file], { env });
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });
});

describe('a terminal in a server', () => {
  it('is opened by ssh with the address of the server', async () => {
    const folder = join(cli.home, 'bin');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'ssh'), '#!/bin/sh\necho "$@"\nexit 7\n');
    await chmod(join(folder, 'ssh'), 0o755);
    const { code, stdout } = await run('ssh web1 -- uptime', { env: { PATH: `${folder}:${process.env.PATH}` } });
    expect(code).toBe(7);
    expect(stdout).toMatch(/^-l root [\d.]+ uptime\n$/);
  });

  it('is opened by console, and its exit code is that of the shell', async () => {
    const terminal = startInTerminal('console web1');
    await until(() => terminal.stdout().includes('# '));
    terminal.child.stdin.write('hostname\r');
    await until(() => /hostname\r+\nweb1\.example\.com/.test(terminal.stdout()));
    terminal.child.stdin.write('exit 7\r');
    expect((await terminal.exited).code).toBe(7);
    expect(await run('console web1')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a terminal') });
  });
});

describe('events', () => {
  it('are printed as they happen, and sent to a local program with a valid signature', async () => {
    const bodies: { body: string; headers: Record<string, string> }[] = [];
    const program = await startHttpReceiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push({ body, headers: request.headers as Record<string, string> });
      response.end();
    });
    onTestFinished(() => program.close());
    const listening = start(`webhook listen --forward-to http://127.0.0.1:${program.port}/hook --event ticket.created`);
    const tailing = start('events tail --last 0 --type ticket.created -o json');
    await until(() => listening.stdout().includes('Secret: '));
    const subject = 'A new event';
    // Both begin with the events after their first request, so tickets are created until both have one.
    await until(
      async () => {
        await server.post('/tickets', account.live, { subject, message: 'Text' });
        return bodies.length > 0 && tailing.stdout().includes(subject);
      },
      { everyMs: 250 },
    );
    const [, secret = ''] = /Secret: (\S+)/.exec(listening.stdout()) ?? [];
    const [delivery] = bodies;
    expect(await verifyWebhook(delivery?.body ?? '', delivery?.headers ?? {}, secret)).toMatchObject({
      event: 'ticket.created',
      data: { subject },
    });
    for (const { child } of [listening, tailing]) child.kill('SIGINT');
    const [{ code, stdout }, tailed] = await Promise.all([listening.exited, tailing.exited]);
    expect([code, tailed.code]).toEqual([130, 130]);
    expect(stdout).toMatch(/ticket\.created .* 200$/m);
    expect(JSON.parse(tailed.stdout.split('\n')[0] ?? '')).toMatchObject({
      event: 'ticket.created',
      data: { subject },
    });
  });
});

describe('the completion of bash', () => {
  it('has words and the names of servers', async () => {
    const folder = join(cli.home, 'path');
    await mkdir(folder, { recursive: true });
    await symlink(cli.file, join(folder, 'hostctl'));
    const PATH = [folder, join(process.execPath, '..'), process.env.PATH].join(':');
    const complete = async (...words: string[]) => {
      const script =
        'source <(hostctl completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hostctl; declare -p COMPREPLY';
      return (await cli.shell('bash', ['-c', script, 'bash', 'hostctl', ...words], { env: { ...env, PATH } })).stdout;
    };
    const [verbs, names] = await Promise.all([complete('server', 'rest'), complete('server', 'restart', 'we')]);
    expect(verbs).toBe('declare -a COMPREPLY=([0]="restart")\n');
    expect(names).toBe('declare -a COMPREPLY=([0]="web1.example.com")\n');
  });
});

/** Runs hostctl in a pseudo-terminal, whose input is what the test writes. */
function startInTerminal(words: string) {
  const line = [process.execPath, cli.file, ...words.split(' ')].map((word) => `'${word}'`).join(' ');
  return cli.spawnShell('script', ['-qec', line, '/dev/null'], { env });
}
