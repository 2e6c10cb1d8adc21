// Steps that take too long for the first start. They run in the background, are retried, and continue at the next start
// after an interruption. Every step does only what is missing.
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { type Query, sql } from '@hostler/database';
import { ageSimulatedVps } from '#engines/vps/simulated.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { saveCard, suspendForDebt } from './debt.ts';
import { backdateWork, sortAudit } from './history.ts';
import { imagineReadings, type Reading } from './load.ts';
import { addServerFeatures } from './server-features.ts';
import { complete } from './steps.ts';
import { nightOf, STORIES, type Story, scatter } from './story.ts';
import { EVERYTHING, waitUntil } from './wait.ts';

interface Living {
  readonly hostler: Hostler;
  readonly say: (line: string) => void;
  readonly accountId: number;
  readonly story: Story;
  readonly signal: AbortSignal;
}

/** Readings generated before other requests are served. */
const AT_A_TIME = 200;
/** Less than the backups of the story need. */
const FULL = 100_000;
const OLD_READING = sql<{ id: number; at: number }, { at: number }>(
  'select at from hosting_samples where hosting_id = :id and at < :at limit 1',
);

/** Completes the demo. Calls `say` with a line for each step that is done or retried. */
export async function liveOn(hostler: Hostler, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const accounts = await hostler.db.read(hostler.operator.accounts.list());
  const lives = STORIES.flatMap((story): Living[] => {
    const account = accounts.find(({ name }) => name === story.name);
    return account ? [{ hostler, accountId: account.id, story, signal, say }] : [];
  });
  for (const activity of lives) await doAll(activity, { 'weeks of measurements': () => rememberLoad(activity) });
  await Promise.all(lives.map(settle));
}

async function settle(activity: Living): Promise<void> {
  const { hostler, accountId, story, signal } = activity;
  await doAll(activity, {
    servers: () => settleServers(activity),
    'firewalls and snapshots': () => addServerFeatures(hostler, accountId, signal),
    'saved card': () => saveCard(hostler, accountId, story.card),
    domains: () => addDomains(activity),
    mailboxes: () => addMailboxes(activity),
    applications: () => installApplications(activity),
    backups: () => makeBackups(activity),
    history: () => backdate(activity),
    restart: () => restartOne(activity),
  });
}

async function doAll({ story, signal, say }: Living, steps: Readonly<Record<string, () => Promise<void>>>) {
  for (const [what, run] of Object.entries(steps))
    await complete({ what: `${story.name}: ${what}`, run }, { signal, say });
}

async function backdate({ hostler, accountId }: Living): Promise<void> {
  const { db, clock } = hostler;
  await db.write(function* () {
    yield* backdateWork(accountId, clock.now());
    yield* sortAudit();
  });
}

/** Records weeks of readings for machines that were just created. */
async function rememberLoad({ hostler, accountId, story, signal }: Living): Promise<void> {
  const { db, operator, clock, config } = hostler;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const now = clock.now();
  for (const sale of story.sales) {
    const server = servers.find(({ hostname }) => hostname === sale.hostname);
    if (!server || !sale.past || (await db.read(OLD_READING.one({ id: server.id, at: now - HOUR })))) continue;
    const { id, vcpus, memory_mb, disk_gb } = server;
    const spec = { name: operator.hosting.instanceName(id), vcpus, memoryMb: memory_mb, diskGb: disk_gb };
    // Half the readings are enough for charts without gaps.
    const watch = { since: Date.parse(server.created_at), now, everyMs: 2 * config.metricsEverySeconds * SECOND };
    const readings: Reading[] = [];
    for (const reading of imagineReadings(spec, sale.past, watch)) {
      readings.push(reading);
      if (readings.length % AT_A_TIME === 0) await pause();
    }
    // Write all readings of a server at once, so that the step is either done or not.
    await db.write(() => operator.hosting.recordHistory({ id, readings }));
    await pause();
    signal.throwIfAborted();
  }
}

async function settleServers(activity: Living): Promise<void> {
  const { hostler, accountId, story, signal } = activity;
  const { db, operator, customer, clock } = hostler;
  const list = () => db.read(operator.hosting.list({ account_id: accountId }));
  const isMade = ({ status }: { status: string }) => status !== 'provisioning';
  await waitUntil(async () => (await list()).every(isMade), signal);
  await growOld(activity, await list());
  for (const { hostname, fate } of story.sales) {
    const server = (await list()).find((found) => found.hostname === hostname);
    if (fate === undefined || !server) continue;
    const { id, subscription_id, status } = server;
    const isRunning = status === 'running';
    if (fate === 'stop' && isRunning) await db.write(() => operator.hosting.stop({ id }));
    if (subscription_id === null) continue;
    if (fate === 'suspend' && isRunning) await suspendForDebt(hostler, accountId, subscription_id);
    if (fate !== 'terminate') continue;
    if (isRunning) await db.write(() => operator.hosting.terminate({ id }));
    const findIt = async () => (await list()).find((found) => found.id === id);
    await waitUntil(async () => (await findIt())?.status === 'terminated', signal);
    await db.write(function* () {
      const { status } = yield* customer.subscriptions.find(accountId, subscription_id);
      if (status !== 'cancelled')
        yield* customer.subscriptions.cancel(accountId, subscription_id, true, clock.now() - 3 * DAY);
    });
  }
}

/**
 * Makes the usage of simulated machines continue from the recorded readings. Servers that are no longer running are
 * skipped.
 */
async function growOld(
  { hostler, story }: Living,
  servers: readonly { id: number; hostname: string; status: string; created_at: string }[],
): Promise<void> {
  const { config, operator, clock } = hostler;
  if (config.engines.incus) return;
  const folder = join(config.dataDir, 'simulated', 'vps');
  for (const sale of story.sales) {
    const server = servers.find(({ hostname, status }) => hostname === sale.hostname && status === 'running');
    if (!server || !sale.past) continue;
    const ranMs = clock.now() - Date.parse(server.created_at);
    await ageSimulatedVps(folder, operator.hosting.instanceName(server.id), ranMs);
  }
}

/** Installs the applications and waits for them. In the story, they were installed long ago. */
async function installApplications({ hostler, accountId, story, signal }: Living): Promise<void> {
  const { db, operator, customer, clock } = hostler;
  const list = async () => (await db.read(customer.applications.list(accountId, EVERYTHING))).items;
  const installed = await list();
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  for (const { server, slug, parameters } of story.applications) {
    const hosting_id = servers.find(({ hostname, status }) => hostname === server && status !== 'terminated')?.id;
    if (hosting_id === undefined || installed.some((one) => one.hosting_id === hosting_id)) continue;
    // Refused while other work on the server is in progress. The step is then retried.
    await db.write(() => customer.applications.install(accountId, { hosting_id, slug, parameters }, true, clock.now()));
  }
  await waitUntil(async () => (await list()).every(({ status }) => status !== 'installing'), signal);
}

/** Restarts a server, so that the latest action is one of a person. */
async function restartOne({ hostler, accountId }: Living): Promise<void> {
  const { db, operator } = hostler;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const last = servers.find(({ status }) => status === 'running');
  if (last) await db.write(() => operator.hosting.restart({ id: last.id }));
}

/** Adds domains once their servers have addresses. */
async function addDomains({ hostler, accountId, story }: Living): Promise<void> {
  const { db, operator, customer, clock } = hostler;
  if ((await db.read(customer.domains.list(accountId, EVERYTHING))).items.length > 0) return;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  await db.write(function* () {
    for (const { domain, server, records } of story.domains) {
      const at = scatter(domain, clock.now() - 15 * DAY);
      const hosting_id = servers.find(({ hostname }) => hostname === server)?.id;
      const { id } = yield* customer.domains.create(accountId, { domain, hosting_id }, at);
      if (records.length > 0) {
        yield* customer.domains.replaceRecords(accountId, id, completeNames(domain, records), at + MINUTE);
      }
    }
  });
}

/** Adds mailboxes to the new domains. */
async function addMailboxes({ hostler, accountId, story }: Living): Promise<void> {
  const { db, customer, clock } = hostler;
  const made = (await db.read(customer.emails.list(accountId, EVERYTHING))).items;
  for (const { domain, mailboxes = [] } of story.domains) {
    for (const { name, aliases = [], forward_to, quota_mb } of mailboxes) {
      const mailbox = {
        address: `${name}@${domain}`,
        aliases: aliases.map((alias) => `${alias}@${domain}`),
        forward_to: forward_to ? [forward_to] : [],
        quota_mb,
      };
      if (made.some(({ address }) => address === mailbox.address)) continue;
      const secret = await customer.emails.hashNew(accountId, mailbox);
      await db.write(() => customer.emails.create(accountId, mailbox, secret, scatter(name, clock.now() - 12 * DAY)));
    }
  }
}

/**
 * Completes record contents. In the story a name without a dot is relative to the domain, but the API requires full
 * names.
 */
function completeNames(domain: string, records: Story['domains'][number]['records']) {
  return records.map(({ content, ...record }) => {
    if (record.type === 'CNAME') return { ...record, content: `${domain}.` };
    return { ...record, content: record.type === 'MX' ? `${content}.${domain}.` : content };
  });
}

async function makeBackups({ hostler, accountId, story, signal }: Living): Promise<void> {
  const { db, customer, operator, clock, log } = hostler;
  const list = () => db.read(customer.databases.list(accountId, EVERYTHING));
  await waitUntil(async () => (await list()).items.every(({ status }) => status === 'active'), signal);
  const limit = (backup_bytes: number | 'default') =>
    operator.limits.change({ account_id: accountId, limits: { backup_bytes } });
  const databases = (await list()).items;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const now = clock.now();
  const find = (of: Story['backups'][number]['of']) =>
    'database' in of
      ? { type: 'database' as const, id: databases.find(({ name }) => name === of.database)?.id ?? 0 }
      : { type: 'hosting' as const, id: servers.find(({ hostname }) => hostname === of.server)?.id ?? 0 };
  const listBackups = async () => (await db.read(customer.backups.list(accountId, EVERYTHING))).items;
  const before = await listBackups();
  /** Begins the backups that should end well, or those that should fail, unless they exist. */
  function* make(fails: boolean): Query<void> {
    for (const { of, name, ago } of story.backups.filter((backup) => (backup.fails ?? false) === fails)) {
      const source = find(of);
      if (before.some((one) => one.resource_type === source.type && one.resource_id === source.id)) continue;
      for (const time of ago) {
        const plan = yield* customer.backups.plan(accountId, source);
        const [type, at] =
          name === undefined ? (['scheduled', nightOf(now - time)] as const) : (['manual', now - time] as const);
        yield* customer.backups.begin(accountId, plan, { type, name }, at);
      }
    }
  }
  const isDone = ({ status }: { status: string }) => status === 'completed' || status === 'failed';
  const areDone = async () => (await listBackups()).every(isDone);
  // An interrupted attempt may have left the limit lowered.
  await db.write(function* () {
    yield* limit('default');
    yield* make(false);
  });
  await waitUntil(areDone, signal);
  // Let the backup fail because of a lowered limit, which is reset afterwards. The failure is expected, so it is not
  // logged.
  await db.write(function* () {
    yield* make(true);
    yield* limit(FULL);
  });
  const { level } = log;
  log.level = 'error';
  await waitUntil(areDone, signal).finally(() => {
    log.level = level;
    return db.write(() => limit('default'));
  });
}
