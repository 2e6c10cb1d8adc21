import { join } from 'node:path';
import { sql, type Tally } from '@hostler/database';
import { refusal, startMailServer } from '@hostler/testing/receivers/mail-server.ts';
import { type Receiver, startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearFaults, failNext } from '#engines/simulation/faults.ts';
import { DAY, SECOND } from '#kernel/time.ts';
import type { TodayNumber } from '../today/schemas.ts';

interface Failed {
  kind: string;
  id: number;
  account_id: number | null;
  what: string;
  reason: string;
  failed_at: string;
  retry: string;
  retryable: boolean;
  position: number;
}

const REFUSED = 'There is no room left on the host.';
const AUDITED = sql<{ action: string }, { count: number }>(
  'select count(*) as count from audit_entries where action = :action',
);

const SET_PERIOD = sql<{ account_id: number; id: number; billing_period: string }>(
  'update subscriptions set billing_period = :billing_period where account_id = :account_id and id = :id',
);

let server: TestServer;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Receiver;
let account: TestAccount;
let engine: string;
let rejectsMail = false;
let answers = 200;

beforeAll(async () => {
  mailServer = await startMailServer({
    onRecipient: () => (rejectsMail ? refusal(550, 'No such mailbox') : undefined),
  });
  receiver = await startReceiver((response) => {
    response.statusCode = answers;
    response.end();
  });
  server = await startTestServer({
    env: {
      HOSTLER_SMTP_URL: mailServer.url,
      HOSTLER_MAIL_FROM: 'no-reply@example.com',
      HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      HOSTLER_TAX_SMALL_BUSINESS: 'on',
    },
    byHand: ['hosting.reconcile', 'subscriptions.deliver', 'billing.run'],
  });
  server.clock.standStill();
  engine = join(server.dataDir, 'simulated', 'vps');
  await server.operator.plans.create({ name: 'S', price: 1000 });
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
  await mailServer.close();
});
beforeEach(async () => {
  account = await server.createAccount();
});
afterEach(() => clearFaults(engine));

const list = (...args: (string | number)[]) => server.run<Failed[]>('failed list', ...args);
const retry = (kind: string, id: number) => server.run<{ done: string }>('retry', '--kind', kind, '--id', id);
const refuse = (operation: string, times = 1) =>
  failNext(engine, { operation, code: 'refused', message: REFUSED, times });
const create = () =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'shop.example.com' }));
const post = async (path: string, body: object = {}) =>
  (await server.post<{ id: number; action_id: number }>(path, account.live, body)).body.data;
const end = (id: number) => server.endOf(id, account.live);
const mails = () => list('--kind', 'mail', '--text', 'jo@example.com');
const mine = async (kind: string) => (await list('--kind', kind)).filter((row) => row.account_id === account.id);

/** Runs until nothing of this kind is listed for the account. */
const untilNone = (kind: string) => until(async () => (await mine(kind)).length === 0);

async function stopServer(): Promise<number> {
  const { id } = await create();
  await end((await post(`/hosting/stop?id=${id}`)).action_id);
  return id;
}

describe('a failed action', () => {
  it('is listed with its reason and command, is retried once, and is audited once', async () => {
    const id = await stopServer();
    await refuse('start');
    const { action_id } = await post(`/hosting/start?id=${id}`);
    expect(await end(action_id)).toMatchObject({ status: 'failed' });
    expect(await mine('action')).toMatchObject([
      {
        kind: 'action',
        id: action_id,
        account_id: account.id,
        what: `hosting.start of hosting ${id}`,
        reason: REFUSED,
        retry: `hostler retry --kind action --id ${action_id}`,
        retryable: true,
      },
    ]);
    const before = (await server.hostler.db.read(AUDITED.one({ action: 'retry' })))?.count ?? 0;
    expect(await retry('action', action_id)).toMatchObject({ done: `Queued hosting.start of hosting ${id} again.` });
    await server.until(`/hosting/show?id=${id}`, account.live, ({ status }) => status === 'running');
    expect(await mine('action')).toEqual([]);
    await expect(retry('action', action_id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('was retried or repeated since'),
    });
    expect((await server.hostler.db.read(AUDITED.one({ action: 'retry' })))?.count).toBe(before + 1);
  });

  it('is superseded when the customer repeats the work', async () => {
    const id = await stopServer();
    await refuse('start', 2);
    for (let attempts = 0; attempts < 2; attempts++) await end((await post(`/hosting/start?id=${id}`)).action_id);
    expect(await mine('action')).toHaveLength(1);
    await end((await post(`/hosting/start?id=${id}`)).action_id);
    expect(await mine('action')).toEqual([]);
  });

  it('refuses a retry with the reason if it cannot be retried', async () => {
    const id = await stopServer();
    await refuse('start');
    const failed = (await post(`/hosting/start?id=${id}`)).action_id;
    await end(failed);
    const { action_id } = await server.operator.hosting.terminate({ id });
    await end(action_id);
    expect(await mine('action')).toEqual([]);
    await expect(retry('action', failed)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(retry('action', action_id)).rejects.toMatchObject({
      message: `Action ${action_id} is succeeded. Only a failed action can be retried.`,
    });
    await expect(retry('action', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('names the command to use instead if its input was erased', async () => {
    const { id } = await create();
    await refuse('resize');
    const { action_id: queued } = await server.operator.hosting.resize({ id, plan: 'S' });
    const action_id = queued ?? 0;
    await end(action_id);
    const instead = 'Run hostler hosting resize --id ID --plan PLAN.';
    expect(await mine('action')).toMatchObject([{ id: action_id, retryable: false, retry: instead }]);
    await expect(retry('action', action_id)).rejects.toMatchObject({
      message: `Action ${action_id} cannot be retried. ${instead}`,
    });
    expect(await mine('action')).toHaveLength(1);
  });
});

describe('a failed backup', () => {
  it('is counted by Today once, at the address of the list that has it', async () => {
    const { id: hosting_id } = await create();
    await refuse('export');
    await end((await post('/backups', { hosting_id })).action_id);
    expect(await mine('backup')).toHaveLength(1);
    const staff = await signInStaff(server, 'owner');
    const { numbers } = (await staff.get<{ numbers: TodayNumber[] }>('/today')).body.data;
    const failures = numbers.filter(({ url }) => url.startsWith('/operator/operations/failures'));
    expect(failures.map(({ key }) => key)).toEqual([
      ...['failed_billing', 'failed_backups', 'failed_actions', 'failed_mails', 'failed_deliveries'],
    ]);
    const totals: [string, unknown][] = [];
    for (const { key, url } of failures) {
      const { meta } = (await staff.get(`/failures${new URL(url, server.url).search}`)).body;
      totals.push([key, meta.total]);
    }
    expect(failures.map(({ key, count }) => [key, count])).toEqual(totals);
    expect(failures.find(({ key }) => key === 'failed_backups')?.count).toBeGreaterThan(0);
    const all = (await staff.get('/failures')).body.meta.total;
    expect(failures.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(all);
  });

  it('can be retried once', async () => {
    const { id: hosting_id } = await create();
    await refuse('export');
    const backup = await post('/backups', { hosting_id });
    await end(backup.action_id);
    expect(await mine('backup')).toMatchObject([
      { id: backup.id, what: `manual backup of hosting ${hosting_id}`, reason: REFUSED, retryable: true },
    ]);
    expect(await mine('action')).toEqual([]);
    expect((await retry('backup', backup.id)).done).toMatch(/^Queued backup \d+ of hosting/);
    expect(await mine('backup')).toEqual([]);
    await server.until('/backups', account.live, (rows) => rows[0]?.status === 'completed');
    expect(await mine('backup')).toEqual([]);
    await expect(retry('backup', backup.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('cannot be retried after its server is terminated', async () => {
    const { id: hosting_id } = await create();
    await refuse('export');
    const backup = await post('/backups', { hosting_id });
    await end(backup.action_id);
    const terminated = await server.operator.hosting.terminate({ id: hosting_id });
    await end(terminated.action_id);
    await expect(retry('backup', backup.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a failed billing item', () => {
  it('is a paid order whose server could not be created', async () => {
    await refuse('create');
    const { subscriptions } = server.operator;
    const { id } = await subscriptions.create({ account_id: account.id, plan: 'S', hostname: 'paid.example.com' });
    await until(async () => (await mine('billing')).length > 0);
    expect(await mine('billing')).toMatchObject([
      { id, reason: REFUSED, what: `delivery of subscription ${id} (S (paid.example.com))` },
    ]);
    await retry('billing', id);
    await server.until(`/subscriptions/show?id=${id}`, account.live, ({ status }) => status === 'active');
    await untilNone('billing');
    await untilNone('action');
    await expect(retry('billing', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is a renewal that the billing run could not invoice', async () => {
    const { id } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
    const setPeriod = (billing_period: string) =>
      server.hostler.db.write(() => SET_PERIOD.run({ account_id: account.id, id, billing_period }));
    await setPeriod('unknown');
    server.clock.advance(31 * DAY);
    await server.operator.billing.run({ yes: true });
    const [failed] = await mine('billing');
    expect(failed).toMatchObject({ id, what: `renewals ${id}`, retryable: true });
    await expect(retry('billing', id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('failed again'),
    });
    expect(await mine('billing')).toHaveLength(1);
    await setPeriod('monthly');
    expect((await retry('billing', id)).done).toContain(`renewals ${id}: `);
    expect(await mine('billing')).toEqual([]);
    const { body } = await server.get('/billing/invoices', account.live);
    expect(body.data).toHaveLength(2);
  });
});

describe('mail that was given up', () => {
  it('can be sent again, unless it contains a secret link', async () => {
    rejectsMail = true;
    const mailer = { kind: 'order-undelivered', nature: 'notice' } as const;
    const letter = { subject: 'Hello', paragraphs: ['A server is missing.'] };
    const { createMailer } = await import('#kernel/mail/mailer.ts');
    const own = createMailer({ vault: server.hostler.vault, from: { name: 'X', address: 'no-reply@example.com' } });
    const now = server.clock.now();
    await server.hostler.db.write(() => own.queue({ ...mailer, cause: 'a', to: 'jo@example.com', letter, now }));
    const secret = { ...letter, action: { label: 'Go', url: 'https://panel.example.com/x#secret-part' } };
    await server.hostler.db.write(() =>
      own.queue({ ...mailer, kind: 'email-changed', cause: 'b', to: 'jo@example.com', letter: secret, now }),
    );
    await until(async () => (await mails()).length === 2);
    const [hidden, kept] = await mails();
    expect(kept).toMatchObject({ account_id: null, what: 'order-undelivered to jo@example.com', retryable: true });
    expect(kept?.reason).toContain('550');
    expect(hidden).toMatchObject({ retryable: false, retry: expect.stringContaining('secret link') });
    await expect(retry('mail', hidden?.id ?? 0)).rejects.toMatchObject({ code: 'CONFLICT' });
    rejectsMail = false;
    await retry('mail', kept?.id ?? 0);
    await until(async () => (await mails()).length === 1);
    await until(async () => mailServer.mails.length > 0);
    await expect(retry('mail', kept?.id ?? 0)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a webhook delivery that was given up', () => {
  it('is delivered again', async () => {
    answers = 500;
    const url = `${receiver.url}/hook`;
    const webhook = await server.operator.webhooks.create({ account_id: account.id, url, events: ['ticket.created'] });
    await post('/tickets', { subject: 'Hello', message: 'There', department: 'support' });
    const find = async () => {
      const { body } = await server.get(`/webhooks/deliveries?id=${webhook.id}`, account.live);
      return body.data[0];
    };
    // Move the clock from attempt to attempt: deliveries are deleted after 30 days, and webhooks disabled after 5.
    await until(async () => {
      const delivery = await find();
      // Times in responses are cut to seconds.
      const next = Date.parse(delivery?.next_attempt_at ?? '') + SECOND - server.clock.now();
      if (next > 0) server.clock.advance(next);
      return delivery?.status === 'failed';
    });
    const [failed] = await mine('webhook');
    expect(failed).toMatchObject({ what: `ticket.created to ${url}`, reason: expect.stringContaining('500') });
    answers = 200;
    await retry('webhook', failed?.id ?? 0);
    await untilNone('webhook');
    await until(async () => (await find())?.status === 'succeeded');
    await expect(retry('webhook', failed?.id ?? 0)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the list of failures', () => {
  it('is read in pages over all kinds, filtered by account, text and time', async () => {
    const { id: hosting_id } = await create();
    await refuse('export', 2);
    for (let count = 0; count < 2; count++) await end((await post('/backups', { hosting_id })).action_id);
    await refuse('restart');
    await end((await post(`/hosting/restart?id=${hosting_id}`)).action_id);
    const all = await list('--account', account.id);
    expect(all.map(({ kind }) => kind)).toEqual(['backup', 'backup', 'action']);
    const pages: Failed[] = [];
    for (let after: number[] = []; ; ) {
      const [row] = await list('--account', account.id, '--limit', 1, ...after.flatMap((one) => ['--after', one]));
      if (!row) break;
      pages.push(row);
      after = [row.position];
    }
    expect(pages).toEqual(all);
    const tally: Tally = { most: 2 };
    const command = server.hostler.commands.find(({ name }) => name === 'failed list');
    expect(await command?.page?.({ account: account.id }, { limit: 1, offset: 1, tally })).toEqual([all[1]]);
    // Counts one more than the most.
    expect(tally.total).toBe(3);
    const [first, second] = all;
    expect(await list('--kind', 'backup', '--account', account.id, '--after', first?.id ?? 0)).toEqual([second]);
    expect(await list('--account', account.id, '--text', 'hosting.restart')).toHaveLength(1);
    const later = new Date(server.clock.now() + 1_000).toISOString();
    expect(await list('--account', account.id, '--since', later)).toEqual([]);
    const doctor = await server.hostler.checks.find(({ name }) => name === 'failures')?.check(1_000);
    expect(doctor).toMatchObject({ advice: null, detail: expect.stringMatching(/backup \d+.*hostler failed list/) });
    server.clock.advance(31 * DAY);
    expect(await list('--account', account.id)).toEqual([]);
  });
});
