import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePng } from '@hostler/testing/png.ts';
import { PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { createReadinessCheck } from '#health/readiness.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { DAY } from '#kernel/time.ts';
import { serverCommands } from '#program/server-commands.ts';

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc';

const PASSWORD = ['--password', 'twelve letters'];

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'Base', price: 990 });
});
afterAll(() => server.stop());

function run<T = Record<string, unknown>>(name: string, ...args: (string | number)[]): Promise<T> {
  return server.run<T>(name, ...args);
}

const ofAccount = () => ['--account', account.id];
const makeServer = () => server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.test' }));

describe('commands about accounts, people and keys', () => {
  it('account create and list', async () => {
    const made = await run(
      'account create',
      '--name',
      'Ada',
      '--email',
      'Ada@Example.com',
      '--password',
      'twelve letters',
    );
    expect(made).toMatchObject({ name: 'Ada', email: 'ada@example.com', invitation_url: null });
    const { invitation_url: _, ...listed } = made;
    expect(await run('account list')).toContainEqual(listed);
    expect(await run('account show', '--id', Number(listed.id))).toMatchObject({ id: listed.id, status: 'active' });
    const again = run('account create', '--name', 'Ada', '--email', 'ada@example.com');
    // A known person owns an additional account.
    expect(await again).toMatchObject({ email: 'ada@example.com', invitation_url: null });
    const weak = run('account create', '--name', 'Bob', '--email', 'bob@example.com', '--password', 'short');
    await expect(weak).rejects.toMatchObject({ details: [{ field: '--password' }] });
    const named = run('account create', '--name', 'Bob\nand others', '--email', 'bob@example.com');
    await expect(named).rejects.toMatchObject({ details: [{ field: '--name' }] });
  });

  it('person list, invite, reset, lift-factor, disable and erase, and operator create', async () => {
    const owner = await run<{ id: number }>(
      'operator create',
      '--email',
      'boss@example.com',
      '--role',
      'owner',
      '--password',
      'twelve letters',
    );
    await run('account create', '--name', 'Eve', '--email', 'eve@example.com', '--password', 'twelve letters');
    const invite = ['--email', 'new@example.com', '--scopes', 'tickets.read'];
    expect(await run('person invite', ...ofAccount(), ...invite)).toMatchObject({ email: 'new@example.com' });
    const people = await run<{ id: number; email: string; accounts: object[] }[]>('person list');
    const { id, accounts } = people.find(({ email }) => email === 'eve@example.com') ?? { id: 0 };
    expect(accounts).toEqual([{ id: expect.any(Number), name: 'Eve', role: 'owner' }]);
    expect(await run('person list', '--text', 'EVE@', '--status', 'disabled')).toEqual([]);
    expect(people).toContainEqual(expect.objectContaining({ id: owner.id, staff_role: 'owner' }));
    expect(await run('person reset', '--id', id)).toHaveProperty('reset_url');
    const removal = ['--id', id, '--reason', 'Lost the telephone', '--by', 'boss@example.com'];
    await expect(run('person lift-factor', ...removal)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await run('person disable', '--id', id)).toMatchObject({ disabled_at: expect.any(String) });
    expect(await run('person erase', '--id', id, '--force')).toMatchObject({ id, name: 'Erased person' });
  });

  it('operator list, update, disable, key create, key list and key revoke', async () => {
    const add = (email: string) =>
      run<{ id: number }>('operator create', '--email', email, '--role', 'owner', ...PASSWORD);
    await add('other-boss@example.com');
    const { id } = await add('helper@example.com');
    const roles = ['--role', 'billing,support', '--name', 'Helper'];
    expect(await run('operator update', '--id', id, ...roles)).toMatchObject({
      role: 'support,billing',
      name: 'Helper',
    });
    expect(await run('operator disable', '--id', id)).toMatchObject({ disabled_at: expect.any(String) });
    expect(await run('operator list', '--status', 'disabled')).toMatchObject([{ id, email: 'helper@example.com' }]);
    const made = await run('operator key create', '--name', 'reports', '--role', 'billing');
    const { key, ...shown } = made;
    expect(key).toMatch(/^svc_op_/);
    expect(await run('operator key list')).toEqual([shown]);
    const revoked = { ...shown, revoked_at: expect.any(String) };
    expect(await run('operator key revoke', '--id', Number(made.id))).toEqual(revoked);
  });

  it('setting list, set and reset', async () => {
    const set = await run('setting set', '--link-abuse', 'https://example.com/abuse', '--terminate-days', 40);
    expect(set).toMatchObject({ changed: [{ name: 'terminate_days', value: '40' }, { name: 'link_abuse' }] });
    const shown = { name: 'terminate_days', value: '40', source: 'stored', changed_by: 'command line' };
    expect(await run('setting list', '--text', 'terminate')).toMatchObject([shown]);
    const wrong = run('setting set', '--terminate-days', 3);
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--terminate-days' }] });
    for (const name of ['terminate_days', 'link_abuse']) await run('setting reset', '--name', name);
    expect(await run('setting list', '--text', 'terminate')).toMatchObject([{ value: '0', source: 'default' }]);
  });

  it('brand image list, set and remove', async () => {
    const file = join(server.settings.HOSTLER_DATA_DIR ?? '', 'logo.png');
    await writeFile(file, makePng({ width: 90, height: 30 }));
    const set = await run('brand image set', '--kind', 'logo', '--file', file);
    expect(set).toMatchObject({ kind: 'logo', width: 90, height: 30, changed_by: 'command line' });
    expect(await run('brand image list')).toEqual([set]);
    await writeFile(file, '<svg/>');
    const wrong = run('brand image set', '--kind', 'logo', '--file', file);
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--file' }] });
    expect(await run('brand image remove', '--kind', 'logo')).toEqual(set);
    await expect(run('brand image remove', '--kind', 'logo')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('audit list', async () => {
    await run('person invite', ...ofAccount(), '--email', 'noted@example.com', '--scopes', 'tickets.read');
    const [newest] = await run<object[]>('audit list', '--limit', 1);
    expect(newest).toMatchObject({ actor_kind: 'command_line', action: 'person invite' });
  });

  it('account export', async () => {
    const file = join(server.dataDir, 'export.zip');
    expect(await run('account export', ...ofAccount(), '--to', file)).toMatchObject({ file, rows: { accounts: 1 } });
  });

  it('account close', async () => {
    const { id } = await server.createAccount();
    expect(await run('account close', '--id', id, '--reason', 'As agreed')).toMatchObject({ id });
    expect(await run('account list', '--status', 'closed')).toMatchObject([{ id, closed_at: expect.any(String) }]);
  });

  it('account note, notes, remove-note, tag and tags', async () => {
    const note = await run<{ id: number }>('account note', ...ofAccount(), '--text', 'Prefers mail.');
    expect(await run('account notes', ...ofAccount())).toEqual([note]);
    expect(await run('account remove-note', '--id', note.id)).toEqual(note);
    expect(await run('account tag', ...ofAccount(), '--add', 'VIP,reseller')).toMatchObject({
      tags: ['reseller', 'vip'],
    });
    expect(await run('account tag', ...ofAccount(), '--remove', 'reseller')).toMatchObject({ tags: ['vip'] });
    expect(await run('account list', '--tag', 'vip')).toMatchObject([{ id: account.id, tags: ['vip'] }]);
    expect(await run('account tags')).toEqual([{ tag: 'vip', accounts: 1 }]);
  });

  it('account limits', async () => {
    const set = ['--set', 'servers=50,domains=none', '--set', 'keys=default'];
    const { limits } = await run<{ limits: object }>('account limits', ...ofAccount(), ...set);
    expect(limits).toMatchObject({ servers: { limit: 50 }, domains: { limit: null }, keys: { limit: 100 } });
    await expect(run('account limits', ...ofAccount(), '--set', 'server=1')).rejects.toMatchObject({
      message: expect.stringMatching(/^There is no limit "server"/),
      details: [{ field: '--set' }],
    });
  });

  it('key create, list and revoke', async () => {
    const create = [
      '--environment',
      'live',
      '--rate-limit',
      5,
      '--name',
      'deploy',
      '--expires',
      '2100-01-01T00:00:00Z',
    ];
    const networks = ['--allow-from', '192.0.2.1, 2001:db8::/32'];
    const made = await run(
      'key create',
      ...ofAccount(),
      ...create,
      ...networks,
      '--scopes',
      'tickets.read,tickets.read',
    );
    const { key, ...shown } = made;
    expect(key).toMatch(/^svc_live_/);
    expect(shown).toMatchObject({
      account_id: account.id,
      name: 'deploy',
      scopes: ['tickets.read'],
      rate_limit: 5,
      allowed_networks: ['192.0.2.1', '2001:db8::/32'],
      expires_at: '2100-01-01T00:00:00+00:00',
      revoked_at: null,
    });
    expect(await run('key list', ...ofAccount())).toContainEqual(shown);
    expect(await run('key revoke', '--id', Number(made.id))).toEqual({ ...shown, revoked_at: expect.any(String) });
    const all = await run('key create', ...ofAccount(), '--environment', 'test', '--scopes', 'all');
    expect(all).toMatchObject({ environment: 'test', scopes: SCOPES, expires_at: null, allowed_networks: [] });
  });

  it.each([
    [['--scopes', ','], ['--scopes']],
    [['--scopes', 'all,tickets.read'], ['--scopes']],
    [['--scopes', 'all', '--rate-limit', '0'], ['--rate-limit']],
    [['--scopes', 'all', '--name', 'x'.repeat(101)], ['--name']],
    [['--scopes', 'all', '--expires', '2020-01-01T00:00:00Z'], ['--expires']],
    [['--scopes', 'all', '--allow-from', '192.0.2.1,home'], ['--allow-from[1]']],
  ])('key create refuses %j and names the option', async (args, options) => {
    const made = run('key create', ...ofAccount(), '--environment', 'live', ...args);
    await expect(made).rejects.toMatchObject({ details: options.map((field) => ({ field })) });
  });
});

it('account suspend, resume and suspensions', async () => {
  const { id } = await server.createAccount();
  const given = ['--cause', 'abuse', '--reason', 'Spam.', '--with-mail', '--with-dns'];
  const open = { cause: 'abuse', reason: 'Spam.', with_mail: true, with_dns: true, closed_at: null };
  expect(await run('account suspend', '--account', id, ...given)).toMatchObject({ suspensions: [open] });
  expect(await run('account suspensions', '--account', id)).toMatchObject({ suspensions: [open] });
  expect(await run('account resume', '--account', id)).toMatchObject({
    suspensions: [{ ...open, closed_at: expect.any(String) }],
  });
});

it('account approve refuses accounts that do not wait for approval', async () => {
  await expect(run('account approve', '--id', account.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(run('account approve', '--id', 999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('commands about plans and subscriptions', () => {
  it('plan create and list', async () => {
    const terms = ['--name', 'VPS S', '--price', 990, '--currency', 'usd', '--period', 'yearly'];
    const size = [
      '--vcpus',
      2,
      '--memory-mb',
      512,
      '--disk-gb',
      5,
      '--image',
      'alpine/3.22',
      '--kind',
      'virtual-machine',
    ];
    const bounds = ['--processes', 100, '--network-mbps', 10, '--disk-iops', 50, '--nesting'];
    const plan = await run('plan create', ...terms, ...size, ...bounds);
    expect(plan).toMatchObject({
      ...{ name: 'VPS S', price: 990, currency: 'USD', billing_period: 'yearly', image: 'alpine/3.22' },
      ...{ vcpus: 2, memory_mb: 512, disk_gb: 5, kind: 'virtual-machine' },
      ...{ processes: 100, network_mbps: 10, disk_iops: 50, nesting: true },
    });
    expect(await run('plan list')).toContainEqual(plan);
    const wrong = run('plan create', '--name', '12', '--price', 1, '--memory-mb', 0);
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--name' }, { field: '--memory-mb' }] });
  });

  it('plan change, show, hide, publish and stock', async () => {
    const prices = ['--price', 'monthly:EUR:990', '--price', 'yearly:eur:9900:500', '--hourly', 'EUR:2:990'];
    const more = ['--setup-fee', 100, '--trial-days', 7, '--stock', 5, '--hidden', '--tax-included'];
    const made = await run<{ id: number }>('plan create', '--name', 'Many', ...prices, ...more, '--images', 'a/1,b/2');
    const monthly = { period: 'monthly', currency: 'EUR', price: 990, setup_fee: 100, monthly_cap: null };
    const hourly = { ...monthly, period: 'hourly', price: 2, monthly_cap: 990 };
    expect(made).toMatchObject({
      ...{ version: 1, visibility: 'hidden', stock: 5, tax_included: true, trial_days: 7, price: 990 },
      images: ['debian/13', 'a/1', 'b/2'],
      prices: [monthly, { ...monthly, period: 'yearly', price: 9900, setup_fee: 500 }, hourly],
    });
    const wrong = run('plan create', '--name', 'Odd', '--price', 'weekly:EUR:1');
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--price' }] });

    const changed = await run('plan change', '--id', 'Many', '--price', 1990, '--tax', 'added', '--vcpus', 3);
    const terms = { version: 2, tax_included: false, vcpus: 3, trial_days: 7, images: ['debian/13', 'a/1', 'b/2'] };
    expect(changed).toMatchObject({ ...terms, prices: [{ period: 'monthly', price: 1990, setup_fee: 0 }] });
    expect(await run('plan show', '--id', made.id)).toEqual(changed);
    const versions = await run<{ version: number }[]>('plan versions', '--id', made.id);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(await run('plan publish', '--id', 'Many')).toMatchObject({ visibility: 'public', version: 2 });
    expect(await run('plan hide', '--id', 'Many')).toMatchObject({ visibility: 'hidden' });
    expect(await run('plan stock', '--id', 'Many', '--stock', 2)).toMatchObject({ stock: 2 });
    expect(await run('plan stock', '--id', 'Many')).toMatchObject({ stock: null });
  });

  it('farewell list', async () => {
    expect(await run('farewell list')).toEqual([]);
  });

  it('order list, show, approve and refuse', async () => {
    const { live, id: account_id } = await server.createAccount();
    await server.post('/subscriptions', live, { plan: 'Base', hostname: 'ordered.test' });
    const [listed] = await run<{ id: number }[]>('order list', '--account', account_id, '--kind', 'order');
    expect(listed).toMatchObject({ account_id, name: 'Base (ordered.test)', status: 'accepted', flags: [] });
    const id = listed?.id ?? 0;
    expect(await run('order show', '--id', id)).toMatchObject({ id, customer: { trusted: false } });
    await expect(run('order approve', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const refused = run('order refuse', '--id', id, '--reason', 'No', '--block', 'email,card');
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('block add, list and remove', async () => {
    const added = await run<{ id: number }>('block add', '--kind', 'address', '--value', '2001:db8::1');
    expect(added).toMatchObject({ kind: 'address', value: '2001:db8::/64', reason: null });
    expect(await run('block list', '--kind', 'address')).toEqual([added]);
    expect(await run('block remove', '--id', added.id)).toEqual(added);
    await expect(run('block remove', '--id', added.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('import template, create, list, show, lines, activate, invite and discard', async () => {
    expect(await run('import template', '--kind', 'balances')).toMatchObject({ name: 'balances.csv' });
    const upload = async (reference: string) => {
      const path = join(server.dataDir, `${reference}.csv`);
      await writeFile(path, `reference,name,email\n${reference},Jo,jo@imported.example\n`);
      return run<{ id: number }>('import create', '--kind', 'customers', '--file', path, '--name', 'old.csv');
    };
    const { id } = await upload('C-1');
    expect(await run('import lines', '--id', id, '--status', 'new')).toMatchObject([{ line: 2, reference: 'C-1' }]);
    expect(await run('import activate', '--id', id)).toMatchObject({ status: 'activating' });
    await until(async () => (await run('import show', '--id', id)).status === 'active');
    expect(await run('import invite', '--id', id)).toMatchObject({ invites: true });
    const second = await upload('C-2');
    expect(await run('import discard', '--id', second.id)).toMatchObject({ status: 'discarded' });
    expect(await run('import list', '--status', 'discarded')).toMatchObject([{ id: second.id, name: 'old.csv' }]);
    expect(await run('import show', '--id', second.id)).toMatchObject({ wrong: 0, new: 1 });
  });

  it('coupon create, list and end', async () => {
    const terms = ['--percent', 20, '--periods', 3, '--max-redemptions', 10, '--plans', 'Base'];
    const coupon = await run('coupon create', '--code', 'hello', ...terms, '--expires', '2099-01-01T00:00:00Z');
    expect(coupon).toMatchObject({ code: 'HELLO', percent: 20, periods: 3, expires_at: '2099-01-01T00:00:00+00:00' });
    const wrong = run(
      'coupon create',
      '--code',
      'x',
      '--amount',
      0,
      '--currency',
      '€',
      '--expires',
      '2001-01-01T00:00:00Z',
    );
    const details = ['--code', '--amount', '--currency', '--expires'].map((field) => ({ field }));
    await expect(wrong).rejects.toMatchObject({ details });
    expect(await run('coupon list')).toContainEqual(coupon);
    expect(await run('coupon show', '--code', 'hello')).toEqual(coupon);
    await expect(run('coupon show', '--code', 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await run('coupon end', '--code', 'Hello')).toMatchObject({ ended_at: expect.any(String) });
  });

  it('subscription create, list and show, invoice list and pay', async () => {
    // A customer who has bought nothing else.
    const owned = { account_id: (await server.createAccount()).id };
    const ofBuyer = ['--account', owned.account_id];
    const order = [...ofBuyer, '--plan', 'Base', '--hostname', 'shop.test', '--ssh-key', SSH_KEY];
    type Sold = { id: number; invoice: { id: number }; warning: string | null };
    const { invoice, warning, ...sold } = await run<Sold>('subscription create', ...order);
    expect(warning).toBeNull();
    expect(sold).toMatchObject({ plan: 'Base', hosting_id: expect.any(Number) });
    const named = { ...owned, account_name: expect.any(String) };
    expect(await run('subscription list', ...ofBuyer)).toEqual([{ ...named, ...sold }]);
    expect(await run('subscription list', ...ofBuyer, '--plan', 'Other')).toEqual([]);
    expect(await run('subscription show', '--id', sold.id)).toEqual({ ...named, ...sold });
    await expect(run('subscription show', '--id', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await run('invoice list', ...ofBuyer)).toEqual([{ ...named, ...invoice }]);
    const soon = new Date(server.clock.now() + DAY).toISOString();
    expect(await run('invoice list', ...ofBuyer, '--issued-before', soon, '--type', 'invoice')).toHaveLength(1);
    expect(await run('invoice list', ...ofBuyer, '--issued-from', soon)).toEqual([]);
    expect(await run('invoice list', ...ofBuyer, '--due-before', soon)).toEqual([]);
    const payment = await run('invoice pay', '--id', invoice.id, '--method', 'sepa');
    expect(payment).toMatchObject({ amount: 990, method: 'sepa', invoice: { id: invoice.id, status: 'paid' } });
    const keyless = run('subscription create', ...ofBuyer, '--plan', 'Base', '--ssh-key', SSH_KEY);
    await expect(keyless).rejects.toMatchObject({ details: [{ field: '--hostname' }] });
  });

  it('subscription change', async () => {
    const { id } = await run<{ id: number }>('subscription create', ...ofAccount(), '--plan', 'Base');
    const same = run('subscription change', '--id', id, '--plan', 'Base', '--dry-run');
    await expect(same).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('subscription cancel and resume', async () => {
    const { id } = await run<{ id: number }>('subscription create', ...ofAccount(), '--plan', 'Base');
    expect(await run('subscription cancel', '--id', id)).toMatchObject({ cancel_at_period_end: true });
    expect(await run('subscription resume', '--id', id)).toMatchObject({ cancel_at_period_end: false });
  });

  it('subscription link', async () => {
    const { id: account_id } = await server.createAccount();
    const hosting = await run<{ id: number }>(
      'hosting create',
      '--account',
      account_id,
      '--hostname',
      'linked.example.com',
    );
    const { id } = await run<{ id: number }>('subscription create', '--account', account_id, '--plan', 'Base');
    const linked = await run('subscription link', '--id', id, '--hosting', hosting.id);
    expect(linked).toMatchObject({ id, hosting_id: hosting.id });
  });

  it('subscription unlink', async () => {
    const { id: account_id } = await server.createAccount();
    const { id } = await run<{ id: number }>('subscription create', '--account', account_id, '--plan', 'Base');
    await expect(run('subscription unlink', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('subscription retry', async () => {
    const { id } = await run<{ id: number }>('subscription create', ...ofAccount(), '--plan', 'Base');
    await expect(run('subscription retry', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('commands about money', () => {
  it('billing forecast', async () => {
    await run('subscription create', ...ofAccount(), '--plan', 'Base');
    const lines = await run<object[]>('billing forecast', '--days', 30);
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ step: 'renewals', account_id: account.id, account_name: expect.any(String), state: 'done' },
        ...{ what: 'An invoice is issued.', reason: expect.stringContaining('Base'), currency: 'EUR' },
      }),
    );
    const far = run('billing forecast', '--days', 41);
    await expect(far).rejects.toMatchObject({ details: [{ field: '--days' }] });
  });

  it('billing run', async () => {
    const lines = await run<object[]>('billing run', '--at', '2100-01-01T00:00:00Z', '--dry-run');
    expect(await run('billing run')).toEqual([]);
    expect(lines).toEqual(lines.map(() => expect.objectContaining({ state: 'done' })));
  });

  it('charge add, list and remove, invoice issue, show, document, resend, credit and write-off, billing explain and report', async () => {
    const add = () => run('charge add', ...ofAccount(), '--description', 'Work', '--amount', 5000, '--currency', 'eur');
    const late = ['--amount', 5, '--currency', 'eur', '--due', new Date(server.clock.now() - 2 * DAY).toISOString()];
    const overdue = run('charge add', ...ofAccount(), '--description', 'Late', ...late);
    await expect(overdue).rejects.toMatchObject({ details: [{ field: '--due' }] });
    const issue = async () => {
      await add();
      const [made] = await run<{ id: number; number: string }[]>('invoice issue', ...ofAccount());
      return made ?? { id: 0, number: '' };
    };
    const { id: wrong } = await add();
    expect(await run('charge list', ...ofAccount())).toMatchObject([{ id: wrong }]);
    expect(await run('charge remove', ...ofAccount(), '--id', String(wrong))).toMatchObject({ id: wrong });
    const { id, number } = await issue();
    expect(await run('invoice show', '--invoice', number)).toMatchObject({ id, total: 5000 });
    expect(await run('billing explain', '--invoice', id)).toMatchObject({ number, lines: [{ description: 'Work' }] });
    const file = await run<{ filename: string; content: string }>('invoice document', '--invoice', number);
    expect(file.filename).toBe(`${number}.pdf`);
    expect(Buffer.from(file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(await run('invoice resend', '--invoice', number)).toMatchObject({ id, recipient: expect.any(String) });
    const both = run('invoice credit', '--id', id, '--amount', 1000, '--lines', '1', '--reason', 'It was late.');
    await expect(both).rejects.toMatchObject({ details: [{ field: '--amount' }] });
    await expect(run('invoice issue', '--account', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const credited = await run('invoice credit', '--id', id, '--amount', 1000, '--reason', 'It was late.');
    expect(credited).toMatchObject({ corrects_id: id, total: -1000 });
    expect(await run('invoice credit', '--id', (await issue()).id, '--lines', '1', '--reason', 'Twice.')).toMatchObject(
      {
        total: -5000,
      },
    );
    const given = await run('invoice write-off', '--id', id, '--reason', 'They are gone.');
    expect(given).toMatchObject({ status: 'cancelled', amount_written_off: 4000 });
    const report = await run('billing report', '--month', new Date().toISOString().slice(0, 7), '--format', 'csv');
    expect(report).toMatchObject({ format: 'csv', taxes: [{ currency: 'EUR', tax_category: null }] });
  });

  it('account usage-limit', async () => {
    const own = ['--account', account.id];
    expect(await run('account usage-limit', ...own, '--amount', 30_000)).toMatchObject({ own_limit: 30_000 });
    expect(await run('account usage-limit', ...own, '--default')).toMatchObject({ own_limit: null, limit: 5_000 });
  });

  it('account tax, trust and hold', async () => {
    const own = ['--id', account.id];
    expect(await run('account tax', ...own, '--country', 'at')).toMatchObject({ country: 'AT' });
    expect(await run('account trust', ...own)).toMatchObject({ trusted: true });
    expect(await run('account hold', ...own, '--until', '2099-01-01')).toMatchObject({
      hold_until: expect.any(String),
    });
  });
});

describe('commands about payments', () => {
  interface Paid {
    id: number;
    invoice: { amount_due: number } | null;
  }
  const sell = async () =>
    (await run<{ invoice: { id: number } }>('subscription create', ...ofAccount(), '--plan', 'Base')).invoice.id;

  it('payment record, list, show, refund, reverse and allow-charging', async () => {
    const inDays = (days: number) => new Date(server.clock.now() + days * DAY).toISOString();
    const part = ['--amount', 400, '--reference', 'B-1', '--received-at', inDays(-3)];
    const early = run('payment record', ...ofAccount(), ...part.with(-1, inDays(3)));
    await expect(early).rejects.toMatchObject({ details: [{ field: '--received-at' }] });
    const paid = await run<Paid>('payment record', '--invoice', await sell(), ...part);
    expect(paid).toMatchObject({ amount: 400, status: 'succeeded', again: false, invoice: { amount_due: 590 } });
    expect(await run('payment list', ...ofAccount())).toContainEqual(expect.objectContaining({ id: paid.id }));
    const { id } = await run<Paid>('payment record', ...ofAccount(), '--amount', 5_000);
    const back = ['--id', id, '--amount', 100, '--reason', 'As agreed.'];
    expect(await run('payment refund', ...back)).toMatchObject({ status: 'succeeded', destination: 'method' });
    expect(await run('payment show', '--id', id)).toMatchObject({ refunds: [{ amount: 100, status: 'succeeded' }] });
    await expect(run('payment refund', ...back.with(3, 9_000))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await run('payment reverse', '--id', id, '--reason', 'Returned.')).toMatchObject({ status: 'reversed' });
    expect(await run('payment list', '--status', 'reversed')).toMatchObject([{ id, account_id: account.id }]);
    expect(await run('payment allow-charging', ...ofAccount())).toMatchObject({ payment_id: id, reason: 'Returned.' });
    await expect(run('payment allow-charging', ...ofAccount())).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('payment import, lines, candidates, match and dismiss-line', async () => {
    const file = join(server.dataDir, 'statement.csv');
    await writeFile(file, 'Date;Amount;Currency;Name;IBAN;Text\n2026-11-03;1.00;EUR;Ada;;Thanks\n');
    const read = () => run('payment import', '--file', file, '--format', 'csv');
    const none = { lines: 1, matched: 0, unmatched: 0, held: 0, again: 0, repeated_references: 0, reported: [] };
    expect(await read()).toEqual({ ...none, unmatched: 1 });
    expect(await read()).toEqual({ ...none, again: 1 });
    const [line] = await run<{ id: number }[]>('payment lines');
    const invoice = await sell();
    expect(await run('payment candidates', '--line', line?.id ?? 0)).toEqual([]);
    await expect(run('payment candidates', '--line', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const matched = await run('payment match', '--line', line?.id ?? 0, '--invoice', invoice);
    expect(matched).toMatchObject({ status: 'matched', account_id: account.id, amount: 100 });
    expect(await run('payment lines', '--status', 'matched')).toEqual([matched]);
    await writeFile(file, 'Date;Amount;Currency;Name;IBAN;Text\n2026-11-04;0.10;EUR;Bank;;Interest\n');
    await read();
    const [interest] = await run<{ id: number }[]>('payment lines');
    const dismissed = await run('payment dismiss-line', '--line', interest?.id ?? 0, '--reason', 'Interest.');
    expect(dismissed).toMatchObject({ status: 'dismissed', reason: 'Interest.' });
    expect(await run('payment lines', '--status', 'dismissed')).toEqual([dismissed]);
  });

  it('payment payouts and paid-out', async () => {
    const { id: owner } = await server.createAccount();
    const { id } = await run<{ id: number }>('payment record', '--account', owner, '--amount', 10);
    await run('payment refund', '--id', id, '--reason', 'A mistake.');
    const all = await run<{ id: number; account_id: number }[]>('payment payouts');
    const payout = all.find(({ account_id }) => account_id === owner);
    expect(await run('payment paid-out', '--id', payout?.id ?? 0)).toMatchObject({ paid_at: expect.any(String) });
    expect(await run('payment payouts', '--status', 'paid')).toContainEqual(
      expect.objectContaining({ id: payout?.id }),
    );
  });

  it('account credit', async () => {
    const { id } = await server.createAccount();
    const given = await run('account credit', '--id', id, '--amount', 500, '--reason', 'An apology.');
    expect(given).toMatchObject({ account_id: id, granted: 500, credit: 500, currency: 'EUR' });
    await expect(run('account credit', '--id', id, '--amount', 0, '--reason', 'x')).rejects.toMatchObject({
      details: [{ field: '--amount' }],
    });
  });
});

describe('commands about servers', () => {
  it('hosting create and list', async () => {
    const file = join(server.dataDir, 'keys');
    await writeFile(file, `# mine\n${SSH_KEY}\n`);
    const named = ['--hostname', 'web.test', '--label', 'Web', '--region', 'north', '--image', 'alpine/3.22'];
    const made = await run('hosting create', ...ofAccount(), ...named, '--ssh-key-file', file, '--wait');
    expect(made).toMatchObject({ hostname: 'web.test', label: 'Web', region: 'north', image: 'alpine/3.22' });
    expect(made).toMatchObject({ status: 'running', action_id: expect.any(Number) });
    const { action_id: _, ...record } = made;
    expect(await run('hosting list', ...ofAccount())).toContainEqual({
      account_id: account.id,
      account_name: expect.any(String),
      ...record,
    });
    const wrong = run('hosting create', ...ofAccount(), '--hostname', 'x.test', '--ssh-key', SSH_KEY, '--ssh-key', 'x');
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--ssh-key[1]' }] });
  });

  it('hosting adopt', async () => {
    const engine = createSimulatedVps({ dir: join(server.dataDir, 'simulated', 'vps') });
    const size = { image: 'alpine/3.22', vcpus: 1, memoryMb: 512, diskGb: 5 };
    await engine.create({ name: 'old', hostname: 'old', kind: 'container', sshKeys: [], ...size });
    await engine.stop('old');
    const adopted = await run('hosting adopt', ...ofAccount(), '--instance', 'old', '--plan', 'Base', '--wait');
    expect(adopted).toMatchObject({ hostname: 'old', plan: 'Base', status: 'stopped', memory_mb: 512 });
    const wrong = run('hosting adopt', ...ofAccount(), '--instance', '../x');
    await expect(wrong).rejects.toMatchObject({ details: [{ field: '--instance' }] });
  });

  it('hosting restart, stop, start, resize, suspend, unsuspend, suspensions, console and terminate', async () => {
    const { id } = await makeServer();
    const statusAfter = async (name: string, ...args: string[]) =>
      (await run(name, '--id', id, '--wait', ...args)).status;
    expect(await statusAfter('hosting restart', '--force')).toBe('running');
    expect(await statusAfter('hosting stop')).toBe('stopped');
    expect(await statusAfter('hosting start')).toBe('running');
    expect(await run('hosting console', '--id', id)).toMatchObject({ id, console: expect.stringContaining('a.test') });
    const suspended = await run('hosting suspend', '--id', id, '--reason', 'Unpaid.', '--wait');
    expect(suspended).toMatchObject({ status: 'suspended', suspension_reason: 'Unpaid.' });
    expect(await run('hosting suspend', '--id', id, '--cause', 'abuse', '--wait')).toMatchObject({ action_id: null });
    expect(await statusAfter('hosting unsuspend')).toBe('suspended');
    expect(await statusAfter('hosting unsuspend', '--cause', 'abuse')).toBe('running');
    expect(await run('hosting suspensions', '--id', id)).toMatchObject([
      { cause: 'staff', reason: 'Unpaid.', closed_at: expect.any(String) },
      { cause: 'abuse', closed_at: expect.any(String) },
    ]);
    const resized = await run('hosting resize', '--id', id, '--plan', 'Base', '--wait');
    expect(resized).toMatchObject({ status: 'running', plan: 'Base' });
    expect(await statusAfter('hosting terminate')).toBe('terminated');
  });

  it('backup last', async () => {
    const { id } = await makeServer();
    await server.finish(server.operator.hosting.suspend({ id }));
    const last = await run('backup last', '--hosting', id);
    expect(last).toMatchObject({ hosting_id: id, backup_id: expect.any(Number), state: 'making', error: null });
  });

  it('backup orphans', async () => {
    const { backupDir } = server.hostler.config;
    await mkdir(backupDir, { recursive: true });
    await writeFile(join(backupDir, 'stray'), 'lost');
    const kept = [{ file: 'stray', size_bytes: 4, removed: false }];
    expect(await run('backup orphans', '--remove')).toEqual(kept);
  });
});

describe('commands about tickets, webhooks and events', () => {
  it('ticket list, show, reply and close', async () => {
    const input = { subject: 'Slow', message: 'The shop is slow.' };
    const { body } = await server.post('/tickets', account.live, input);
    const { id } = body.data;
    expect(await run('ticket reply', '--id', id, '--message', 'We look.')).toMatchObject({
      ticket_id: id,
      author_type: 'staff',
      message: 'We look.',
    });
    expect(await run('ticket list', ...ofAccount(), '--status', 'answered')).toMatchObject([
      { id, account_id: account.id },
    ]);
    expect(await run('ticket list', '--text', 'no such subject')).toEqual([]);
    expect(await run('ticket show', '--id', id)).toMatchObject({ id, messages: [{}, { message: 'We look.' }] });
    expect(await run('ticket close', '--id', id, '--message', 'Done.')).toMatchObject({ id, status: 'closed' });
    const shown = await server.get(`/tickets/show?id=${id}`, account.live);
    expect(shown.body.data.messages).toMatchObject([{}, { message: 'We look.' }, { message: 'Done.' }]);
    await expect(run('ticket reply', '--id', id, '--message', 'More')).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
  });

  it('ticket assign, update, note and queues', async () => {
    const { body } = await server.post('/tickets', account.live, { subject: 'Desk', message: 'Who?' });
    const { id } = body.data;
    const staff = await server.operator.people.createStaff({
      ...{ email: 'desk@example.com', role: 'support', password_hash: PASSWORD_HASH },
    });
    expect(await run('ticket queues')).toMatchObject({ mine: 0, departments: expect.any(Array) });
    expect(await run('ticket assign', '--id', id, '--assignee-id', staff.id ?? 0)).toMatchObject({
      assignee_id: staff.id,
    });
    expect(await run('ticket list', '--assignee-id', staff.id ?? 0, '--queue', 'open')).toMatchObject([{ id }]);
    expect(await run('ticket assign', '--id', id)).toMatchObject({ assignee_id: null });
    expect(await run('ticket update', '--id', id, '--priority', 'high')).toMatchObject({ priority: 'high' });
    expect(await run('ticket note', '--id', id, '--note', 'Ours.')).toMatchObject({
      notes: [{ note: 'Ours.', author_name: 'Command line' }],
    });
  });

  it('canned-reply create, list, update and remove', async () => {
    const made = (await run('canned-reply create', '--title', 'Hi', '--message', 'Hello.')) as { id: number };
    expect(await run('canned-reply list', '--text', 'hello')).toMatchObject([{ id: made.id, title: 'Hi' }]);
    expect(await run('canned-reply update', '--id', made.id, '--message', 'Hey.')).toMatchObject({ message: 'Hey.' });
    expect(await run('canned-reply remove', '--id', made.id)).toMatchObject({ id: made.id });
    expect(await run('canned-reply list')).toEqual([]);
  });

  it('webhook create and list', async () => {
    const target = ['--url', 'http://127.0.0.1:2000/', '--events', 'ticket.created, ticket.closed'];
    const made = await run(
      'webhook create',
      ...ofAccount(),
      ...target,
      '--environment',
      'test',
      '--description',
      'Ours',
    );
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_/);
    expect(shown).toMatchObject({
      account_id: account.id,
      environment: 'test',
      description: 'Ours',
      events: ['ticket.created', 'ticket.closed'],
    });
    expect(await run('webhook list', ...ofAccount())).toEqual([
      { ...shown, account_name: expect.any(String), pending_deliveries: 0, last_status: null, last_error: null },
    ]);
    expect(await run('webhook list', '--failing')).toEqual([]);
  });

  it('webhook disable, enable and redeliver', async () => {
    const { id } = await run<{ id: number }>('webhook create', ...ofAccount(), '--url', 'http://127.0.0.1:2000/');
    expect(await run('webhook redeliver', '--id', id)).toMatchObject({ id, status: 'active' });
    expect(await run('webhook disable', '--id', id)).toMatchObject({ id, status: 'disabled' });
    await expect(run('webhook disable', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(run('webhook redeliver', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await run('webhook enable', '--id', id)).toMatchObject({ id, status: 'active' });
    await expect(run('webhook enable', '--id', id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(run('webhook enable', '--id', 987_654)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('events list', async () => {
    // A new account without running work of earlier tests.
    const { id, live } = await server.createAccount();
    await server.post('/tickets', live, { subject: 'New', message: 'Is it told?' });
    const [newest, ...others] = await run<object[]>('events list', '--account', id, '--limit', 1);
    expect([newest, others]).toEqual([expect.objectContaining({ account_id: id, event: 'ticket.created' }), []]);
  });
});

it('doctor waits longer for a part than the health probe does, and passes on the time limit', async () => {
  const told: number[] = [];
  const slow = {
    name: 'slow',
    async check(patienceMs: number) {
      told.push(patienceMs);
      return { reachable: true, version: null, detail: null, advice: null };
    },
  };
  const installation = { ...server.hostler, engines: [slow] };
  await createReadinessCheck(installation, { isLeaving: () => false })(false);
  const doctor = serverCommands(installation).find(({ name }) => name === 'doctor');
  expect(await doctor?.run({})).toContainEqual(expect.objectContaining({ part: 'slow', state: 'ok' }));
  expect(told).toEqual([3_000, 15_000]);
});

it('mail-engine config', async () => {
  const to = join(server.hostler.config.dataDir, 'mail-server');
  const files = await run<{ file: string }[]>('mail-engine config', '--to', to, '--host', 'mail.example.com');
  expect(files).toContainEqual({ file: join(to, 'etc/postfix/main.cf') });
  const texts = await Promise.all(files.map(({ file }) => readFile(file, 'utf8')));
  expect(texts.join('')).toContain('myhostname = mail.example.com');
  expect(texts.join('')).not.toContain('{{');
});

it('email list, suspend, resume and remove, and email domain list and verify', async () => {
  await server.post('/domains', account.live, { domain: 'mailboxes.test' });
  const { body } = await server.post('/emails', account.live, { address: 'jo@mailboxes.test' });
  const { id } = body.data;
  const mailbox = { id, address: 'jo@mailboxes.test' };
  expect(await run('email suspend', '--id', id)).toMatchObject({ ...mailbox, suspended_by: 'staff' });
  expect(await run('email list', '--status', 'suspended')).toMatchObject([{ ...mailbox, account_id: account.id }]);
  expect(await run('email resume', '--id', id)).toMatchObject({ ...mailbox, status: 'active' });
  expect(await run('email remove', '--id', id)).toMatchObject(mailbox);
  expect(await run('email list', ...ofAccount())).toEqual([]);
  expect(await run('email domain list', ...ofAccount())).toMatchObject([
    { domain: 'mailboxes.test', status: 'active' },
  ]);
  expect(await run('email domain verify', '--domain', 'mailboxes.test')).toMatchObject({ mailboxes: 0 });
});

it('failed list and retry', async () => {
  expect(await run('failed list', '--kind', 'mail', '--since', '2020-01-01T00:00:00Z')).toEqual([]);
  await expect(run('retry', '--kind', 'action', '--id', 987_654)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('action list, show, retry, retry-all and cancel', async () => {
  const { id } = await makeServer();
  const [action] = await run<{ id: number }[]>('action list', '--record', `hosting ${id}`, '--kind', 'hosting.create');
  const { id: done } = action ?? { id: 0 };
  expect(await run('action show', '--id', done)).toMatchObject({
    id: done,
    status: 'succeeded',
    account_id: account.id,
  });
  await expect(run('action retry', '--id', done)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(run('action cancel', '--id', done)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(run('action retry-all', '--error', 'none')).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(run('action list', '--record', 'odd')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('mail list, show and resend', async () => {
  await run('person reset', '--id', 1).catch(() => {});
  const mails = await run<{ id: number }[]>('mail list', '--limit', 1);
  for (const { id } of mails) expect(await run('mail show', '--id', id)).toMatchObject({ id });
  await expect(run('mail resend', '--id', 987_654)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await run('mail test', '--to', 'olga@example.com')).toMatchObject({ kind: 'test', status: 'waiting' });
});

it('setup show, skip and link', async () => {
  expect(await run('setup skip', '--step', 'copies')).toMatchObject({ id: 'copies', state: 'skipped' });
  const { steps } = await run<{ steps: { id: string; state: string }[] }>('setup show');
  expect(steps).toContainEqual(expect.objectContaining({ id: 'copies', state: 'skipped' }));
  // Earlier tests have created an owner.
  await expect(run('setup link')).rejects.toThrow('There is an owner already');
});

it('queue', async () => {
  expect(await run<object[]>('queue')).toEqual(expect.any(Array));
});

it('find', async () => {
  expect(await run('find', '--text', `${account.id}`)).toContainEqual(
    expect.objectContaining({ type: 'account', id: account.id }),
  );
});

it('address history and list', async () => {
  const { ipv4 } = (await makeServer()) as unknown as { ipv4: string[] };
  expect(await run('address history', '--address', ipv4[0] ?? '')).toMatchObject([{ account_id: account.id }]);
  expect(await run('address list', ...ofAccount(), '--text', ipv4[0] ?? '')).toMatchObject([
    { address: ipv4[0], account_id: account.id, released_at: null },
  ]);
});

it('address pool create, list, show, addresses and remove, address reserve and release', async () => {
  const network = { network: '198.18.0.0/28', gateway: '198.18.0.1', region: 'elsewhere' };
  const made = await run<{ id: number }>(
    ...['address pool create', '--network', network.network, '--gateway', network.gateway, '--region', network.region],
  );
  expect(made).toMatchObject({ ...network, family: 4, node: null, addresses: 13, free: 13 });
  const reserved = await run('address reserve', '--address', '198.18.0.4', '--last', '198.18.0.6', '--note', 'Router');
  expect(reserved).toHaveLength(3);
  expect(await run('address pool list', '--text', 'elsewhere')).toMatchObject([{ id: made.id, reserved: 3, free: 10 }]);
  expect(await run('address pool show', '--id', made.id)).toMatchObject({ network: network.network, reserved: 3 });
  expect(await run('address pool addresses', '--pool', made.id, '--text', 'router')).toHaveLength(3);
  for (const address of ['198.18.0.4', '198.18.0.5', '198.18.0.6']) await run('address release', '--address', address);
  expect(await run('address pool remove', '--id', made.id)).toMatchObject({ id: made.id, free: 13 });
  expect(await run('address pool list', '--text', 'elsewhere')).toEqual([]);
});

it('traffic list', async () => {
  expect(await run('traffic list', ...ofAccount(), '--month', '2020-01')).toEqual([]);
  await expect(run('traffic list', '--month', 'May')).rejects.toMatchObject({ details: [{ field: '--month' }] });
});

it('snapshot list', async () => {
  const { id: hosting_id } = await makeServer();
  await server.post('/hosting/snapshots', account.live, { hosting_id });
  expect(await run('snapshot list', ...ofAccount())).toMatchObject([{ hosting_id, account_id: account.id }]);
});

it('hosting show and bulk', async () => {
  const { id } = await makeServer();
  expect(await run('hosting show', '--id', id)).toMatchObject({
    id,
    account_id: account.id,
    engine: { state: 'found' },
    network: { firewalls: [] },
  });
  expect(await run('hosting bulk', '--verb', 'stop', '--ids', `${id},999999`)).toMatchObject([
    { id, action_id: expect.any(Number), error: null },
    { id: 999_999, action_id: null, error: 'Server not found.' },
  ]);
  const wrong = run('hosting bulk', '--verb', 'stop', '--ids', 'web');
  await expect(wrong).rejects.toMatchObject({ details: [{ field: '--ids' }] });
});

it('image add, list, change, deprecate and remove', async () => {
  await run('image add', '--slug', 'debian/12', '--min-disk-gb', 2);
  const changed = await run('image change', '--slug', 'debian/12', '--cloud-init', 'yes', '--min-memory-mb', 256);
  expect(changed).toMatchObject({ name: 'Debian 12', min_disk_gb: 2, min_memory_mb: 256, cloud_init: true });
  expect(await run('image deprecate', '--slug', 'debian/12')).toMatchObject({ deprecated_at: expect.any(String) });
  expect(await run('image list', '--status', 'deprecated')).toMatchObject([{ slug: 'debian/12' }]);
  await run('image remove', '--slug', 'debian/12');
  expect(await run('image list')).toEqual([]);
});

it('hosting adoptable and adopt-file', async () => {
  const engine = createSimulatedVps({ dir: join(server.dataDir, 'simulated', 'vps') });
  const size = { image: 'debian/13', vcpus: 1, memoryMb: 512, diskGb: 10 };
  await engine.create({ name: 'listed', hostname: 'listed', kind: 'container', sshKeys: [], ...size });
  await engine.stop('listed');
  expect(await run('hosting adoptable', '--text', 'listed')).toMatchObject([{ instance: 'listed', problem: null }]);
  const path = join(server.dataDir, 'machines.csv');
  await writeFile(path, `instance,account\nlisted,${account.id}\n`);
  expect(await run('hosting adopt-file', '--file', path)).toMatchObject([
    { line: 2, instance: 'listed', action_id: expect.any(Number), error: null },
  ]);
});

it('node list, lock and unlock', async () => {
  const nodes = await run<{ name: string; locked: boolean }[]>('node list');
  expect(nodes).toHaveLength(3);
  const [{ name = '' } = {}] = nodes;
  expect(await run('node lock', '--node', name, '--reason', 'Memory is replaced')).toMatchObject({
    name,
    locked: true,
  });
  expect(await run('node list', '--text', name)).toMatchObject([{ name, lock_reason: 'Memory is replaced' }]);
  expect(await run('node unlock', '--node', name)).toMatchObject({ name, locked: false });
});

it('database list and backup list', async () => {
  const made = await server.post('/databases', account.live, { name: 'listed', engine: 'postgresql' });
  const { id } = made.body.data;
  await until(
    async () => (await run<object[]>('database list', '--status', 'active', '--text', 'listed')).length === 1,
  );
  expect(await run('database list', ...ofAccount(), '--engine', 'postgresql', '--text', 'listed')).toMatchObject([
    { id, account_id: account.id, name: 'listed' },
  ]);
  await server.post('/backups', account.live, { database_id: id, name: 'Listed backup' });
  expect(await run('backup list', ...ofAccount(), '--text', 'listed')).toMatchObject([
    { account_id: account.id, name: 'Listed backup', resource: { type: 'database', id } },
  ]);
});

it('domain list', async () => {
  await server.post('/domains', account.live, { domain: 'listed.example' });
  expect(await run('domain list', ...ofAccount(), '--text', 'listed')).toMatchObject([
    { account_id: account.id, domain: 'listed.example' },
  ]);
  expect(await run('domain list', '--text', 'listed', '--status', 'error')).toEqual([]);
});

it('monitoring rule create, list, test and remove, and monitoring alert list', async () => {
  const { id: hosting } = await makeServer();
  const network = ['--metric', 'network', '--threshold', '500', '--minutes', 5];
  const { id } = await run<{ id: number }>('monitoring rule create', '--hosting', hosting, ...network);
  const rule = { id, account_id: account.id, hosting_id: hosting, metric: 'network', threshold: 500, minutes: 5 };
  expect(await run('monitoring rule list', '--hosting', hosting)).toContainEqual(expect.objectContaining(rule));
  await run('monitoring rule test', '--id', id);
  const [alert] = await run<object[]>('monitoring alert list', ...ofAccount(), '--state', 'resolved');
  expect(alert).toMatchObject({ account_id: account.id, metric: 'network', state: 'resolved' });
  await run('monitoring rule remove', '--id', id);
  expect(await run('monitoring rule list', '--hosting', hosting)).not.toContainEqual(expect.objectContaining({ id }));
  const wrong = run('monitoring rule create', '--hosting', hosting, '--metric', 'cpu', '--threshold', 'much');
  await expect(wrong).rejects.toMatchObject({ details: [{ field: '--threshold' }] });
});

it('monitoring check create, list and remove', async () => {
  const target = ['--type', 'tcp', '--target', 'shop.example.com:443'];
  const { id } = await run<{ id: number }>('monitoring check create', ...ofAccount(), ...target);
  expect(await run('monitoring check list', ...ofAccount())).toMatchObject([{ id, target: 'shop.example.com:443' }]);
  await run('monitoring check remove', '--id', id);
  expect(await run('monitoring check list', ...ofAccount())).toEqual([]);
});

it('application catalog, list, install and remove', async () => {
  const { id: hosting } = await makeServer();
  expect(await run('application catalog')).toContainEqual(expect.objectContaining({ slug: 'login-notice' }));
  const { id } = await run<{ id: number }>('application install', '--hosting', hosting, '--slug', 'login-notice');
  const listed = () => run<{ status: string }[]>('application list', ...ofAccount());
  expect(await listed()).toMatchObject([{ id, hosting_id: hosting }]);
  await until(async () => (await listed())[0]?.status === 'running');
  expect(await run('application remove', '--id', id)).toMatchObject({ id, status: 'removing' });
  await until(async () => (await listed()).length === 0);
});

it('isolates and releases a server, and blocks and allows outgoing mail', async () => {
  const { id: hosting } = await makeServer();
  const reason = 'It sends spam.';
  expect(await run('hosting isolate', '--id', hosting, '--reason', reason)).toMatchObject({ isolated: true, reason });
  expect(await run('hosting release', '--id', hosting)).toMatchObject({ isolated: false, reason: null });
  expect(await run('account block-smtp', ...ofAccount())).toMatchObject({ outbound_smtp: 'blocked' });
  expect(await run('account allow-smtp', ...ofAccount())).toMatchObject({ outbound_smtp: 'allowed' });
});

it('lists the firewalls of customers', async () => {
  expect(await run('firewall list', ...ofAccount())).toEqual([]);
});

it('announces a price change, lists it with its notices and decides about customers who do not agree', async () => {
  const { id: account_id } = await run<{ id: number }>(
    'account create',
    '--name',
    'Repriced',
    '--email',
    'repriced@example.com',
  );
  await run('plan create', '--name', 'Repriced', '--price', 900);
  await run('subscription create', '--account', account_id, '--plan', 'Repriced');
  const [{ id: invoice } = { id: 0 }] = await server.operator.invoices.list({ account_id });
  await run('invoice pay', '--id', invoice);
  const from = new Date().toISOString();
  const what = ['--plan', 'Repriced', '--price', 1200, '--from', from];
  expect(await run('plan reprice', ...what, '--dry-run')).toMatchObject([{ old_price: 900, state: 'to announce' }]);
  expect(await run('plan reprice', ...what)).toMatchObject([{ new_price: 1200, state: 'announced' }]);
  const [change] = (await run('plan price-changes')) as unknown as { id: number }[];
  expect(change).toMatchObject({ plan: 'Repriced', price: 1200, subscriptions: '1 announced' });
  expect(await run('plan price-notices', '--id', change?.id ?? 0)).toMatchObject([
    { recipient: 'repriced@example.com' },
  ]);
  const decided = await run('plan without-consent', '--id', change?.id ?? 0, '--choose', 'end');
  expect(decided).toMatchObject({ without_consent: 'end' });
});

it('lists the series of documents, and releases no invoice that is not on hold', async () => {
  expect(await run('invoice series')).toContainEqual(
    expect.objectContaining({ series: expect.stringMatching(/^INV-/) }),
  );
  const [{ id } = { id: 0 }] = await server.operator.invoices.list();
  await expect(run('invoice release', '--id', id)).rejects.toThrow('is not on hold');
  const used = run('invoice number', '--type', 'invoice', '--next', 500);
  await expect(used).rejects.toThrow('has documents already');
});

it('nightly-copy', async () => {
  expect(await run('nightly-copy')).toMatchObject({ file: expect.stringContaining('/nightly-'), deleted: [] });
});

it('every command is run in this file', async () => {
  const here = await readFile(import.meta.filename, 'utf8');
  expect(server.hostler.commands.map(({ name }) => name).filter((name) => !here.includes(`'${name}'`))).toEqual([]);
});

it('every command is documented with its options, and no unknown command is documented', async () => {
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split(/^## Command line$/m);
  const rows = [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| (`.+?`) \| (.*)$/gm)];
  // `hosting start`, `terminate`: the second one is in the same group.
  const documented = rows.flatMap(([, names = '', rest = '']) => {
    const [first = '', ...others] = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const group = first.split(' ').slice(0, -1).join(' ');
    return [first, ...others.map((name) => `${group} ${name}`)].map((name): [string, string] => [name, rest]);
  });
  const texts = new Map(documented);
  const processes = [
    'serve',
    'worker',
    'migrate',
    'firewall-helper',
    'listen',
    'restore-data',
    'database move',
    'upgrade check',
    'rollback',
    '--version',
  ];
  const { commands } = server.hostler;
  const all = [...commands, ...serverCommands(server.hostler)];
  expect([...texts.keys()].sort()).toEqual([...all.map(({ name }) => name), ...processes].sort());
  const shared = ['status', 'text', 'after', 'limit'];
  for (const option of shared) expect(section).toMatch(new RegExp(`^Every list .*\`--${option}\``, 'm'));
  const missing = all.flatMap(({ name, options, pages }) =>
    Object.keys(options)
      .filter((option) => !(pages && shared.includes(option)))
      .map((option) => `--${option.replaceAll('_', '-')}`)
      // The row of `plan change` describes its options in words.
      .filter((option) => name !== 'plan change' && !texts.get(name)?.includes(option))
      .map((option) => `${name} ${option}`),
  );
  expect(missing).toEqual([]);
});
