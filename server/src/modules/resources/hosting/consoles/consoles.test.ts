import { sql } from '@hostler/database';
import type { OperatorApi, PanelApi } from '@hostler/testing/api-types.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi, signInStaff } from '@hostler/testing/server/staff.ts';
import { TestTerminal } from '@hostler/testing/server/terminal.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Links } from '#kernel/mail/links.ts';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { createApp, urlOf } from '#program/app.ts';
import { createConsoleService } from './service.ts';
import { countInUse, markSeen } from './store.ts';

interface Console {
  url: string;
  expires_at: string;
}
interface Entry {
  action: string;
  actor_kind: string;
  actor_label: string;
  record_label: string | null;
  reason: string | null;
}

let server: TestServer;
let account: TestAccount;
let id: number;
const opened: TestTerminal[] = [];

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  id = await makeServer(account.id);
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const terminal of opened.splice(0)) terminal.socket.terminate();
  await until(async () => (await countOpen()) === 0);
});

async function makeServer(account_id: number): Promise<number> {
  return (await server.finish(server.operator.hosting.create({ account_id, hostname: 'shop.example.com' }))).id;
}
const ask = (key = account.live, hosting = id, body: object = {}) =>
  server.post<Console>(`/hosting/console?id=${hosting}`, key, body);
const connect = (url: string, headers?: Record<string, string>) => {
  const terminal = new TestTerminal(url, headers);
  opened.push(terminal);
  return terminal;
};
async function openWith(answer: Promise<{ status: number; body: { data: Console } }>): Promise<TestTerminal> {
  const { status, body } = await answer;
  expect(status).toBe(201);
  const terminal = connect(body.data.url);
  await terminal.hear('ready');
  return terminal;
}
const open = (...args: Parameters<typeof ask>) => openWith(ask(...args));

const OPEN = sql<object, { count: number }>(
  'select count(*) as count from consoles where opened_at is not null and closed_at is null',
);
const countOpen = async () => (await server.hostler.db.read(OPEN.one({})))?.count ?? 0;
const ENTRIES = sql<{ account_id: number }, Entry>(
  `select action, actor_kind, actor_label, record_label, reason from audit_entries
   where account_id = :account_id and action like 'hosting.console%' order by id`,
);
const entriesOf = (account_id: number) => server.hostler.db.read(ENTRIES.all({ account_id }));

describe('a console', () => {
  it('is a terminal of the server, resized by its client, which returns the exit code', async () => {
    const terminal = await open();
    await terminal.run('hostname', /^hostname\r\nshop.example.com\r\n/);
    terminal.resize(132, 50);
    await terminal.run('stty size', /50 132\r\n/);
    terminal.type('exit 7\r');
    expect(await terminal.hear('exit')).toMatchObject({ reason: 'exited', exit_code: 7 });
    expect(await terminal.closed()).toBe(1000);
  });

  it('agrees with the record of the server, also for a test key', async () => {
    const { ipv4, ipv6, memory_mb, disk_gb, vcpus, image } = (await server.get(`/hosting/show?id=${id}`, account.live))
      .body.data;
    for (const terminal of [await open(), await open(account.test)]) {
      await terminal.run('hostname -I', new RegExp(`\r\n${[...ipv4, ...ipv6].join(' ')}\r\n`));
      await terminal.run('free -m', new RegExp(`Mem: +${memory_mb} `));
      await terminal.run('df -h', new RegExp(` ${disk_gb}\\.0G `));
      await terminal.run('nproc', new RegExp(`\r\n${vcpus}\r\n`));
      await terminal.run('cat /etc/os-release', new RegExp(`ID=${image.split('/')[0]}\r\n`));
    }
  });

  it('is interrupted by Ctrl-C and has a history and a line editor', async () => {
    const terminal = await open();
    terminal.type('echo never\u0003');
    await terminal.see(/\^C\r\nroot@shop:~# $/);
    await terminal.run('echo onex\u007f', /\r\none\r\n/);
    await terminal.run('\u001b[A', /\r\none\r\n/);
  });

  it('shows the serial console with its login', async () => {
    const terminal = await open(account.live, id, { kind: 'serial' });
    await terminal.see(/Reached target[\s\S]*shop.example.com login: $/);
    await terminal.run('root', /root@shop:~# $/);
  });

  it('works once: of several clients one wins', async () => {
    const { url } = (await ask()).body.data;
    const clients = Array.from({ length: 5 }, () => connect(url));
    await Promise.all(clients.map((client) => until(() => client.controls.length > 0)));
    const types = clients.map(({ controls }) => controls[0]?.type).sort();
    expect(types).toEqual(['error', 'error', 'error', 'error', 'ready']);
    const refused = clients.find(({ controls }) => controls[0]?.type === 'error');
    expect(refused?.controls[0]).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await refused?.closed()).toBe(1008);
  });

  it('cannot be opened 60 seconds later', async () => {
    const { url, expires_at } = (await ask()).body.data;
    expect(Math.abs(Date.parse(expires_at) - server.clock.now() - MINUTE)).toBeLessThan(10 * SECOND);
    server.clock.advance(MINUTE + SECOND);
    expect(await connect(url).hear('error')).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('cannot be opened once its server is terminated', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    const { url } = (await ask(own.live, hosting)).body.data;
    await server.finish(server.operator.hosting.terminate({ id: hosting }));
    expect(await connect(url).hear('error')).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('cannot be opened if the rights of its key ended since, and the audit log says so', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    const { id: keyId, key } = await server.createKey(own.id, 'live');
    const { url } = (await ask(key, hosting)).body.data;
    await server.operator.keys.revoke({ id: keyId });
    expect(await connect(url).hear('error')).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await entriesOf(own.id)).toMatchObject([
      { action: 'hosting.console' },
      { action: 'hosting.console.close', actor_kind: 'key', reason: 'The rights to the console ended.' },
    ]);
  });

  it('refuses pages of other origins, unknown tokens and messages outside the protocol', async () => {
    const { url } = (await ask()).body.data;
    const foreign = connect(url, { origin: 'https://evil.example' });
    const status = await new Promise((resolve) =>
      foreign.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
    );
    expect(status).toBe(403);
    const own = connect(url, { origin: server.url });
    await own.hear('ready');
    own.socket.send('{"type":"eval"}');
    expect(await own.hear('exit')).toMatchObject({ reason: 'bad_message' });
    const guessed = connect(url.replace(/svc_ct_.*/, 'svc_ct_x'));
    expect(await guessed.hear('error')).toMatchObject({ code: 'UNAUTHORIZED' });
    const large = await open();
    large.socket.send(Buffer.alloc(65 * 1024));
    expect(await large.closed()).toBe(1009);
  });

  it('is refused for a server of another account, one that is stopped, and without the scope', async () => {
    const other = await server.createAccount();
    expect((await ask(other.live)).status).toBe(404);
    const stopped = await makeServer(account.id);
    await server.endOf(
      (await server.post<{ action_id: number }>(`/hosting/stop?id=${stopped}`, account.live)).body.data.action_id,
      account.live,
    );
    expect((await ask(account.live, stopped)).body).toMatchObject({ error: { code: 'VPS_NOT_RUNNING' } });
    const { key } = await server.createKey(account.id, 'live', { scopes: ['hosting.read', 'hosting.write'] });
    expect((await ask(key)).status).toBe(403);
    expect((await ask(account.live, id, { kind: 'graphical' })).status).toBe(422);
  });

  it('is limited to five for each server', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    for (let count = 0; count < 5; count++) expect((await ask(own.live, hosting)).status).toBe(201);
    expect((await ask(own.live, hosting)).body).toMatchObject({ error: { code: 'QUOTA_EXCEEDED' } });
    server.clock.advance(MINUTE + SECOND);
    expect((await ask(own.live, hosting)).status).toBe(201);
  });

  it('is limited to ten for each account, over all its servers', async () => {
    const own = await server.createAccount();
    const [first, second, third] = [await makeServer(own.id), await makeServer(own.id), await makeServer(own.id)];
    for (const hosting of [first, second])
      for (let count = 0; count < 5; count++) expect((await ask(own.live, hosting)).status).toBe(201);
    expect((await ask(own.live, third)).body.error).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('This account has 10 consoles'),
    });
    expect((await ask()).status).toBe(201);
  });

  it('is a fixed set of commands for a test key, and no shell', async () => {
    const terminal = await open(account.test);
    await terminal.see(/This is the sandbox/);
    await terminal.run('hostname', /\r\nshop.example.com\r\n/);
    await terminal.run("echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! | grep '(a+)+$'", /not a shell: .* Type help/);
    await terminal.run("printf '%%s' a", /not a shell: .* Type help/);
    await terminal.run('help', /whoami/);
  });
});

describe('the audit log', () => {
  it('has the begin and the end of every session, and no token', async () => {
    const own = await server.createAccount();
    const terminal = await open(own.live, await makeServer(own.id));
    await terminal.run('date', /GMT\r\n/);
    terminal.socket.close();
    await until(async () => (await entriesOf(own.id)).length === 3);
    expect(await entriesOf(own.id)).toMatchObject([
      { action: 'hosting.console' },
      { action: 'hosting.console.open', actor_kind: 'key', record_label: 'shop.example.com', reason: null },
      {
        action: 'hosting.console.close',
        reason: expect.stringMatching(/^The client disconnected. Open for \d+ seconds?/),
      },
    ]);
    expect(JSON.stringify(await entriesOf(own.id))).not.toContain('svc_ct_');
  });

  it('has the end of a session whose process was killed', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    const { url } = (await ask(own.live, hosting)).body.data;
    const CLAIM = sql<{ hosting_id: number }>(
      'update consoles set opened_at = created_at, seen_at = created_at where hosting_id = :hosting_id',
    );
    await server.hostler.db.write(() => CLAIM.run({ hosting_id: hosting }));
    server.clock.advance(2 * MINUTE);
    await server.runUpkeep('consoles.close-abandoned');
    expect((await entriesOf(own.id)).at(-1)).toMatchObject({ action: 'hosting.console' });
    server.clock.advance(2 * MINUTE);
    await server.runUpkeep('consoles.close-abandoned');
    expect((await entriesOf(own.id)).at(-1)).toMatchObject({ action: 'hosting.console.close' });
    expect(await connect(url).hear('error')).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('outlives the record of a session, which is deleted after 30 days', async () => {
    const own = await server.createAccount();
    expect((await ask(own.live, await makeServer(own.id))).status).toBe(201);
    const RECORDS = sql<{ account_id: number }, object>('select id from consoles where account_id = :account_id');
    const countRecords = async () => {
      await server.runUpkeep('consoles.forget-old');
      return (await server.hostler.db.read(RECORDS.all({ account_id: own.id }))).length;
    };
    server.clock.advance(29 * DAY);
    expect(await countRecords()).toBe(1);
    server.clock.advance(2 * DAY);
    expect(await countRecords()).toBe(0);
    expect(await entriesOf(own.id)).toHaveLength(1);
  });
});

describe('a session ends within seconds', () => {
  it('when its key is revoked', async () => {
    const { id: keyId, key } = await server.createKey(account.id, 'live');
    const terminal = await open(key);
    await server.operator.keys.revoke({ id: keyId });
    expect(await terminal.hear('exit')).toMatchObject({ reason: 'rights' });
    expect(await terminal.closed()).toBe(1008);
  });

  it('when the person signs out, and when a member is removed', async () => {
    const people = peopleOf(server);
    const owner = await people.owner();
    const hosting = await makeServer(owner.accountId);
    const member = await people.member(owner.accountId, { scopes: 'hosting.read hosting.console' });
    const openAs = async ({ panel }: typeof member) => {
      const headers = { authorization: `Bearer ${await panel.token(owner.accountId)}` };
      return openWith(server.request<Console>('POST', `/hosting/console?id=${hosting}`, { headers }));
    };
    const [first, second] = [await openAs(owner as never), await openAs(member)];
    await owner.panel.post('/sessions/remove', {});
    expect(await first.hear('exit')).toMatchObject({ reason: 'rights' });
    await second.run('echo still', /still\r\n/);
    const REMOVE = sql<{ account_id: number; person_id: number }>(
      'delete from memberships where account_id = :account_id and person_id = :person_id',
    );
    await server.hostler.db.write(() => REMOVE.run({ account_id: owner.accountId, person_id: member.person.id }));
    expect(await second.hear('exit')).toMatchObject({ reason: 'rights' });
  });

  it('when the server or the account is suspended', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    const terminal = await open(own.live, hosting);
    await server.operator.accounts.suspend({ account_id: own.id, cause: 'abuse', reason: 'Spam' });
    expect(['rights', 'exited']).toContain((await terminal.hear('exit')).reason);
  });

  it('when there is no input, and when the server shuts down', async () => {
    const idle = await startTestServer({ env: { HOSTLER_CONSOLE_IDLE_SECONDS: '1' } });
    try {
      const own = await idle.createAccount();
      const made = await idle.finish(idle.operator.hosting.create({ account_id: own.id, hostname: 'a.example.com' }));
      const url = async () => (await idle.post<Console>(`/hosting/console?id=${made.id}`, own.live, {})).body.data.url;
      const terminal = new TestTerminal(await url());
      expect(await terminal.hear('exit')).toMatchObject({ reason: 'idle' });
      const other = new TestTerminal(await url());
      const busy = setInterval(() => other.socket.readyState === 1 && other.type('\r'), 100);
      await other.hear('ready');
      await idle.stop();
      clearInterval(busy);
      expect(await other.hear('exit')).toMatchObject({ reason: 'shutdown' });
      expect(await other.closed()).toBe(1001);
    } finally {
      await idle.stop().catch(() => {});
    }
  });
});

describe('staff', () => {
  it('open a console with a reason that the customer sees', async () => {
    const customer = await peopleOf(server).owner('console-owner@example.com');
    const hosting = await makeServer(customer.accountId);
    const staff = await signInStaff(server, 'technician');
    const path = `/hosting/terminal?id=${hosting}`;
    expect((await staff.post(path, {})).status).toBe(422);
    expect((await staff.post('/hosting/terminal?id=999999', { reason: 'Ticket 7' })).status).toBe(404);
    expect((await (await signInStaff(server, 'billing')).post(path, { reason: 'Ticket 7' })).status).toBe(403);
    const terminal = await openWith(staff.post<Console>(path, { reason: 'Ticket 7' }) as never);
    await terminal.run('whoami', /root\r\n/);
    await signInStaff(server, 'owner');
    await server.operator.staff.disable({ id: staff.id });
    expect(await terminal.hear('exit')).toMatchObject({ reason: 'rights' });
    const audit = async () =>
      (await customer.panel.get<PanelApi.AuditEntry[]>(`/audit?account_id=${customer.accountId}`)).body.data.filter(
        ({ action }) => /^hosting.(console|terminal)/.test(action),
      );
    await expect.poll(async () => (await audit()).length, { interval: 200 }).toBe(3);
    expect((await audit()).slice(1)).toMatchObject([
      { action: 'hosting.console.open', actor: { kind: 'operator' }, reason: 'Ticket 7', address: null },
      { action: 'hosting.terminal', actor: { kind: 'operator' }, reason: 'Ticket 7' },
    ]);
  });

  it('never open one while they view an account as its customer', async () => {
    const staff = await signInStaff(server, 'owner');
    const view = await staff.post<OperatorApi.AccountView>(`/accounts/view?id=${account.id}`, { reason: 'Ticket 7' });
    const headers = { authorization: `Bearer ${view.body.data.access_token}` };
    expect((await server.request('POST', `/hosting/console?id=${id}`, { headers })).status).toBe(403);
    const body = { reason: 'Ticket 7' };
    expect((await callOperatorApi(server, 'POST', `/hosting/terminal?id=${id}`, headers, body)).status).toBe(401);
  });
});

describe('a flood of output', () => {
  it('waits for a client that does not read, while others are served', async () => {
    const [flooded, other] = [await open(), await open()];
    flooded.socket.pause();
    flooded.type('help\r'.repeat(10_000));
    const before = memory();
    let slowest = 0;
    for (let round = 0; round < 50; round++) {
      const began = performance.now();
      await other.run(`echo round-${round}-`, new RegExp(`\\nround-${round}-`));
      slowest = Math.max(slowest, performance.now() - began);
    }
    expect(memory() - before).toBeLessThan(50 * 2 ** 20);
    expect(slowest).toBeLessThan(5_000);
    flooded.socket.resume();
    await flooded.see(/whoami[\s\S]*whoami/);
  });
});

describe('input', () => {
  it('of ten consoles that flood with one-byte messages is limited together, while a neighbour is served', async () => {
    const own = await server.createAccount();
    const neighbour = await server.createAccount();
    const servers = [await makeServer(own.id), await makeServer(own.id)];
    const flooding: Awaited<ReturnType<typeof open>>[] = [];
    for (const hosting of servers) for (let count = 0; count < 5; count++) flooding.push(await open(own.live, hosting));
    const began = performance.now();
    // Each backspace shows the prompt again.
    for (const terminal of flooding)
      for (let count = 0; count < 10_000; count++) terminal.type('x\u007f'[count % 2] ?? '');
    const countTaken = () => flooding.reduce((sum, { output }) => sum + 2 * output.split('\u001b[K').length, 0);
    for (let request = 0; request < 50; request++) {
      expect((await server.get('/hosting', neighbour.live)).status).toBe(200);
    }
    const seconds = (performance.now() - began) / 1_000;
    expect(countTaken()).toBeLessThan(1.2 * 1_000 * (1 + seconds) + 200);
  });

  it('of a paste of 100 KB arrives completely', async () => {
    const terminal = await open();
    const words = Array.from({ length: 110 }, (_, index) => `${String(index).padStart(4, '0')}${'x'.repeat(927)}`);
    const paste = words.map((word) => `echo ${word}\r`).join('');
    expect(paste.length).toBeGreaterThan(100 * 1024);
    for (let at = 0; at < paste.length; at += 16 * 1024) terminal.type(paste.slice(at, at + 16 * 1024));
    await until(() => terminal.output.includes(`\r\n${words.at(-1)}\r\n`));
    const shown = [...terminal.output.matchAll(/\r\n(\d{4}x+)\r\n/g)].map(([, word]) => word);
    expect(shown).toEqual(words);
  });
});

describe('two processes on one database', () => {
  it('give five addresses at most to requests at the same moment', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    const { db, clock } = server.hostler;
    const links = new Links({ publicUrl: server.url, host: '127.0.0.1', port: 0 });
    const consoles = createConsoleService({ links, vps: { capabilities: new Set(['terminal']) } });
    const one = { kind: 'key', id: own.id } as const;
    const owner = { accountId: own.id, environment: 'live', holder: one, actor: { ...one, label: 'deploy' } } as const;
    // In one process the writes of an account wait for each other before their transaction.
    const create = () => db.write(() => consoles.create(owner, hosting, 'shell', clock.now()));
    const results = await Promise.allSettled(Array.from({ length: 12 }, create));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('know from their records which sessions are open', async () => {
    const own = await server.createAccount();
    const hosting = await makeServer(own.id);
    const IDS = sql<{ account_id: number }, { id: number }>(
      'select id from consoles where account_id = :account_id order by id',
    );
    for (let count = 0; count < 3; count++) await open(own.live, hosting);
    const { db, clock } = server.hostler;
    const [recorded, abandoned, other] = (await db.read(IDS.all({ account_id: own.id }))).map(({ id }) => id);
    server.clock.advance(4 * MINUTE);
    const see = (...ids: (number | undefined)[]) =>
      db.write(() =>
        markSeen(
          ids.filter((id) => id !== undefined),
          clock.now(),
        ),
      );
    expect(await see(recorded, other)).toEqual(new Set([recorded, other]));
    await server.runUpkeep('consoles.close-abandoned');
    expect(await see(recorded, abandoned, other)).toEqual(new Set([recorded, other]));
    const { ofAccount, ofServer } = await db.read(countInUse(own.id, hosting, clock.now(), clock.now() - MINUTE));
    expect([ofAccount, ofServer]).toEqual([2, 2]);
  });

  it('give an address to one client only', async () => {
    const replica = await createApp(server.hostler);
    try {
      await replica.http.listen({ host: '127.0.0.1', port: 0 });
      const { pathname, search } = new URL((await ask()).body.data.url);
      const clients = [server.url, urlOf(replica.http)].map((base) => connect(new URL(pathname + search, base).href));
      await Promise.all(clients.map((client) => until(() => client.controls.length > 0)));
      expect(clients.map(({ controls }) => controls[0]?.type).sort()).toEqual(['error', 'ready']);
    } finally {
      for (const terminal of opened) terminal.socket.terminate();
      await replica.close(1_000);
    }
  });
});

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
