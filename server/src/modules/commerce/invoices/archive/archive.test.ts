import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { keepLog } from '@hostler/testing/log-lines.ts';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { actDirectly } from '@hostler/testing/server/operator.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { createTestDatabase } from '@hostler/testing/test-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { restoreDataCommand } from '#data-copies/restore-data.ts';
import { DAY } from '#kernel/time.ts';
import { findCommand, parseOptions, runCommand } from '#program/command-line.ts';
import type { Hostler } from '#program/hostler.ts';
import { migrate } from '#program/prepare.ts';
import { serverCommands } from '#program/server-commands.ts';
import type { Config } from '#settings/config.ts';
import type { Restored } from './restoring/operator-service.ts';

const MAILS = sql<object, { kind: string }>(`select kind from mails where kind in ('invoice', 'credit note')`);
const TO_MAIL = sql<object, { id: number }>('select id from invoices where mail_at is not null');
const STOPPED = sql<object, { recipient: string }>(`select recipient from mails where kind = 'issuing stopped'`);
const MARKS = sql<object, { archived: number }>('select cast(count(archived_at) as bigint) as archived from invoices');
const AUDITED = sql<object, { record_label: string }>(
  `select record_label from audit_entries where record_type = 'document_series'`,
);
const HIDE_LAST = sql<object>(
  `update invoices set number = 'gone' where number = (select max(number) from invoices where type = 'invoice')`,
);
const PUT_BACK = sql<object>('update invoice_numbers set last_number = last_number - 1');
const RENAME = sql<{ id: number; created_at: number }>('update accounts set created_at = :created_at where id = :id');
const FAILURES = sql<object, { step: string; message: string }>('select step, message from billing_failures');

const SETTINGS = {
  HOSTLER_SELLER_NAME: 'Example Hosting GmbH',
  HOSTLER_SELLER_EMAIL: 'office@hosting.example',
  HOSTLER_SELLER_VAT_ID: 'DE123456789',
};

let server: TestServer;
let account: TestAccount;
let folder: string;
let archive: string;
const log = keepLog();
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-archive-'));
  server = await startTestServer({ env: SETTINGS, log: log.log });
  archive = server.hostler.config.documentArchive;
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'S', price: 900 });
});
afterAll(async () => {
  await server.stop();
  for (const undo of cleanUp) await undo();
  await rm(folder, { recursive: true, force: true });
});

const order = () => server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
const year = new Date().getUTCFullYear();
const inv = (position: number) => `INV-${year}-${String(position).padStart(6, '0')}`;
const fileOf = (number: string, within = archive) => join(within, number.slice(0, -7), '000', `${number}.json`);

async function listFiles(): Promise<string[]> {
  const names = await readdir(archive, { recursive: true });
  return names
    .filter((name) => name.includes('/') && name.endsWith('.json'))
    .map((name) => name.split('/').at(-1) ?? '');
}

/** Waits until every document is in the archive. */
async function settled(): Promise<void> {
  const { length } = await server.operator.invoices.list();
  await expect.poll(async () => server.hostler.db.read(TO_MAIL.all({})), { timeout: 20_000 }).toEqual([]);
  const count = async () => (await server.hostler.db.read(MARKS.one({})))?.archived;
  await expect.poll(count, { timeout: 20_000 }).toBe(length);
  await expect.poll(async () => (await listFiles()).length, { timeout: 20_000 }).toBe(length);
}

async function checkArchive(installation: Hostler) {
  return installation.checks.find(({ name }) => name === 'document archive')?.check(1_000);
}

async function backUp(): Promise<string> {
  const file = await mkdtemp(join(folder, 'copy-'));
  const command = serverCommands(server.hostler).find(({ name }) => name === 'backup-data');
  await command?.run({ to: join(file, 'copy') });
  return join(file, 'copy');
}

/** Replaces the newer data by the copy, beside the same archive. */
async function restore(from: string, changes: Partial<Config> = {}) {
  const dataDir = await mkdtemp(join(folder, 'restored-'));
  const database = runsOnPostgres
    ? await createTestDatabase({ template: 'empty', migrate: async () => {} })
    : undefined;
  if (database) cleanUp.push(database.drop);
  const where = database ? { databaseUrl: database.directUrl, databaseDirectUrl: undefined } : {};
  const config: Config = { ...server.hostler.config, dataDir, ...where, ...changes };
  await restoreDataCommand(
    () => config,
    async () => server.hostler.migrations,
  ).run({ from, replace: false });
  return open(config);
}

async function open(config: Config) {
  const lines = keepLog();
  const installation = await compose({ config, clock: server.clock, log: lines.log });
  cleanUp.unshift(() => installation.db.close());
  await migrate(installation);
  const run = async <T>(...args: string[]): Promise<T> => {
    const { command, rest } = findCommand(installation.commands, args);
    return (await runCommand(command, parseOptions(command, rest))) as T;
  };
  return { ...installation, lines: lines.lines, staff: actDirectly(installation), run };
}

describe('the document archive', () => {
  it('stores every document in its own file, which only the owner can read', async () => {
    const { id } = await order();
    await settled();
    const [invoice] = await server.operator.invoices.list();
    const written = JSON.parse(await readFile(fileOf(inv(1)), 'utf8'));
    expect(written).toMatchObject({
      number: inv(1),
      account_id: account.id,
      due_at: expect.any(Number),
      total: invoice?.total,
      currency: 'EUR',
    });
    expect(JSON.parse(written.seller)).toMatchObject({ name: 'Example Hosting GmbH' });
    expect(JSON.parse(written.items)[0]).toMatchObject({ subscription_id: id });
    expect((await stat(fileOf(inv(1)))).mode & 0o777).toBe(0o600);
    expect((await stat(archive)).mode & 0o777).toBe(0o700);

    await server.operator.invoices.credit({ id: invoice?.id ?? 0, reason: 'Ordered twice.' });
    await settled();
    const note = JSON.parse(await readFile(fileOf(`CN-${year}-000001`), 'utf8'));
    expect(note).toMatchObject({ corrects: inv(1), reason: 'Ordered twice.', total: -(invoice?.total ?? 0) });
  });

  it('has no files for documents of the sandbox', async () => {
    await settled();
    const before = await listFiles();
    const body = { plan: 'S', hostname: 'test.example.com' };
    expect((await server.post('/subscriptions', account.test, body)).status).toBeLessThan(500);
    await server.runUpkeep('invoices.archive');
    expect(await listFiles()).toEqual(before);
  });

  it('is restored if the folder or a single file is lost', async () => {
    await order();
    await settled();
    const content = await readFile(fileOf(inv(1)), 'utf8');
    await rm(archive, { recursive: true });
    await server.runUpkeep('invoices.archive');
    await settled();
    expect(await readFile(fileOf(inv(1)), 'utf8')).toBe(content);
    await rm(fileOf(inv(1)));
    await server.runUpkeep('invoices.archive-mend');
    expect(await readFile(fileOf(inv(1)), 'utf8')).toBe(content);
  });
});

describe('an unusable document archive', () => {
  it('stops only the issuing of documents, and is reported once', async () => {
    const first = await order();
    await settled();
    const unpaid = (await server.operator.invoices.list()).filter(({ status }) => status === 'unpaid').at(-1);
    await rename(archive, `${archive}.away`);
    await writeFile(archive, 'This is not a folder.');
    expect(await checkArchive(server.hostler)).toMatchObject({
      detail: expect.stringContaining('No documents are issued'),
      advice: expect.stringContaining('Make it writable'),
    });
    const refused = /Invoices cannot be issued at the moment\. .* try again later/;
    await expect(order()).rejects.toThrow(refused);
    await expect(order()).rejects.toThrow(refused);
    await expect(server.operator.invoices.credit({ id: unpaid?.id ?? 0, reason: 'No.' })).rejects.toThrow(archive);
    await server.operator.payments.create({ invoice_id: unpaid?.id ?? 0, method: 'transfer' });
    expect((await server.get(`/subscriptions/show?id=${first.id}`, account.live)).status).toBe(200);
    expect(log.lines.filter((line) => line.includes('No documents are issued'))).toHaveLength(1);
    expect(await server.hostler.db.read(STOPPED.all({}))).toEqual([{ recipient: 'office@hosting.example' }]);

    // Renewals of several customers are due, and one log line covers them all.
    const other = await server.createAccount();
    await server.operator.subscriptions.create({ account_id: other.id, plan: 'S' }).catch(() => {});
    const lines: string[] = [];
    await server.operator.billing.run({ at: server.clock.now() + 31 * DAY, onLine: ({ what }) => lines.push(what) });
    expect(lines.filter((what) => what.includes('Waits with all others'))).toHaveLength(1);
    expect(await server.hostler.db.read(FAILURES.all({}))).toEqual([
      { step: 'renewals', message: expect.stringContaining('cannot be used') },
    ]);

    await rm(archive);
    await rename(`${archive}.away`, archive);
    await server.runUpkeep('invoices.archive');
    await order();
    await settled();
  });

  it('delays the mail of a document until its file is written', async () => {
    await settled();
    const count = async () => (await server.hostler.db.read(MAILS.all({}))).length;
    await expect.poll(count).toBeGreaterThan(0);
    const before = await count();
    await rename(archive, `${archive}.away`);
    await writeFile(archive, 'This is not a folder.');
    // The failure is not known yet: the document is issued, and its file cannot be written.
    await order();
    await server.runUpkeep('invoices.mail');
    expect(await count()).toBe(before);
    const marks = (await server.hostler.db.read(MARKS.one({})))?.archived ?? 0;
    expect(marks).toBe((await server.operator.invoices.list()).length - 1);
    await rm(archive);
    await rename(`${archive}.away`, archive);
    await server.runUpkeep('invoices.archive');
    await settled();
    expect(await count()).toBe(before + 1);
  });

  it('stops the issuing of documents if it belongs to another installation', async () => {
    await settled();
    const owner = join(archive, 'installation.json');
    const own = await readFile(owner, 'utf8');
    await writeFile(owner, JSON.stringify({ installation: 'another' }));
    expect(await checkArchive(server.hostler)).toMatchObject({
      detail: expect.stringContaining('another installation'),
    });
    await expect(order()).rejects.toThrow('Invoices cannot be issued at the moment');
    await writeFile(owner, own);
    expect(await checkArchive(server.hostler)).toMatchObject({ advice: null });
  });
});

describe('a database that is older than the archive', () => {
  it('issues no documents until staff continue the series, and never uses a number twice', async () => {
    await settled();
    const known = await server.operator.invoices.list();
    const copy = await backUp();
    const last = known.filter(({ type }) => type === 'invoice').length;
    for (let lost = 0; lost < 3; lost++) await order();
    const note = known.find(({ status }) => status === 'unpaid');
    await server.operator.invoices.credit({ id: note?.id ?? 0, reason: 'Moved away.' });
    await settled();
    const files = await listFiles();
    const lost = await server.operator.invoices.show({ invoice: inv(last + 3) });

    const installation = await restore(copy);
    expect(await listFiles()).toEqual(files);
    const again = () => installation.staff.subscriptions.create({ account_id: account.id, plan: 'S' });
    await expect(again()).rejects.toThrow('Invoices cannot be issued at the moment');
    expect(await checkArchive(installation)).toMatchObject({
      detail: expect.stringContaining(`has ${inv(last + 3)}, but the database has only ${inv(last)}`),
      advice: expect.stringContaining('hostler invoice series --continue'),
    });
    expect(installation.lines.filter((line) => line.includes('No documents are issued'))).toHaveLength(1);
    expect(await installation.run('invoice', 'series')).toContainEqual({
      series: `INV-${year}`,
      in_database: last,
      in_archive: last + 3,
      state: 'archive ahead',
      moved: null,
    });
    await expect(installation.run('invoice', 'series', '--continue')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });

    const results = await installation.run<Restored[]>('invoice', 'series', '--continue', '--reason', 'Disk failed.');
    expect(results.map(({ number, result }) => `${number} ${result}`)).toEqual([
      ...[1, 2, 3].map((more) => `${inv(last + more)} restored`),
      expect.stringMatching(/^CN-.* restored$/),
    ]);
    expect(await installation.run('invoice', 'series', '--continue', '--reason', 'Again.')).toEqual([]);
    expect((await installation.db.read(AUDITED.all({}))).map(({ record_label }) => record_label)).toContain(
      `INV-${year}: ${last} to ${last + 3}, Disk failed.`,
    );

    // Read-only: as printed, with nothing due, and reduced by its credit note.
    const restored = await installation.staff.invoices.show({ invoice: inv(last + 3) });
    expect(restored).toMatchObject({ number: lost.number, total: lost.total, on_hold: true, status: 'unpaid' });
    expect(restored.restored_at).not.toBeNull();
    const { customer } = installation;
    const documentOf = (of: Hostler, id: number) => of.db.read(of.customer.invoices.documentOf(account.id, id));
    expect(await documentOf(installation, restored.id)).toEqual(await documentOf(server.hostler, lost.id));
    expect(await installation.staff.invoices.show({ invoice: note?.number ?? '' })).toMatchObject({
      status: 'cancelled',
    });

    const { id } = await again();
    const issued = (await installation.staff.invoices.list()).find(({ subscription_id }) => subscription_id === id);
    expect(issued?.number).toBe(inv(last + 4));

    // Not dunned, charged or paid from credit until staff release it.
    const due = await installation.db.read(customer.invoices.sumOpen(account.id, 'EUR'));
    const open = (await installation.staff.invoices.list()).filter(
      ({ amount_due, on_hold }) => amount_due > 0 && !on_hold,
    );
    expect(due.due).toBe(open.reduce((sum, { amount_due }) => sum + amount_due, 0));
    await installation.staff.billing.run({ at: server.clock.now() + 20 * DAY });
    expect(await installation.staff.invoices.show({ invoice: inv(last + 3) })).toMatchObject({ status: 'unpaid' });
    expect(await checkArchive(installation)).toMatchObject({ detail: expect.stringContaining('on hold') });
    await installation.staff.payments.record({ invoice_id: restored.id, amount: restored.total });
    expect(await installation.staff.invoices.show({ invoice: inv(last + 3) })).toMatchObject({ status: 'paid' });
    const second = await installation.staff.invoices.show({ invoice: inv(last + 2) });
    await installation.run('invoice', 'release', '--id', String(second.id));
    await installation.staff.billing.run({ at: server.clock.now() + 20 * DAY });
    expect(await installation.staff.invoices.show({ invoice: inv(last + 2) })).toMatchObject({ status: 'overdue' });
  });

  it('skips a damaged file, and a document whose account id now belongs to another account', async () => {
    const copy = await backUp();
    const aside = join(await mkdtemp(join(folder, 'aside-')), 'documents');
    await order();
    await order();
    await settled();
    await cp(archive, aside, { recursive: true });
    const numbers = (await server.operator.invoices.list())
      .filter(({ type }) => type === 'invoice')
      .sort((one, other) => one.id - other.id)
      .slice(-2)
      .map(({ number }) => number);
    const [foreign = '', damaged = ''] = numbers;
    await writeFile(fileOf(damaged, aside), (await readFile(fileOf(damaged, aside), 'utf8')).slice(0, 300));

    const installation = await restore(copy, { documentArchive: aside });
    await installation.db.write(() => RENAME.run({ id: account.id, created_at: 1 }));
    const results = await installation.run<Restored[]>('invoice', 'series', '--continue', '--reason', 'Test.');
    expect(results).toContainEqual({ number: damaged, result: 'damaged' });
    expect(results).toContainEqual({ number: foreign, result: 'no_account' });
    expect((await installation.staff.invoices.list()).map(({ number }) => number)).not.toContain(foreign);
    const { id } = await installation.staff.subscriptions.create({ account_id: account.id, plan: 'S' });
    const issued = (await installation.staff.invoices.list()).find(({ subscription_id }) => subscription_id === id);
    expect(Number(issued?.number.slice(-6))).toBe(Number(damaged.slice(-6)) + 1);
    expect(await checkArchive(installation)).toMatchObject({ detail: expect.stringContaining('only in the archive') });
  });

  it('issues no number that the archive already has, if the database is restored while the server runs', async () => {
    await settled();
    const copy = await backUp();
    const installation = await restore(copy);
    const { id } = await installation.staff.subscriptions.create({ account_id: account.id, plan: 'S' });
    expect(id).toBeGreaterThan(0);
    const extend = installation.recurring.find(({ name }) => name === 'invoices.archive');
    await extend?.run(server.clock.now());
    await installation.db.write(function* () {
      yield* HIDE_LAST.run({});
      yield* PUT_BACK.run({});
    });
    await expect(installation.staff.subscriptions.create({ account_id: account.id, plan: 'S' })).rejects.toThrow(
      'Invoices cannot be issued at the moment',
    );
  });
});
