import { userInfo } from 'node:os';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { openPanel, PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { findCommand, parseOptions, runCommand } from '#program/command-line.ts';
import { forgetSurplus } from './jobs.ts';

let server: TestServer;
let account: TestAccount;

const readAll = (account_id = account.id) => server.operator.audit.list({ account_id, limit: 1_000 });
const readOf = async (requestId: string) => (await readAll()).filter(({ request_id }) => request_id === requestId);
const NEW_TICKET = { subject: 'A question', message: 'The password is hunter2-hunter2.' };

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_OPERATOR: 'Grace Hopper' } });
  account = await server.createAccount();
});

afterAll(() => server.stop());

describe('the audit log', () => {
  it('records actor, action, record, address and changed fields, but no values', async () => {
    const made = await server.post('/tickets', account.live, NEW_TICKET, { 'x-request-id': 'who-1' });
    const entries = await readOf('who-1');
    expect(entries).toMatchObject([
      {
        account_id: account.id,
        environment: 'live',
        actor_kind: 'key',
        actor_label: 'default',
        action: 'tickets.create',
        record_type: 'tickets',
        record_id: made.body.data.id,
        record_label: 'A question',
        changed: ['subject', 'message'],
        address: '127.0.0.1',
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('hunter2');
  });

  it('names the record that a write concerns, even if the response contains another one', async () => {
    const { body } = await server.post('/tickets', account.live, NEW_TICKET);
    const reply = { id: body.data.id, message: 'More.', nonsense: 'x' };
    await server.post('/tickets/reply', account.live, reply, { 'x-request-id': 'reply-1' });
    expect(await readOf('reply-1')).toMatchObject([
      { action: 'tickets.reply', record_type: 'tickets', record_id: body.data.id, changed: ['message'] },
    ]);
  });

  it('has no entry for a refused write, and one entry for a repeated write', async () => {
    const twice = { 'idempotency-key': 'audit-twice', 'x-request-id': 'twice-1' };
    await server.post('/tickets', account.live, NEW_TICKET, twice);
    await server.post('/tickets', account.live, NEW_TICKET, twice);
    await server.post('/tickets', account.live, { subject: 1 }, { 'x-request-id': 'refused-1' });
    await server.post('/tickets/close', account.live, { id: 999 }, { 'x-request-id': 'refused-2' });
    expect(await readOf('twice-1')).toHaveLength(1);
    expect([...(await readOf('refused-1')), ...(await readOf('refused-2'))]).toEqual([]);
  });

  it('has no entry for simulated writes of the sandbox, and marks its real writes with `test`', async () => {
    await server.post('/tickets', account.test, NEW_TICKET, { 'x-request-id': 'sandbox-1' });
    const webhook = { url: 'https://example.com/hook', events: ['*'] };
    await server.post('/webhooks', account.test, webhook, { 'x-request-id': 'sandbox-2' });
    expect(await readOf('sandbox-1')).toEqual([]);
    expect(await readOf('sandbox-2')).toMatchObject([{ action: 'webhooks.create', environment: 'test' }]);
  });

  it('records the exchange of a key for a token', async () => {
    await server.post('/auth/token', undefined, { api_key: account.live }, { 'x-request-id': 'token-1' });
    expect(await readOf('token-1')).toMatchObject([{ action: 'auth.token', actor_kind: 'key', record_id: null }]);
  });

  it('records commands that change an account, in the transaction of the change', async () => {
    const { id } = await server.createKey(account.id, 'live');
    await server.run('key revoke', '--id', id);
    expect((await readAll())[0]).toMatchObject({
      actor_kind: 'command_line',
      action: 'key revoke',
      record_type: 'key',
      record_id: id,
      changed: ['id'],
      address: null,
    });
  });

  it('shows staff who ran a command, and customers only "Support"', async () => {
    const run = (operator?: string) => {
      const { command, rest } = findCommand(server.hostler.commands, ['account', 'trust', '--id', String(account.id)]);
      return runCommand(command, parseOptions(command, rest), operator);
    };
    const newest = async () => (await readAll())[0];
    await server.run('account trust', '--id', account.id);
    expect(await newest()).toMatchObject({ action: 'account trust', actor_label: 'Grace Hopper' });
    await run();
    expect(await newest()).toMatchObject({ action: 'account trust', actor_label: userInfo().username });
    const { id: account_id } = await server.operator.accounts.create({
      name: 'Sees',
      email: 'sees@example.com',
      password_hash: PASSWORD_HASH,
    });
    await server.run('account trust', '--id', account_id);
    const panel = openPanel(server);
    await panel.signIn('sees@example.com');
    const { body } = await panel.get<PanelApi.AuditEntry[]>(`/audit?account_id=${account_id}&actor_kind=command_line`);
    expect(body.data).toMatchObject([{ action: 'account trust', actor: { id: null, label: 'Support' } }]);
  });

  it('records a command about money once, in the account that it concerns', async () => {
    const { id } = await server.createAccount();
    await server.operator.plans.create({ name: 'Audited', price: 1_000 });
    const sold = await server.run<{ invoice: { id: number } }>(
      ...(['subscription create', '--account', id, '--plan', 'Audited'] as const),
    );
    const reason = ['--reason', 'As agreed.'];
    const paid = await server.run<{ id: number }>('invoice pay', '--id', sold.invoice.id);
    await server.run('payment refund', '--id', paid.id, '--amount', 100, ...reason);
    await server.run('invoice credit', '--id', sold.invoice.id, '--amount', 100, ...reason);
    await server.operator.charges.add({ account_id: id, description: 'Work', amount: 500, currency: 'EUR' });
    await server.run('invoice issue', '--account', id);
    const all = await server.operator.audit.list({ limit: 1_000 });
    expect(all.filter(({ account_id }) => account_id === 0)).toEqual([]);
    const commands = all.filter((entry) => entry.account_id === id && entry.actor_kind === 'command_line');
    expect(commands.map(({ action }) => action).sort()).toEqual(
      ['invoice credit', 'invoice issue', 'invoice pay', 'payment refund', 'subscription create'].sort(),
    );
    const filtered = await server.operator.audit.list({ account_id: id }, { actor_kind: 'command_line' });
    expect(filtered).toEqual(commands);
    expect(await server.operator.audit.list({ account_id: id }, { actor_kind: 'operator' })).toEqual([]);
  });

  it('records events without a caller with the actor `system`', async () => {
    await server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'web.example.com' }));
    expect((await readAll())[0]).toMatchObject({
      actor_kind: 'system',
      action: 'hosting.created',
      record_type: 'hosting',
      record_label: 'web.example.com',
    });
  });

  it('is shown to staff for one account or for all accounts', async () => {
    const other = await server.createAccount();
    await server.post('/tickets', other.live, NEW_TICKET);
    expect(await readAll(other.id)).toMatchObject([{ account_id: other.id, action: 'tickets.create' }]);
    const accounts = (await server.run<{ account_id: number }[]>('audit list')).map(({ account_id }) => account_id);
    expect(new Set(accounts)).toContain(other.id);
    expect(new Set(accounts)).toContain(account.id);
  });

  it('records what people do in the panel, and shows owners the newest entry first', async () => {
    const { id: account_id } = await server.operator.accounts.create({
      name: 'Acme',
      email: 'jo@example.com',
      password_hash: PASSWORD_HASH,
    });
    const panel = openPanel(server);
    const { person } = (await panel.signIn('jo@example.com')).body.data;
    const made = { account_id, name: 'deploy', environment: 'live', scopes: ['tickets.read'] };
    const { body: created } = await panel.post<PanelApi.NewKey>('/keys', made);
    await panel.post('/token', { account_id, environment: 'live' });
    const read = (query = '') => panel.get<PanelApi.AuditEntry[]>(`/audit?account_id=${account_id}${query}`);
    const { body } = await read();
    expect(body.data).toMatchObject([
      {
        actor: { kind: 'person', id: person.id, label: 'jo' },
        action: 'keys.create',
        record: { type: 'keys', id: created.data.id, label: 'deploy' },
        changed: ['name', 'environment', 'scopes'],
        address: '127.0.0.1',
        environment: 'live',
      },
      { actor: { kind: 'person', id: person.id }, action: 'sessions.create', record: null, changed: [] },
    ]);
    expect(body.meta).toMatchObject({ total: 2, last_page: 1 });
    expect(JSON.stringify(body)).not.toContain(created.data.key);
    const actions = async (query: string) => (await read(query)).body.data.map(({ action }) => action);
    expect(await actions('&action=sessions.create')).toEqual(['sessions.create']);
    expect(await actions('&actor_kind=key')).toEqual([]);
    expect(await actions('&actor_kind=person&action=keys.create')).toEqual(['keys.create']);
    expect(await actions('&per_page=1&page=2')).toEqual(['sessions.create']);
    expect((await panel.get(`/audit?account_id=${account.id}`)).status).toBe(404);
    expect((await read('&actor_kind=somebody')).status).toBe(400);
  });

  it('keeps a limited number of entries per kind of actor, the newest ones', async () => {
    const busy = await server.createAccount();
    await server.run('key create', '--account', busy.id, '--environment', 'live', '--scopes', 'all');
    for (let count = 0; count < 5; count++) await server.post('/tickets', busy.live, NEW_TICKET);
    const before = await readAll(busy.id);
    await forgetSurplus({ db: server.hostler.db, most: 3 }).run(server.clock.now());
    const kept = await readAll(busy.id);
    expect(kept.map(({ actor_kind }) => actor_kind)).toEqual(['key', 'key', 'key', 'command_line']);
    expect(kept.map(({ id }) => id)).toEqual([...before.slice(0, 3), before.at(-1)].map((entry) => entry?.id));
  });

  it('keeps entries for a year', async () => {
    server.clock.advance(364 * DAY);
    await server.runUpkeep('audit.forget-old');
    const old = (await readAll()).map(({ id }) => id);
    expect(old).not.toEqual([]);
    server.clock.advance(2 * DAY);
    await server.runUpkeep('audit.forget-old');
    // The server's own entries of the new day are in the audit too, so only the old ones are compared.
    expect((await readAll()).filter(({ id }) => old.includes(id))).toEqual([]);
  });
});
