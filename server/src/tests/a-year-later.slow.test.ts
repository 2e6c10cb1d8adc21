import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { makePng } from '@hostler/testing/png.ts';
import { answerWith, type Receiver, startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { createAuthenticator } from '@hostler/testing/server/authenticator.ts';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD, PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { addPasskey, originOf, turnOnTotp } from '@hostler/testing/server/people.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi } from '@hostler/testing/server/staff.ts';
import { createSshKey } from '@hostler/testing/ssh-key.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedPayments } from '#engines/payment/simulated.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { redeemCoupon } from '#modules/commerce/coupons/index.ts';
import { noteCard } from '#modules/commerce/payments/cards.ts';
import { claimTrialMethod } from '#modules/commerce/subscriptions/trials/store.ts';

type Row = Record<string, unknown>;

/**
 * Expected end of the rows of a table: kept as long as their owner or the installation, deleted by age, empty when the
 * work is done, or a rule per row.
 */
type Fate = 'kept' | 'forgotten' | 'done' | { keeps(row: Row): boolean; forgets(row: Row): boolean };

/** Counts of existing lists are kept; the second webhook is removed. */
const COUNTS: Fate = {
  keeps: ({ list, count }) => count !== 0 && /^(tickets|domains|hosting)$/.test(String(list)),
  forgets: ({ list }) => /^sandbox|^deliveries\/2$/.test(String(list)),
};

/**
 * Every table. A new table needs a line here, and with it the reason why it cannot grow for ever: a limit per customer,
 * or a retention (docs/privacy.md).
 */
const FATES: Record<string, Fate> = {
  accounts: 'kept',
  // Not written since there are persons; the previous version may write it.
  users: 'done',
  persons: 'kept',
  totps: 'kept',
  recovery_codes: 'kept',
  passkeys: 'kept',
  memberships: 'kept',
  monitoring_preferences: 'kept',
  notification_switches: 'kept',
  account_limits: 'kept',
  account_notes: 'kept',
  account_tags: 'kept',
  plans: 'kept',
  plan_versions: 'kept',
  coupons: 'kept',
  farewells: 'kept',
  terms_acceptances: 'kept',
  sign_ups: 'forgotten',
  coupon_redemptions: 'kept',
  // Bounded by the version: single facts, and names.
  settings: 'kept',
  stored_settings: 'kept',
  brand_images: 'kept',
  migrations: 'kept',
  pending_indexes: 'done',
  // A row per search index; PostgreSQL has none.
  search_marks: runsOnPostgres ? 'done' : 'kept',
  recurring_jobs: 'kept',
  // A row per running worker.
  job_workers: 'kept',
  event_numbers: 'kept',
  // Kept for accounting.
  subscriptions: 'kept',
  subscription_uses: 'kept',
  // A row per account, or per payment method that had a trial.
  usage_checks: 'done',
  trial_methods: 'kept',
  // A row per order; its address is deleted after 90 days.
  orders: 'kept',
  order_blocks: 'kept',
  // A row per file, and per record of another system.
  imports: 'kept',
  import_lines: 'forgotten',
  import_records: 'kept',
  price_changes: 'kept',
  price_notices: 'kept',
  invoices: 'kept',
  invoice_numbers: 'kept',
  credit_note_numbers: 'kept',
  document_series_moves: 'kept',
  charges: 'kept',
  billing_profiles: 'kept',
  payments: 'kept',
  payment_allocations: 'kept',
  ledger_entries: 'kept',
  payment_refunds: 'kept',
  payment_payouts: 'kept',
  statement_lines: 'kept',
  charging_stops: 'kept',
  payment_methods: 'kept',
  // A row per card and account.
  payment_cards: 'kept',
  payment_notices: 'forgotten',
  billing_effects: 'kept',
  billing_dunning: 'kept',
  billing_suspensions: 'done',
  billing_pauses: 'done',
  // Bounded by the limits of the account.
  hosting: 'kept',
  hosting_suspensions: 'kept',
  // At most 20 rows per server.
  hosting_tags: 'kept',
  // At most 200 rows.
  hosting_images: 'kept',
  ssh_keys: 'kept',
  firewalls: 'kept',
  firewall_attachments: 'kept',
  firewall_policies: 'kept',
  account_smtp: 'kept',
  account_suspensions: 'kept',
  // Kept while a server has the address.
  address_assignments: {
    keeps: ({ released_at }) => released_at === null,
    forgets: ({ released_at }) => released_at !== null,
  },
  // A row per network, and per address of it that was used once.
  address_pools: 'kept',
  pool_addresses: 'kept',
  // A row per time in which a server had an extra address.
  subscription_addresses: 'kept',
  // Deleted with their server.
  hosting_snapshots: 'kept',
  hosting_tallies: 'kept',
  // Deleted after 24 months.
  hosting_traffic_days: 'kept',
  hosting_traffic_months: 'kept',
  // A row per locked node.
  node_locks: 'kept',
  domains: 'kept',
  domain_ancestors: 'kept',
  emails: 'kept',
  email_addresses: 'kept',
  email_domains: 'kept',
  databases: 'kept',
  backups: 'kept',
  backup_schedules: 'kept',
  applications: 'kept',
  application_steps: 'kept',
  certificate_requests: 'forgotten',
  monitoring_servers: 'kept',
  monitoring_rules: 'kept',
  monitoring_checks: 'kept',
  monitoring_check_states: 'kept',
  tickets: 'kept',
  ticket_notices: 'forgotten',
  ticket_messages: 'kept',
  ticket_notes: 'kept',
  ticket_writers: 'forgotten',
  canned_replies: 'kept',
  webhooks: 'kept',
  // The queue of the removed webhook is deleted when it is next processed.
  webhook_queues: { keeps: ({ webhook_id }) => webhook_id === 1, forgets: () => false },
  api_keys: {
    keeps: ({ revoked_at, expires_at }) => revoked_at === null && expires_at === null,
    forgets: ({ revoked_at, expires_at }) => revoked_at !== null || expires_at !== null,
  },
  api_key_uses: 'kept',
  operator_keys: 'forgotten',
  operator_key_uses: 'forgotten',
  account_views: 'forgotten',
  consoles: 'forgotten',
  totals: COUNTS,
  list_blocks: COUNTS,
  // A row per account and table that responses show; SQLite needs none.
  versions: runsOnPostgres ? 'kept' : 'done',
  foreign_writes: 'done',
  // On SQLite the last thousand stay.
  signals: runsOnPostgres ? 'done' : 'kept',
  // Deleted when the work is done.
  jobs: 'done',
  webhook_redeliveries: 'done',
  job_queues: 'done',
  factor_lifts: 'done',
  billing_failures: 'done',
  email_removals: 'done',
  monitoring_incidents: 'done',
  monitoring_notices: 'done',
  monitoring_tellings: 'done',
  // Deleted by age.
  // Invoices, reminders and the like are kept for six years.
  mails: { keeps: ({ is_proof }) => is_proof === 1, forgets: ({ is_proof }) => is_proof === 0 },
  monitoring_alerts: 'forgotten',
  monitoring_check_results: 'forgotten',
  used_challenges: 'forgotten',
  email_changes: 'forgotten',
  sessions: 'forgotten',
  session_uses: 'forgotten',
  sign_in_attempts: 'forgotten',
  invitations: 'forgotten',
  password_resets: 'forgotten',
  device_requests: 'forgotten',
  actions: 'forgotten',
  sandbox_actions: 'forgotten',
  events: 'forgotten',
  webhook_deliveries: 'forgotten',
  hosting_samples: 'forgotten',
  idempotency_records: 'forgotten',
  token_families: 'forgotten',
  access_tokens: 'forgotten',
  refresh_tokens: 'forgotten',
  requests: 'forgotten',
  request_gaps: 'forgotten',
  audit_entries: 'forgotten',
};

const TABLES = sql<object, { name: string }>(
  runsOnPostgres
    ? 'select table_name as name from information_schema.tables where table_schema = current_schema()'
    : // A search index is a table, too; a trigger deletes its rows together with those of its table.
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not glob '*_search*'`,
);

let server: TestServer;
let receiver: Receiver;
let account: TestAccount;

const listTables = async () => (await server.hostler.db.read(TABLES.all({}))).map(({ name }) => name).sort();
const readTable = async (name: string) => server.hostler.db.read(sql<object, Row>(`select * from ${name}`).all({}));
/** Returns tables that should have rows by now but have none. */
async function listEmpty(): Promise<string[]> {
  const empty: string[] = [];
  for (const [name, fate] of Object.entries(FATES)) {
    if (fate !== 'done' && (await readTable(name)).length === 0) empty.push(name);
  }
  return empty;
}

const until = <T extends { status: string }>(path: string, status: string) =>
  server.until<T>(path, account.live, (data) => data.status === status);

async function post(path: string, body: object, key = account.live): Promise<number> {
  const answer = await server.post<{ id: number }>(path, key, body, { 'idempotency-key': `${path}:${key}` });
  if (!answer.body.success) throw new Error(`${path}: ${answer.body.error.message}`);
  return answer.body.data.id;
}

/** Exceeds the request log until it records a gap. */
async function askTooMuch(): Promise<void> {
  while ((await readTable('request_gaps')).length === 0) {
    await Promise.all(Array.from({ length: 100 }, () => server.get('/auth/me', account.live)));
  }
}

/** Signs up two customers, of whom one confirms. */
async function signUp(): Promise<void> {
  const panel = openPanel(server);
  const address = { street: 'Main Street 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const form = { name: 'Jo', kind: 'consumer', address, password: PASSWORD, terms_version: '1' };
  await panel.post('/sign-up', { ...form, email: 'new@example.com' });
  await panel.post('/sign-up', { ...form, email: 'newer@example.com' });
  await panel.post('/sign-up/confirm', { token: secretIn(await untilMail(server.dataDir, 'new@example.com')) });
}

/**
 * Creates a payment that is refunded in part and then reversed, a card, an unmatched bank line, and a provider notice.
 */
async function leaveMoneyBehind(): Promise<void> {
  const { db, customer } = server.hostler;
  const { id: account_id } = await server.operator.accounts.create({ name: 'B', email: 'money@example.com' });
  const { id } = await server.operator.payments.record({ account_id, amount: 500, currency: 'EUR' });
  await server.operator.payments.refund({ id, amount: 100, to: 'method', reason: 'As agreed.' });
  await server.operator.payments.reverse({ id, reason: 'Returned.' });
  const bookedAt = server.clock.now();
  const line = { bookedAt, amount: 1, currency: 'EUR', name: 'Ada', iban: null, text: 'Thanks' };
  const from = { format: 'csv', account: null, reference: null, position: 1, formerId: 'csv/1' } as const;
  await server.operator.statements.importLine({ id: '1', ...line, ...from });
  const mandate = { reference: 'sim_ok', key: null, status: 'active', label: 'A card', expiresAt: null } as const;
  await db.write(() => customer.payments.keepMethod(account_id, 'simulated', mandate, bookedAt));
  const eventSecret = server.hostler.vault.sign('simulated payments', 'notices');
  const provider = createSimulatedPayments({ dir: join(server.dataDir, 'simulated', 'payments'), eventSecret });
  const order = { key: 'elsewhere', mandate: 'sim_ok', amount: 1, currency: 'EUR', description: '', reference: '' };
  const { body, headers } = await provider.tell((await provider.chargeMandate(order)).reference);
  const path = '/payments/simulated/notices';
  await fetch(`${server.url}${path}`, { method: 'POST', body: new Uint8Array(body), headers });
}

/** Cancels an order after a partial bank transfer, which staff must pay back. */
async function cancelPaidOrder(): Promise<void> {
  const id = await post('/subscriptions', { plan: 'S', hostname: 'never.example.com' });
  const invoice = (await server.operator.invoices.list()).find(({ subscription_id }) => subscription_id === id);
  await server.operator.payments.record({ invoice_id: invoice?.id ?? 0, amount: 100, method: 'transfer' });
  await server.post('/subscriptions/cancel', account.live, { id, immediately: true });
}

/** Creates a document that only the archive has, and continues the series after it. */
async function loseDocument(): Promise<void> {
  const folder = join(server.hostler.config.documentArchive, 'INV-2020', '000');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'INV-2020-000001.json'), '{}');
  await server.operator.series.continue({ reason: 'A test.' });
}

/** Creates one of everything that a customer, the sandbox, an operator or a worker leaves behind. */
async function importCustomer(): Promise<void> {
  const file = Buffer.from('reference,name,email\nC-1,Jo,jo@imported.example\n');
  const { id } = await server.operator.imports.create({ kind: 'customers', file });
  await server.operator.imports.activate({ id, invites: false });
  await expect.poll(async () => (await server.operator.imports.show({ id })).status).toBe('active');
}

async function makeOneOfEverything(): Promise<void> {
  const owner = { account_id: account.id };
  const { id: revoked } = await server.createKey(account.id, 'live');
  await server.operator.keys.revoke({ id: revoked });
  await server.createKey(account.id, 'live', { expires_at: server.clock.now() + MINUTE });
  await server.operator.limits.change({ ...owner, limits: { keys: 50 } });
  await server.operator.notes.add({ ...owner, text: 'Prefers mail.' });
  await server.operator.tags.change({ ...owner, add: ['vip'] });
  await server.run('setting set', '--link-abuse', 'https://example.com/abuse');
  const logo = join(server.settings.HOSTLER_DATA_DIR ?? '', 'logo.png');
  await writeFile(logo, makePng());
  await server.run('brand image set', '--kind', 'logo', '--file', logo);
  const operatorKey = await server.operator.operatorKeys.create({ name: 'A', role: 'support' });
  await callOperatorApi(server, 'GET', '/me', { 'x-api-key': operatorKey.key });
  await expect.poll(() => readTable('operator_key_uses')).toHaveLength(1);
  await callOperatorApi(
    server,
    'POST',
    `/accounts/view?id=${account.id}`,
    { 'x-api-key': operatorKey.key },
    { reason: 'Ticket 7' },
  );
  await server.operator.operatorKeys.revoke({ id: operatorKey.id });
  // The first owner of the account is invited; this one signs in.
  const { email } = await server.operator.accounts.create({
    name: 'A',
    email: 'jo@example.com',
    password_hash: PASSWORD_HASH,
  });
  const panel = openPanel(server);
  const { body } = await panel.signIn(email);
  const account_id = body.data.accounts[0]?.id;
  await panel.post('/monitoring/preferences', { account_id, mail: false });
  await panel.post('/notifications', { account_id, ticket_answered: false });
  await panel.get('/sessions/current');
  await expect.poll(() => readTable('session_uses')).toHaveLength(1);
  await openPanel(server).post('/sessions', { email, password: 'wrong' });
  await server.operator.resets.create({ person_id: 1 });
  const named = openPanel({ url: originOf(server) });
  await named.signIn(email);
  await addPasskey(named, createAuthenticator(originOf(server)));
  await turnOnTotp(server, panel);
  await panel.post('/security/email', { email: 'jo@example.org' });
  await server.post('/auth/token', undefined, { api_key: account.live });
  await server.post('/auth/device', undefined, { challenge: 'c'.repeat(43), program: 'hostctl', machine: 'laptop' });
  await post('/webhooks', { url: receiver.url, events: ['*'] });
  const removed = await server.operator.webhooks.create({ ...owner, url: receiver.url });
  await server.operator.plans.create({
    ...{ name: 'S', price: 900, extra_addresses_max: 1, extra_address_prices: [{ currency: 'EUR', price: 200 }] },
  });
  const hourly = { period: 'hourly', currency: 'EUR', price: 1 } as const;
  await server.operator.plans.create({ name: 'By the hour', prices: [hourly] });
  await server.operator.coupons.create({ code: 'HELLO', percent: 10 });
  await server.operator.blocks.add({ kind: 'email', value: 'blocked@example.com' });
  await importCustomer();
  await server.hostler.db.write(() => redeemCoupon(account.id, 'HELLO', 1, 'EUR', server.clock.now()));
  await signUp();
  await openPanel(server).post('/farewells/withdraw', { name: 'Jo', email: 'jo@example.com', contract: '1' });
  await server.operator.subscriptions.create({ account_id: account.id, plan: 'S', hostname: 'web.example.com' });
  await server.operator.payments.create({ invoice_id: 1, method: 'transfer' });
  await server.operator.subscriptions.create({ ...owner, plan: 'By the hour', hostname: 'hour.example.com' });
  await leaveMoneyBehind();
  await cancelPaidOrder();
  await server.hostler.db.write(() => claimTrialMethod(account.id, 'a hash', server.clock.now()));
  const card = { fingerprint: 'a card', country: 'DE' };
  await server.hostler.db.write(() => noteCard(account.id, 'simulated', card, server.clock.now()));
  await server.operator.subscriptions.create({ account_id: account.id, plan: 'S' });
  await server.operator.billing.run({ at: server.clock.now() + 15 * DAY });
  await server.operator.invoices.credit({ id: 1, amount: 100, reason: 'It was slow.' });
  await server.operator.repricing.announce({
    ...{ plan: 'S', price: 1200, from: server.clock.now(), billing_period: 'monthly', currency: 'EUR' },
  });
  await loseDocument();
  await server.operator.profiles.trust({ ...owner, trusted: true });
  const suspended = await server.createAccount();
  await server.operator.accounts.suspend({ account_id: suspended.id, cause: 'abuse', reason: 'Spam.' });
  const { id: hosting_id } = await until<{ id: number; status: string }>('/hosting/show?id=1', 'running');
  await server.post(`/hosting/console?id=${hosting_id}`, account.live);
  await until('/hosting/show?id=2', 'running');
  await server.run('node lock', '--node', 'simulated-3');
  await server.run('address pool create', '--network', '203.0.113.0/24', '--gateway', '203.0.113.1');
  await server.run('address reserve', '--address', '203.0.113.9');
  await server.post('/hosting/addresses', account.live, { id: hosting_id, family: 4 });
  await server.run('image add', '--slug', 'debian/12');
  await post('/hosting/update', { id: hosting_id, tags: ['shop'] });
  await server.run('hosting suspend', '--id', 2, '--reason', 'Abuse.');
  await post('/databases', { name: 'shop', engine: 'postgresql' });
  const domain = await post('/domains', { domain: 'shop.example.com', hosting_id });
  await until(`/domains/show?id=${domain}`, 'active');
  await post('/emails', { address: 'jo@shop.example.com' });
  const ticket = await post('/tickets', { subject: 'A question', message: 'How?' });
  await server.post('/tickets/reply', account.live, { id: ticket, message: 'Like this?' });
  await server.operator.desk.addNote({ id: ticket, note: 'Ask sales.' });
  await server.operator.desk.markWriting({ id: ticket, staff_id: 1 });
  await server.operator.cannedReplies.create({ title: 'Hello', message: 'Hello.' });
  await post('/backups', { hosting_id });
  await post('/ssh-keys', { public_key: createSshKey() });
  const firewall = await post('/firewalls', { name: 'Web', inbound: [{ protocol: 'icmp', networks: ['::/0'] }] });
  await server.run('account allow-smtp', '--account', account.id);
  await post('/firewalls/attach', { id: firewall, hosting_ids: [hosting_id] });
  const site = { hosting_id, slug: 'nginx', parameters: { domain: 'site.example.net' } };
  const application = await post('/applications', site);
  await until(`/applications/show?id=${application}`, 'running');
  await server.runUpkeep('applications.certify');
  await post('/backups/schedules', { hosting_id });
  await post('/hosting/snapshots', { hosting_id });
  await server.until('/hosting/snapshots', account.live, ([snapshot]) => snapshot?.status === 'available');
  await post('/hosting/restart', { id: hosting_id }, account.test);
  await server.runUpkeep('hosting.sample');
  await server.operator.monitoring.testRule({ id: 1 });
  await server.operator.checks.create({ ...owner, type: 'tcp', target: new URL(receiver.url).host });
  await askTooMuch();
  // Deliveries outlive a webhook, and so do their counts.
  await receiver.until(8);
  await server.post('/webhooks/remove', account.live, { id: removed.id });
}

beforeAll(async () => {
  receiver = await startReceiver(answerWith(200));
  server = await startTestServer({
    env: {
      HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      HOSTLER_SIGNUP: 'open',
      HOSTLER_SIGNUP_CHECK: 'off',
      HOSTLER_TERMS_VERSION: '1',
      HOSTLER_PAYMENT_DRIVERS: 'simulated',
    },
  });
  account = await server.createAccount();
});

afterAll(async () => {
  await server.stop();
  await receiver.close();
});

describe('a year later', () => {
  it('no data with a retention period is left in any table', async () => {
    expect(await listTables(), 'every table, and no other, has a line in FATES').toEqual(Object.keys(FATES).sort());
    await makeOneOfEverything();
    await expect.poll(() => readTable('jobs')).toEqual([]);
    // Some rows are written after the responses.
    await expect.poll(listEmpty, { message: 'makeOneOfEverything() makes nothing in these' }).toEqual([]);
    const before = new Map<string, Row[]>();
    for (const name of Object.keys(FATES)) before.set(name, await readTable(name));

    // A year after the run, which was for a future day.
    server.clock.advance(16 * DAY + 366 * DAY);
    await server.runUpkeep();
    // Deletes counts that became empty only now.
    await server.runUpkeep('blocks.forget-empty');

    for (const [name, fate] of Object.entries(FATES)) {
      const rows = before.get(name) ?? [];
      const keeps = typeof fate === 'object' ? fate.keeps : () => fate === 'kept';
      const forgets = typeof fate === 'object' ? fate.forgets : () => fate === 'forgotten';
      const after = await readTable(name);
      expect(after.length, `${name} has lost rows`).toBeGreaterThanOrEqual(rows.filter(keeps).length);
      const texts = new Set(after.map((row) => JSON.stringify(row)));
      const left = rows.filter((row) => forgets(row) && texts.has(JSON.stringify(row)));
      expect(left, `${name} still holds what should be forgotten`).toEqual([]);
    }
  });
});
