import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/until.ts';
import { Client } from './client.ts';
import { type Finished, runHostler } from './hostler-process.ts';
import { runsOnPostgres } from './seed.ts';
import { serve } from './server.ts';
import { queryStored } from './stored.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const run = (...args: string[]) => runHostler(args, world.server.settings);

/** Expects exit code 1 and one plain sentence on standard error, without a stack trace. */
function expectSentence({ code, stdout, stderr }: Finished, text: RegExp): void {
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^hostler: [^\n]+\n$/);
  expect(stderr).toMatch(text);
  expect(stderr).not.toMatch(/\bat .+:\d+:\d+/);
}

describe('the command line', () => {
  test('lists every command, and every command has --help', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?) {2,}\S/gm)].map(([, name = '']) => name);
    for (const name of [
      'serve',
      'worker',
      'migrate',
      'account create',
      'account list',
      'key create',
      'key revoke',
      'plan create',
      'plan list',
      'subscription create',
      'hosting create',
      'hosting adopt',
      'hosting start',
      'hosting stop',
      'hosting restart',
      'hosting console',
      'hosting suspend',
      'hosting unsuspend',
      'hosting terminate',
      'ticket reply',
      'ticket close',
      'invoice list',
      'invoice pay',
      'billing run',
      'backup-data',
      'doctor',
    ]) {
      expect(commands).toContain(name);
    }
    const explained = await Promise.all(['key create', 'doctor'].map((name) => run(...name.split(' '), '--help')));
    for (const { code: ended, stdout: help } of explained) {
      expect(ended).toBe(0);
      expect(help).toMatch(/^Usage: hostler /m);
      expect(help).toContain('--json');
    }
  });

  test('prints JSON with --json and a table otherwise', async () => {
    const [json, table] = await Promise.all([run('account', 'list', '--json'), run('account', 'list')]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'Beta' }, { name: 'Alpha' }]);
    expect(table.stdout).toMatch(/^id +name +email/);
    expect(table.stdout).toMatch(/^1 +Alpha +alpha@example\.com/m);
    expect([json.stderr, table.stderr]).toEqual(['', '']);
  });

  test('accepts --json at any position', async () => {
    const [first, between] = await Promise.all([run('--json', 'migrate'), run('account', '--json', 'list')]);
    expect([first.code, first.stdout && JSON.parse(first.stdout)]).toEqual([0, { applied: [] }]);
    expect(JSON.parse(between.stdout)).toMatchObject([{ name: 'Beta' }, { name: 'Alpha' }]);
  });

  test('refuses unknown commands and invalid options with a one-line error and exit code 1', async () => {
    const account = String(world.alpha.id);
    const [unknown, missing, wrong, choice, option, scope, nobody, dry, file, statement] = await Promise.all([
      run('make', 'coffee'),
      run('key', 'create', '--account', account),
      run('key', 'create', '--account', 'one', '--environment', 'live', '--scopes', 'all'),
      run('key', 'create', '--account', account, '--environment', 'space', '--scopes', 'all'),
      run('account', 'list', '--colour', 'red'),
      run('key', 'create', '--account', account, '--environment', 'live', '--scopes', 'tickets.read,nonsense'),
      run('key', 'create', '--account', '999999', '--environment', 'live', '--scopes', 'all'),
      run('migrate', '--dry-run'),
      run('payment', 'import', '--file', '/nowhere/statement.csv'),
      run('payment', 'import', '--file', import.meta.filename),
    ]);
    expectSentence(unknown, /no command "make coffee"/);
    expectSentence(missing, /--environment is missing/);
    expectSentence(wrong, /--account must be a whole number/);
    expectSentence(choice, /--environment must be one of: live, test/);
    expectSentence(option, /--colour/);
    expectSentence(scope, /nonsense is not a scope/);
    expectSentence(nobody, /Account not found/);
    expectSentence(dry, /--dry-run/);
    expectSentence(file, /There is no folder \/nowhere/);
    expectSentence(statement, /The statement cannot be read/);
  });

  test('refuses an invalid setting with a one-line error that names it', async () => {
    const withSetting = (name: string, value: string) =>
      runHostler(['account', 'list'], { ...world.server.settings, [name]: value });
    const [port, environments, database, secret] = await Promise.all([
      withSetting('HOSTLER_PORT', 'eighty'),
      withSetting('HOSTLER_ENVIRONMENTS', 'live,staging'),
      withSetting('HOSTLER_DATABASE_URL', 'mysql://secret-password@example.com/x'),
      withSetting('HOSTLER_SECRET_KEY', 'short'),
    ]);
    expectSentence(port, /HOSTLER_PORT/);
    expectSentence(environments, /HOSTLER_ENVIRONMENTS/);
    expectSentence(database, /HOSTLER_DATABASE_URL/);
    expect(database.stderr).not.toContain('secret-password');
    expectSentence(secret, /HOSTLER_SECRET_KEY/);
  });

  test('refuses data that was written with another secret key', async () => {
    const settings = { ...world.server.settings, HOSTLER_SECRET_KEY: 'another secret key of sufficient length' };
    expectSentence(await runHostler(['account', 'list'], settings), /secret key/);
  });
});

describe('an account', () => {
  test('is created with its first owner, who can own several accounts, and the password is stored as a hash', async () => {
    const what = ['account', 'create', '--name', 'Gamma', '--email', 'Gamma@Example.com'];
    const made = await run(...what, '--password', 'correct horse battery', '--json');
    expect(JSON.parse(made.stdout)).toMatchObject({
      name: 'Gamma',
      email: 'gamma@example.com',
      invitation_url: null,
    });
    const [twice, invited, bad, weak] = await Promise.all([
      run(...what, '--json'),
      run('account', 'create', '--name', 'New', '--email', 'new@example.com', '--json'),
      run('account', 'create', '--name', 'X', '--email', 'nonsense'),
      run('account', 'create', '--name', 'X', '--email', 'x@example.com', '--password', 'short'),
    ]);
    expect(JSON.parse(twice.stdout)).toMatchObject({ email: 'gamma@example.com', invitation_url: null });
    expect(JSON.parse(invited.stdout).invitation_url).toMatch(/^https?:\/\/[^/]+\/invitation#[0-9A-Za-z]{43}$/);
    expect(JSON.parse((await run('person', 'list', '--json')).stdout)).toContainEqual(
      expect.objectContaining({ email: 'gamma@example.com', staff_role: null }),
    );
    expectSentence(bad, /not an e-mail address/);
    expectSentence(weak, /at least \d+ characters/);
    const persons = JSON.stringify(await queryStored(world.server.settings, 'select * from persons'));
    expect(persons).toContain('argon2id$');
    expect(persons).not.toContain('correct horse battery');
  });
});

describe('an API key', () => {
  test('is shown once and stored only as a hash', async () => {
    const { key, hint } = await world.server.command<{ key: string; hint: string }>(
      ...['key', 'create', '--account', String(world.alpha.id), '--environment', 'test', '--scopes', 'all'],
    );
    expect(key).toMatch(/^svc_test_/);
    expect(key.endsWith(hint)).toBe(true);
    const rows = JSON.stringify(await queryStored(world.server.settings, 'select * from api_keys'));
    expect(rows).not.toContain(key.slice('svc_test_'.length, -hint.length));
    expect((await world.client.get('/auth/me', key)).status).toBe(200);
  });

  test('has tokens that are also stored only as hashes', async () => {
    const { body } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
    });
    const stored = [
      ...(await queryStored(world.server.settings, 'select * from access_tokens')),
      ...(await queryStored(world.server.settings, 'select * from refresh_tokens')),
    ];
    expect(stored.length).toBeGreaterThan(1);
    for (const token of [body.data.access_token, body.data.refresh_token]) {
      expect(JSON.stringify(stored)).not.toContain(token.slice(-20));
    }
  });
});

describe('plans and subscriptions', () => {
  test('are created by the operator, with a first invoice, and the customer sees them immediately', async () => {
    const plan = ['plan', 'create', '--name', 'Mail', '--price', '1200', '--currency', 'USD', '--period', 'yearly'];
    await world.server.command(...plan);
    const [plans, made] = await Promise.all([
      world.server.command<{ name: string }[]>('plan', 'list'),
      world.server.command<{ id: number }>('subscription', 'create', '--account', world.alpha.id, '--plan', 'Mail'),
    ]);
    expect(plans.map(({ name }) => name)).toEqual(['Mail', 'VPS S']);
    const shown = await world.client.get(`/subscriptions/show?id=${made.id}`, world.alpha.live);
    expect(shown.body.data).toMatchObject({
      plan: 'Mail',
      price: 1200,
      currency: 'USD',
      billing_period: 'yearly',
      hosting_id: null,
    });
    const invoices = await world.server.command<{ subscription_id: number }[]>(
      ...['invoice', 'list', '--account', world.alpha.id],
    );
    expect(invoices.map(({ subscription_id }) => subscription_id)).toContain(made.id);
  });
});

describe('a VPS', () => {
  const ofAlpha = () => ['--account', String(world.alpha.id)];

  test('has a console that support can read, as plain text or as JSON', async () => {
    const id = String(world.alpha.hosting);
    await world.client.until(`/hosting/show?id=${id}`, world.alpha.live, ({ status }) => status === 'running');
    const [text, json] = await Promise.all([
      run('hosting', 'console', '--id', id),
      run('hosting', 'console', '--id', id, '--json'),
    ]);
    expect(text.stdout).toContain('alpha.test login:');
    expect(text.stdout).not.toMatch(/[^\n\t\P{Cc}]/u);
    expect(JSON.parse(json.stdout)).toMatchObject({ hostname: 'alpha.test', console: expect.any(String) });
    expectSentence(await run('hosting', 'console', '--id', '999999'), /Server not found/);
  });

  test('is refused with an invalid SSH key, kind or instance, and the error names the option', async () => {
    const create = ['hosting', 'create', ...ofAlpha(), '--hostname', 'x.test'];
    const [key, file, kind, instance] = await Promise.all([
      run(...create, '--ssh-key', 'ssh-rsa AAAA'),
      run(...create, '--ssh-key-file', '/nowhere/id.pub'),
      run('plan', 'create', '--name', 'Odd', '--price', '1', '--kind', 'mainframe'),
      run('hosting', 'adopt', ...ofAlpha(), '--instance', '../x'),
    ]);
    expectSentence(key, /ssh-key\[0\] is damaged/);
    expectSentence(file, /\/nowhere\/id\.pub cannot be read/);
    expectSentence(kind, /--kind must be one of: container, virtual-machine/);
    expectSentence(instance, /--instance must be/);
  });

  test('is terminated if the adopted machine does not exist, and its action has the reason', async () => {
    const { code, stdout } = await run(
      ...['hosting', 'adopt', ...ofAlpha(), '--instance', 'nobody-made-this', '--wait', '--json'],
    );
    const adopted = JSON.parse(stdout);
    expect([code, adopted]).toMatchObject([1, { status: 'terminated', error: 'The server does not exist.' }]);
    const { body } = await world.client.get(`/actions/show?id=${adopted.action_id}`, world.alpha.live);
    expect(body.data).toMatchObject({ type: 'hosting.adopt', status: 'failed', error: { code: 'ENGINE_NOT_FOUND' } });
  });
});

describe('a ticket', () => {
  test('can be closed by staff with a last message', async () => {
    const { body } = await world.client.post('/tickets', world.alpha.live, {
      subject: 'a',
      message: 'b',
    });
    await world.server.command('ticket', 'close', '--id', body.data.id, '--message', 'Done.');
    const shown = await world.client.get(`/tickets/show?id=${body.data.id}`, world.alpha.live);
    expect(shown.body.data).toMatchObject({
      status: 'closed',
      messages: [{ message: 'b' }, { author_type: 'staff', message: 'Done.' }],
    });
    expectSentence(await run('ticket', 'reply', '--id', String(body.data.id), '--message', 'More'), /closed/);
  });
});

describe('the installation', () => {
  test('is checked by doctor', async () => {
    // On a busy machine a part may respond after its timeout.
    await eventually(async () => {
      const parts = await world.server.command<{ part: string; state: string }[]>('doctor');
      const known = parts.map(({ part, state }) => [part, state]);
      // It warns if this machine was so busy that the server had to wait for a second.
      expect(known).toContainEqual(['event loop', expect.stringMatching(/^(ok|attention)$/)]);
      expect(known.filter(([part]) => part !== 'event loop')).toEqual([
        ['hostler', 'ok'],
        ['database', 'ok'],
        // No copy exists yet.
        ['copy of the data', 'attention'],
        // The check of the secret key warns until staff have confirmed that it is kept elsewhere.
        ['secret key', 'attention'],
        ['vps', 'ok'],
        ['dns', 'ok'],
        ['postgresql', 'ok'],
        ['mariadb', 'ok'],
        ['mailboxes', 'ok'],
        ['backup storage', 'ok'],
        ['payment: transfer', 'ok'],
        ['mail', 'ok'],
        // No seller is configured.
        ['seller', 'attention'],
        ['machines', 'ok'],
        ['firewalls', 'ok'],
        ['mail domains', 'ok'],
        ['recipes', 'ok'],
        ['images', 'ok'],
        ['billing addresses', 'ok'],
        ['usage limits', 'ok'],
        ['orders', 'ok'],
        ['server sizes', 'ok'],
        ['server subscriptions', 'ok'],
        ['order review', 'ok'],
        ['document archive', 'ok'],
        ['billing', 'ok'],
        ['bank lines', 'ok'],
        ['payouts', 'ok'],
        ['settings', 'ok'],
        ['sign-up', 'ok'],
        ['failures', 'ok'],
      ]);
    });
    await eventually(async () => expect((await run('doctor')).stdout).toMatch(/^vps {2,}Ok\. .+\.$/m));
  });

  test('can be migrated any number of times', async () => {
    const { code, stdout } = await run('migrate');
    expect([code, stdout.trim()]).toEqual([0, 'The database is up to date.']);
  });

  test.skipIf(runsOnPostgres)('can be copied while it runs, and the copy serves the same data', async () => {
    const copy = join(world.server.dataDir, '..', 'copy');
    await mkdir(copy);
    const before = await world.client.total('/tickets', world.alpha.live);
    await world.server.command('backup-data', '--to', join(copy, 'hostler.db'));
    expectSentence(await run('backup-data', '--to', join(copy, 'hostler.db')), /exists already/);
    await cp(join(world.server.dataDir, 'secret.key'), join(copy, 'secret.key'));
    const restored = await serve({ ...world.server.settings, HOSTLER_DATA_DIR: copy });
    try {
      const client = await Client.connect(restored);
      expect(await client.total('/tickets', world.alpha.live)).toBe(before);
    } finally {
      restored.process.kill('SIGTERM');
      await restored.process.exited;
      await rm(copy, { recursive: true });
    }
  });

  test('is copied to a file that only its owner can read, and cannot be replaced while it runs', async () => {
    const file = join(world.server.dataDir, 'copy');
    await world.server.command('backup-data', '--to', file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expectSentence(await run('restore-data', '--from', file), /already\. With --replace/);
    expectSentence(
      await run('restore-data', '--from', file, '--replace'),
      /There are connections of Hostler|Another hostler serve uses/,
    );
    await rm(file);
  });

  test.skipIf(runsOnPostgres)(
    'is not created by a worker or a read-only command in a folder without a database',
    async () => {
      const mistyped = join(world.server.dataDir, '..', 'mistyped');
      const settings = { ...world.server.settings, HOSTLER_DATA_DIR: mistyped };
      const expected = `There is no database in ${mistyped}; is HOSTLER_DATA_DIR right?`;
      for (const command of [['worker'], ['account', 'list'], ['doctor'], ['billing', 'run']]) {
        const { code, stderr } = await runHostler(command, settings);
        expect([code, stderr]).toEqual([1, expect.stringContaining(expected)]);
      }
      expect(existsSync(mistyped)).toBe(false);
      // A command that creates something may start a new installation.
      expect(
        await runHostler(['account', 'create', '--name', 'First', '--email', 'first@example.com'], settings),
      ).toMatchObject({ code: 0 });
      expect(await runHostler(['account', 'list'], settings)).toMatchObject({ code: 0 });
      await rm(mistyped, { recursive: true });
    },
  );

  test.runIf(runsOnPostgres)('on PostgreSQL requires HOSTLER_SECRET_KEY', async () => {
    const { HOSTLER_SECRET_KEY: _, ...settings } = world.server.settings;
    expectSentence(await runHostler(['account', 'list'], settings), /HOSTLER_SECRET_KEY must be set/);
  });
});
