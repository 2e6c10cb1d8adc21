// What takes longer than a first start may: it happens behind the running server, and goes on at the next start where it
// was cut short. Every step looks first whether it was done.
import { join } from 'node:path';
import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import { ageSimulatedVps } from '../engines/vps/simulated.ts';
import type { Hostler } from '../hostler.ts';
import { type Query, sql } from '../kernel/db/query.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/time.ts';
import { imagineReadings, type Reading } from './load.ts';
import { nightOf, type Sale, STORIES, type Story, scatter } from './story.ts';

interface Living {
  readonly hostler: Hostler;
  readonly accountId: number;
  readonly story: Story;
  readonly signal: AbortSignal;
}

const PATIENCE = 2 * MINUTE;
/** Readings imagined before requests have their turn. */
const AT_A_TIME = 200;
/** Less than the backups of the story need. */
const FULL = 100_000;
const EVERYTHING = { page: 1, per_page: 100, sort: 'asc' } as const;
/** As if it had been done when it was asked for. */
const BACKDATE_BACKUPS = sql<{ account_id: number }>(
  `update backups set completed_at = created_at + 38000, verified_at = created_at + 41000
   where account_id = :account_id and status = 'completed' and created_at < completed_at - ${HOUR}`,
);
const BACKDATE_ACTIONS = sql<{ account_id: number }>(
  `update actions set started_at = created_at + 1000, finished_at = created_at + 41000
   where account_id = :account_id and created_at < finished_at - ${HOUR}`,
);
const OLD_READING = sql<{ id: number; at: number }, { at: number }>(
  'select at from hosting_samples where hosting_id = :id and at < :at limit 1',
);

export async function liveOn(hostler: Hostler, signal: AbortSignal): Promise<void> {
  const accounts = await hostler.db.read(hostler.operator.accounts.list());
  const lives = STORIES.flatMap((story): Living[] => {
    const account = accounts.find(({ name }) => name === story.name);
    return account ? [{ hostler, accountId: account.id, story, signal }] : [];
  });
  for (const life of lives) await rememberLoad(life);
  await Promise.all(lives.map(settle));
}

async function settle(life: Living): Promise<void> {
  await settleServers(life);
  await addDomains(life);
  await addMailboxes(life);
  await installApplications(life);
  await makeBackups(life);
  const { hostler, accountId } = life;
  await hostler.db.write(function* () {
    yield* BACKDATE_BACKUPS.run({ account_id: accountId });
    yield* BACKDATE_ACTIONS.run({ account_id: accountId });
  });
  await restartOne(life);
}

/** Weeks of readings, of machines that are made only now. */
async function rememberLoad({ hostler, accountId, story, signal }: Living): Promise<void> {
  const { db, operator, clock, config } = hostler;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const now = clock.now();
  for (const sale of story.sales) {
    const server = servers.find(({ hostname }) => hostname === sale.hostname);
    if (!server || !sale.past || (await db.read(OLD_READING.one({ id: server.id, at: now - HOUR })))) continue;
    const { id, vcpus, memory_mb, disk_gb } = server;
    const spec = { name: operator.hosting.instanceName(id), vcpus, memoryMb: memory_mb, diskGb: disk_gb };
    // Every second one will do: charts show no gap then.
    const watch = { since: now - ageOf(sale), now, everyMs: 2 * config.metricsEverySeconds * SECOND };
    const readings: Reading[] = [];
    for (const reading of imagineReadings(spec, sale.past, watch)) {
      readings.push(reading);
      if (readings.length % AT_A_TIME === 0) await pause();
    }
    // All of a server's or none, so that it is known to be done.
    await db.write(() => operator.hosting.recordHistory({ id, readings }));
    await pause();
    signal.throwIfAborted();
  }
}

function ageOf({ hostname = '', ago }: Sale): number {
  return -scatter(hostname, -ago);
}

async function settleServers(life: Living): Promise<void> {
  const { hostler, accountId, story, signal } = life;
  const { db, operator, customer, clock } = hostler;
  const list = () => db.read(operator.hosting.list({ account_id: accountId }));
  const isMade = ({ status }: { status: string }) => status !== 'provisioning';
  await waitUntil(async () => (await list()).every(isMade), signal);
  await growOld(life, await list());
  for (const { hostname, fate } of story.sales) {
    const server = (await list()).find((found) => found.hostname === hostname);
    if (fate === undefined || server?.status !== 'running') continue;
    const { id, subscription_id } = server;
    if (fate === 'stop') await db.write(() => operator.hosting.stop({ id }));
    if (fate === 'suspend') await db.write(() => operator.hosting.suspend({ id, reason: 'An invoice is overdue.' }));
    if (fate !== 'terminate' || subscription_id === null) continue;
    await db.write(() => operator.hosting.terminate({ id }));
    await waitUntil(
      async () => (await list()).some((found) => found.id === id && found.status === 'terminated'),
      signal,
    );
    await db.write(() => customer.subscriptions.cancel(accountId, subscription_id, true, clock.now()));
  }
}

/** What simulated machines use goes on from what is remembered of them; one that is gone by now has none to go on with. */
async function growOld(
  { hostler, story }: Living,
  servers: readonly { id: number; hostname: string; status: string }[],
): Promise<void> {
  const { config, operator } = hostler;
  if (config.engines.incus) return;
  const folder = join(config.dataDir, 'simulated', 'vps');
  for (const sale of story.sales) {
    const server = servers.find(({ hostname, status }) => hostname === sale.hostname && status === 'running');
    if (server && sale.past) await ageSimulatedVps(folder, operator.hosting.instanceName(server.id), ageOf(sale));
  }
}

/** Nobody waits for them: they can be watched. */
async function installApplications({ hostler, accountId, story }: Living): Promise<void> {
  const { db, operator, customer, clock } = hostler;
  if ((await db.read(customer.applications.list(accountId, EVERYTHING))).items.length > 0) return;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  await db.write(function* () {
    for (const { server, slug, parameters } of story.applications) {
      const hosting_id = servers.find(({ hostname, status }) => hostname === server && status === 'running')?.id;
      if (hosting_id === undefined) continue;
      yield* customer.applications.install(accountId, { hosting_id, slug, parameters }, clock.now());
    }
  });
}

/** The last thing that happened is something that people do. */
async function restartOne({ hostler, accountId }: Living): Promise<void> {
  const { db, operator } = hostler;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const last = servers.find(({ status }) => status === 'running');
  if (last) await db.write(() => operator.hosting.restart({ id: last.id }));
}

/** Now that their servers have addresses. */
async function addDomains({ hostler, accountId, story }: Living): Promise<void> {
  const { db, operator, customer, clock } = hostler;
  if ((await db.read(customer.domains.list(accountId, EVERYTHING))).items.length > 0) return;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  await db.write(function* () {
    for (const { domain, server, records } of story.domains) {
      const at = scatter(domain, clock.now() - 20 * DAY);
      const hosting_id = servers.find(({ hostname }) => hostname === server)?.id;
      const { id } = yield* customer.domains.create(accountId, { domain, hosting_id }, at);
      if (records.length > 0) {
        yield* customer.domains.replaceRecords(accountId, id, completeNames(domain, records), at + MINUTE);
      }
    }
  });
}

/** On the domains that were just added. */
async function addMailboxes({ hostler, accountId, story }: Living): Promise<void> {
  const { db, customer, clock } = hostler;
  if ((await db.read(customer.emails.list(accountId, EVERYTHING))).items.length > 0) return;
  for (const { domain, mailboxes = [] } of story.domains) {
    for (const { name, aliases = [], forward_to, quota_mb } of mailboxes) {
      const mailbox = {
        address: `${name}@${domain}`,
        aliases: aliases.map((alias) => `${alias}@${domain}`),
        forward_to: forward_to ? [forward_to] : [],
        quota_mb,
      };
      const secret = await customer.emails.hashNew(accountId, mailbox);
      await db.write(() => customer.emails.create(accountId, mailbox, secret, scatter(name, clock.now() - 12 * DAY)));
    }
  }
}

/** In the story a name without a dot is one of the domain; the API wants those whole. */
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
  if ((await db.read(customer.backups.list(accountId, EVERYTHING))).items.length > 0) {
    // Cut short at the last step, it may be as that left it.
    await db.write(() => limit('default'));
    return;
  }
  const databases = (await list()).items;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const now = clock.now();
  const find = (of: Story['backups'][number]['of']) =>
    'database' in of
      ? { type: 'database' as const, id: databases.find(({ name }) => name === of.database)?.id ?? 0 }
      : { type: 'hosting' as const, id: servers.find(({ hostname }) => hostname === of.server)?.id ?? 0 };
  function* make(fails: boolean): Query<void> {
    for (const { of, name, ago } of story.backups.filter((backup) => (backup.fails ?? false) === fails)) {
      for (const time of ago) {
        const plan = yield* customer.backups.plan(accountId, find(of));
        const [type, at] =
          name === undefined ? (['scheduled', nightOf(now - time)] as const) : (['manual', now - time] as const);
        yield* customer.backups.begin(accountId, plan, { type, name }, at);
      }
    }
  }
  await db.write(() => make(false));
  const isDone = ({ status }: { status: string }) => status === 'completed' || status === 'failed';
  const areDone = async () => (await db.read(customer.backups.list(accountId, EVERYTHING))).items.every(isDone);
  await waitUntil(areDone, signal);
  // For want of room: a limit that is taken back when it has done its work. Foreseen, so the log need not tell.
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

async function waitUntil(condition: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !(await condition()); waited += SECOND / 2) {
    // Where nobody does the work, the rest is done at a start where somebody does.
    if (waited > PATIENCE) throw new Error('The work of the demo is not done.');
    await sleep(SECOND / 2, undefined, { signal });
  }
}
