import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { readTotal, sql } from '@hostler/database';
import type { PanelApi } from '@hostler/testing/api-types.ts';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, TEST_ADDRESS, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXPORTED, NOT_EXPORTED } from './export-tables.ts';

const TABLES = sql<object, { name: string }>(
  runsOnPostgres
    ? 'select table_name as name from information_schema.tables where table_schema = current_schema()'
    : `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not glob '*_search*'`,
);

const MAIL_TO = sql<{ recipient: string }, { id: number }>('select id from mails where recipient = :recipient');

/** Settings and images that an owner among the staff changed. */
const NAMED_CHANGES = [
  `insert into stored_settings (name, value, revision, changed_at, changed_by) values ('terms_version', '1', 1, 0, :email)`,
  `insert into brand_images (kind, hash, width, height, content, changed_at, changed_by)
   values ('logo', '', 1, 1, '', 0, :email)`,
].map((text) => sql<{ email: string }>(text));
const RESET_TO = sql<{ recipient: string }, { id: number }>(
  `select id from mails where recipient = :recipient and kind = 'reset'`,
);

const LATE_MAIL = sql<{ recipient: string }>(
  `insert into mails (kind, message_id, recipient, inbox, asked_for, attempts, created_at, give_up_at)
   values ('reset', 'late', :recipient, :recipient, 0, 0, 0, 0)`,
);

const USES = sql<{ person_id: number }, { session_id: number }>(
  'select session_id from session_uses where person_id = :person_id',
);

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  people = peopleOf(server);
  folder = await mkdtemp(join(tmpdir(), 'hostler-privacy-'));
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const listTables = async () => (await server.hostler.db.read(TABLES.all({}))).map(({ name }) => name);

/** Returns the entries of a ZIP archive by name, from its central directory. */
function unzip(archive: Buffer): Record<string, string> {
  const entries: Record<string, string> = {};
  const end = archive.length - 22;
  let place = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [packed, length, start] = [
      archive.readUInt32LE(place + 20),
      archive.readUInt16LE(place + 28),
      archive.readUInt32LE(place + 42),
    ];
    const name = archive.toString('utf8', place + 46, place + 46 + length);
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    entries[name] = inflateRawSync(archive.subarray(data, data + packed)).toString();
    place += 46 + length;
  }
  return entries;
}

describe('docs/privacy.md', () => {
  it('says for every table how long its rows are kept', async () => {
    const page = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\|[^|]*\|([^|]*)\|[^|]*\|$/gm)].map(([, tables = '']) => tables);
    const named = rows.flatMap((tables) => [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual((await listTables()).sort());
  });
});

describe('the export of an account', () => {
  it('includes or excludes every existing table explicitly', async () => {
    expect([...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].sort()).toEqual((await listTables()).sort());
  });

  it('contains all data of the customer, nothing of others, and no secrets', async () => {
    const { panel, accountId: account_id } = await people.owner();
    const other = await server.createAccount();
    await server.post('/tickets', other.live, { subject: 'Of somebody else', message: 'Theirs.' });
    const key = {
      account_id,
      name: 'deploy',
      environment: 'live',
      scopes: ['webhooks.write', 'tickets.write', 'billing.write'],
    };
    const { body: made } = await panel.post<PanelApi.NewKey>('/keys', key);
    const hook = { url: 'https://example.com/hook', events: ['*'] };
    const { body: webhook } = await server.post('/webhooks', made.data.key, hook);
    const ticket = { subject: 'A question', message: 'Grüße, <b>Jo</b>' };
    for (let count = 0; count < 205; count += 41) {
      await Promise.all(Array.from({ length: 41 }, () => server.post('/tickets', made.data.key, ticket)));
    }
    await server.operator.plans.create({ name: 'Small', price: 990 });
    await server.operator.profiles.update({ account_id, ...TEST_ADDRESS });
    const order = { plan: 'Small', hostname: 'web.example.com', user_data: '#!/bin/sh\necho hunter2\n' };
    expect((await server.post('/subscriptions', made.data.key, order)).status).toBe(201);
    const file = join(folder, 'export.zip');
    const { rows } = await server.run<{ rows: Record<string, number> }>(
      'account export',
      '--account',
      account_id,
      '--to',
      file,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const entries = unzip(await readFile(file));
    expect(Object.keys(entries)).toEqual(Object.keys(EXPORTED).map((name) => `${name}.json`));
    for (const [name, count] of Object.entries(rows)) {
      expect([name, JSON.parse(entries[`${name}.json`] ?? '').length]).toEqual([name, count]);
    }
    expect(rows).toMatchObject({
      accounts: 1,
      memberships: 1,
      api_keys: 1,
      webhooks: 1,
      tickets: 205,
      ticket_messages: 205,
    });
    const [subscription] = JSON.parse(entries['subscriptions.json'] ?? '');
    expect(subscription).toMatchObject({
      status: 'pending',
      pending_until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ordered: { hostname: 'web.example.com', has_user_data: true },
    });
    // Neither as text nor encrypted: it may contain secrets.
    expect(subscription.ordered).not.toHaveProperty('sealedUserData');
    const [message] = JSON.parse(entries['ticket_messages.json'] ?? '');
    expect(message).toMatchObject({ message: 'Grüße, <b>Jo</b>', created_at: expect.stringMatching(/\+00:00$/) });
    const all = Object.values(entries).join();
    expect(all).not.toContain('Of somebody else');
    for (const secret of [made.data.key, webhook.data.secret, '$argon2']) expect(all).not.toContain(secret);
    const [newest] = await server.operator.audit.list({ account_id, limit: 1 });
    expect(newest).toMatchObject({ action: 'account export', actor_kind: 'command_line' });
  });

  it('refuses to overwrite a file, and refuses an unknown account', async () => {
    const { accountId } = await people.owner();
    const file = join(folder, 'twice.zip');
    await server.run('account export', '--account', accountId, '--to', file);
    const before = await readFile(file);
    await expect(server.run('account export', '--account', accountId, '--to', file)).rejects.toThrow('exists already');
    expect(await readFile(file)).toEqual(before);
    await expect(server.run('account export', '--account', 999, '--to', join(folder, 'x'))).rejects.toThrow(
      'not found',
    );
  });
});

/**
 * Writes a mail right after the person was erased, like a concurrent request that had read their address just before.
 */
function letLateMailIn(recipient: string): () => boolean {
  const { db } = server.hostler;
  const write = db.write.bind(db);
  let late: Promise<unknown> | undefined;
  const watched = vi.spyOn(db, 'write').mockImplementation(async (...given) => {
    const written = await write(...given);
    if (!late) {
      const isGone = (await db.read(MAIL_TO.one({ recipient }))) === undefined;
      if (isGone) late ??= write(() => LATE_MAIL.run({ recipient }));
    }
    await late;
    return written;
  });
  onTestFinished(() => watched.mockRestore());
  return () => late !== undefined;
}

describe('erasing a person', () => {
  it('leaves no personal data in any table; the audit log names them "Erased person"', async () => {
    const { accountId: account_id, panel: owner } = await people.owner();
    const email = 'forget-me@example.com';
    const { panel, person } = await people.member(account_id, { role: 'owner', email });
    const { body } = await panel.post<PanelApi.NewKey>('/keys', {
      account_id,
      name: 'deploy',
      environment: 'live',
      scopes: ['tickets.read'],
    });
    await server.get('/tickets', undefined, { authorization: `Bearer ${await panel.token(account_id)}` });
    const { panel: gone } = await people.enter(email);
    const listUses = async () => server.hostler.db.read(USES.all({ person_id: person.id }));
    await until(async () => (await gone.get('/sessions/current')) && (await listUses()).length > 1);
    await gone.post('/sessions/remove');
    const { accountId: inviting, panel: host } = await people.owner();
    expect((await host.post('/people/invite', { account_id: inviting, email, role: 'member' })).status).toBe(201);
    await panel.post('/security/password/forgot', { email });
    // The mail is sent after the response, so that response times do not reveal who has an account.
    await until(async () => (await server.hostler.db.read(RESET_TO.one({ recipient: email }))) !== undefined);
    for (const change of NAMED_CHANGES) await server.hostler.db.write(() => change.run({ email }));
    await expect(server.run('person erase', '--id', person.id)).rejects.toThrow('the only owner');
    const isLate = letLateMailIn(email);
    const erased = await server.run<{ left_accounts: number[] }>('person erase', '--id', person.id, '--force');
    expect(isLate()).toBe(true);
    expect(erased.left_accounts).toContain(account_id);
    expect(await listUses(), 'also of sessions that were ended before').toEqual([]);
    expect(await server.hostler.db.read(readTotal(inviting, 'people')), 'one place is free again').toBe(1);
    for (const name of await listTables()) {
      // The account that they alone owned keeps its own address, because invoices were issued to it.
      if (name === 'accounts') continue;
      const rows = await server.hostler.db.read(sql<object, object>(`select * from ${name}`).all({}));
      expect(
        rows.filter((row) => JSON.stringify(row).includes('forget-me')),
        name,
      ).toEqual([]);
    }
    expect((await panel.get('/sessions/current')).status).toBe(401);
    await until(async () => (await server.get('/auth/me', body.data.key)).status === 401);
    const listed = await owner.get<PanelApi.AuditEntry[]>(`/audit?account_id=${account_id}&action=keys.create`);
    expect(listed.body.data[0]?.actor).toMatchObject({ id: person.id, label: 'Erased person' });
    await expect(server.run('person erase', '--id', 999)).rejects.toThrow('not found');
  });
});
