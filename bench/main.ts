// Run by `npm run bench`. Measures how fast the server is, as a share of what node:http can do at all.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startServices } from '../testing/services/index.ts';
import { type AlertPlan, type AlertResult, measureAlerts, renderAlerts } from './alerts.ts';
import { type BillingPlan, type BillingResult, measureBilling } from './billing/measure.ts';
import { renderBilling } from './billing/report.ts';
import { renderChecks } from './check-report.ts';
import { type CheckPlan, type CheckResult, measureChecks } from './checks.ts';
import { type ConsoleResult, measureConsole } from './console/measure.ts';
import type { ConsolePlan } from './console/plan.ts';
import { renderConsole } from './console/report.ts';
import { seedConsole } from './console/seed.ts';
import { measureDocuments, renderDocuments } from './documents.ts';
import { renderEngines } from './engine-report.ts';
import { type EnginePlan, measureEngines } from './engines.ts';
import { measureGrowth } from './growth/measure.ts';
import { FULL_GROWTH, QUICK_GROWTH } from './growth/plan.ts';
import { type GrowthResult, renderGrowth } from './growth/report.ts';
import { renderInstallations } from './installation-report.ts';
import { type InstallationPlan, measureInstallations } from './installations.ts';
import { CONNECTIONS, findLoadProblem } from './load.ts';
import { measureDatabase, type Plan } from './measure.ts';
import type { NeighbourPlan } from './neighbours/cast.ts';
import { measureNeighbours } from './neighbours/measure.ts';
import { type NeighbourResult, renderNeighbours } from './neighbours/report.ts';
import { measurePanel, type PanelPlan } from './panel/measure.ts';
import { renderPanel } from './panel/report.ts';
import { makeFolder, pinThisProcess, removeFolder } from './processes.ts';
import { profileDatabase } from './profile.ts';
import { measureReplicas, type ReplicaCost, type ReplicaPlan, renderReplicas } from './replicas.ts';
import { type DatabaseResult, type Part, renderReport, replaceParts } from './report.ts';
import type { Settings } from './seed.ts';
import { measureServerEngine, type ServerEnginePlan } from './servers/engine.ts';
import { measureServerLists, type ServerListPlan, type ServerListResult } from './servers/lists.ts';
import { renderServers } from './servers/report.ts';
import { measureTraffic, renderTraffic, type TrafficPlan, type TrafficResult } from './traffic.ts';
import { renderWebhooks, type WebhookResult } from './webhook-report.ts';
import { measureWebhooks, type WebhookPlan } from './webhooks.ts';

const RESULTS = new URL('./RESULTS.md', import.meta.url);
const FULL: Plan = {
  accounts: 1_000,
  tickets: 200_000,
  largeTickets: 1_000_000,
  rounds: 3,
  seconds: 5,
  settleSeconds: 15,
  warmUpSeconds: 2,
  pageRequests: 300,
};
/** For developers of the server: takes about half a minute and gives no more than a hint. */
const QUICK: Plan = {
  accounts: 100,
  tickets: 20_000,
  largeTickets: 100_000,
  rounds: 1,
  seconds: 1,
  settleSeconds: 1,
  warmUpSeconds: 1,
  pageRequests: 100,
};
const FULL_REPLICAS: ReplicaPlan = { accounts: 1_000, tickets: 200_000, rounds: 3, seconds: 5, warmUpSeconds: 2 };
const QUICK_REPLICAS: ReplicaPlan = { accounts: 100, tickets: 20_000, rounds: 1, seconds: 2, warmUpSeconds: 2 };
const FULL_WEBHOOKS: WebhookPlan = {
  events: 20_000,
  webhooks: 200,
  limitSeconds: 3,
  warmUpEvents: 10_000,
  latencyRequests: 200,
  smallBacklog: 1_000,
  largeBacklog: 1_000_000,
  backlogEvents: 5_000,
};
const QUICK_WEBHOOKS: WebhookPlan = {
  events: 2_000,
  webhooks: 20,
  limitSeconds: 1,
  warmUpEvents: 500,
  latencyRequests: 30,
  smallBacklog: 1_000,
  largeBacklog: 20_000,
  backlogEvents: 500,
};
const FULL_CHECKS: CheckPlan = { customers: 40, checksOfEach: 25, hanging: 10, hangingOfEach: 50, minutes: 3 };
const QUICK_CHECKS: CheckPlan = { customers: 40, checksOfEach: 25, hanging: 4, hangingOfEach: 50, minutes: 1 };
const FULL_ENGINES: EnginePlan = { restarts: 15, instances: 200, backupMib: 1_024 };
const QUICK_ENGINES: EnginePlan = { restarts: 3, instances: 10, backupMib: 64 };
const FULL_SERVERS: ServerEnginePlan & ServerListPlan = { keys: 500, replacements: 10, rounds: 3, seconds: 3 };
const QUICK_SERVERS: ServerEnginePlan & ServerListPlan = { keys: 50, replacements: 2, rounds: 1, seconds: 2 };
const FULL_INSTALLATIONS: InstallationPlan = { installations: 100, calmMs: 10_000 };
const QUICK_INSTALLATIONS: InstallationPlan = { installations: 20, calmMs: 2_000 };
const FULL_ALERTS: AlertPlan = { servers: 10_000, passes: 5 };
const QUICK_ALERTS: AlertPlan = { servers: 10_000, passes: 1 };
const FULL_TRAFFIC: TrafficPlan = { servers: 20_000, passes: 5 };
const QUICK_TRAFFIC: TrafficPlan = { servers: 2_000, passes: 5 };
/** The same number of due subscriptions among fewer others shows what those others cost. */
const FULL_BILLING: readonly BillingPlan[] = [
  { subscriptions: 10_000, due: 1_000 },
  { subscriptions: 100_000, due: 1_000 },
];
const QUICK_BILLING: readonly BillingPlan[] = [{ subscriptions: 10_000, due: 100 }];
const FULL_CONSOLE: ConsolePlan = {
  customers: 10_000,
  servers: 20_000,
  invoices: 100_000,
  tickets: 1_000_000,
  requests: 100,
};
const QUICK_CONSOLE: ConsolePlan = {
  customers: 1_000,
  servers: 2_000,
  invoices: 10_000,
  tickets: 100_000,
  requests: 20,
};
const FULL_PANEL: PanelPlan = { rounds: 5, chartPoints: 10_000 };
const QUICK_PANEL: PanelPlan = { rounds: 2, chartPoints: 10_000 };
const FULL_NEIGHBOURS: NeighbourPlan = {
  calmMs: 8_000,
  attackMs: 10_000,
  simulatedDelayMs: 2_000,
  tickets: 400_000,
  // The most that is kept for one account; data that a customer cannot create proves nothing.
  sandboxActions: 10_000,
  backups: 100_000,
  longReplies: 4_000,
  largeEvents: 1_000,
  failedDeliveries: 20_000,
};
/** Takes about a minute. */
const QUICK_NEIGHBOURS: NeighbourPlan = {
  calmMs: 800,
  attackMs: 1_500,
  simulatedDelayMs: 200,
  tickets: 40_000,
  sandboxActions: 10_000,
  backups: 10_000,
  longReplies: 1_000,
  largeEvents: 200,
  failedDeliveries: 2_000,
};
const HELP = `npm run bench -- [--quick] [--only requests|sqlite|postgres|replicas|webhooks|documents|checks|engines|servers|installations|alerts|traffic|billing|panel|console|growth|neighbours] [--profile]
  --quick          1 s a case, 20,000 tickets, SQLite only unless --only says otherwise
  --only           the requests on both databases or on one, what they cost one server and two, invoices as PDF, the webhooks or the checks on both, the engines (as root), servers
                   on them (as root), installations
                   of applications side by side, the billing run, the panel in a browser, the API of the console, what grows with the data, or what an innocent customer sees while another
                   attacks; of RESULTS.md, which is not written by quick runs, only that part is replaced by itself
  --attack         with --only neighbours: only the attacks with this in their name
  --on             with --only neighbours, console or growth: on one of the two databases
  --profile        instead of speed: where the server spends its time in each case`;

type Database = DatabaseResult['database'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    attack: { type: 'string' },
    on: { type: 'string' },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (options.help) return console.log(HELP);
  const databases = chooseDatabases();
  const problem = availableParallelism() < 2 ? 'the server and the load need a core each' : findLoadProblem();
  if (problem !== undefined) throw new Error(`Nothing can be measured here: ${problem}.`);
  // A browser and its server share the machine as they would anywhere.
  if (options.only !== 'panel') pinThisProcess();
  const plan = options.quick ? QUICK : FULL;
  if (options.profile) {
    for (const database of databases) {
      console.log(await withSettings(database, (settings) => profileDatabase(database, settings, plan)));
    }
    return;
  }
  const { only } = options;
  const isOfRequests = only === undefined || only === 'requests' || only === 'sqlite' || only === 'postgres';
  if (isOfRequests) publish({ requests: await measureRequests(databases, plan) });
  if (only === 'replicas' || (only === undefined && !options.quick)) {
    publish({ replicas: await measureAllReplicas(databases) });
  }
  if (only === 'documents' || only === undefined) {
    const costs = await measureDocuments(options.quick ? 10 : 50);
    publish({ documents: renderDocuments(describeMachine(), costs) });
  }
  if (only === 'webhooks' || only === undefined) publish({ webhooks: await measureAllWebhooks(databases) });
  if (only === 'checks' || (only === undefined && !options.quick))
    publish({ checks: await measureAllChecks(databases) });
  if (only === 'engines' || only === undefined) {
    const result = await measureEngines(options.quick ? QUICK_ENGINES : FULL_ENGINES);
    publish({ engines: renderEngines(describeMachine(), result) });
  }
  if (only === 'servers' || only === undefined) publish({ servers: await measureServers(databases) });
  if (only === 'installations' || only === undefined) {
    const installing = options.quick ? QUICK_INSTALLATIONS : FULL_INSTALLATIONS;
    const result = await withSettings('sqlite', (settings) => measureInstallations(settings, installing));
    publish({ installations: renderInstallations(describeMachine(), result) });
  }
  if (only === 'alerts' || only === undefined) publish({ alerts: await measureAllAlerts(databases) });
  if (only === 'traffic' || only === undefined) publish({ traffic: await measureAllTraffic(databases) });
  if (only === 'billing' || only === undefined) publish({ billing: await measureAllBilling(databases) });
  if (only === 'panel' || only === undefined) {
    const result = await measurePanel(options.quick ? QUICK_PANEL : FULL_PANEL);
    publish({ panel: renderPanel(describeMachine(), result) });
  }
  if (only === 'console' || (only === undefined && !options.quick)) {
    publish({ console: await measureAllConsole(databases) });
  }
  if (only === 'growth' || (only === undefined && !options.quick)) {
    publish({ growth: await measureAllGrowth(databases) });
  }
  if (only === 'neighbours' || (only === undefined && !options.quick)) {
    publish({ neighbours: await measureAllNeighbours(databases) });
  }
}

/** Writes each part as soon as it is measured, so that a failure in the next part does not lose it. */
function publish(part: Partial<Record<Part, string>>): void {
  console.log(replaceParts('', part));
  // A run of one database or a quick run must not replace the numbers of a full run.
  const { quick, only, on, attack } = options;
  if (quick || only === 'sqlite' || only === 'postgres' || on !== undefined || attack !== undefined) return;
  writeFileSync(RESULTS, replaceParts(existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '', part));
}

async function measureRequests(databases: readonly Database[], plan: Plan): Promise<string> {
  const results: DatabaseResult[] = [];
  for (const database of databases) {
    results.push(await withSettings(database, (settings) => measureDatabase(database, settings, plan)));
  }
  return renderReport({ ...describeMachine(), connections: CONNECTIONS, ...plan }, results);
}

async function measureAllReplicas(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_REPLICAS : FULL_REPLICAS;
  const costs: ReplicaCost[] = [];
  for (const database of databases) {
    costs.push(...(await withSettings(database, (settings) => measureReplicas(database, settings, plan))));
  }
  return renderReplicas(describeMachine(), plan, costs);
}

async function measureAllWebhooks(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_WEBHOOKS : FULL_WEBHOOKS;
  const results: WebhookResult[] = [];
  for (const database of databases) {
    results.push(await withSettings(database, (settings) => measureWebhooks(database, settings, plan)));
  }
  return renderWebhooks(describeMachine(), plan.events, results);
}

async function measureAllChecks(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_CHECKS : FULL_CHECKS;
  const results: CheckResult[] = [];
  for (const database of databases) {
    results.push(await withSettings(database, (settings) => measureChecks(database, settings, plan)));
  }
  return renderChecks(describeMachine(), plan, results);
}

async function measureAllAlerts(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_ALERTS : FULL_ALERTS;
  const results: AlertResult[] = [];
  for (const database of databases) {
    results.push(await withSettings(database, (settings) => measureAlerts(database, settings, plan)));
  }
  return renderAlerts(describeMachine(), results);
}

async function measureAllTraffic(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_TRAFFIC : FULL_TRAFFIC;
  const results: TrafficResult[] = [];
  for (const database of databases) {
    results.push(await withSettings(database, (settings) => measureTraffic(database, settings, plan)));
  }
  return renderTraffic(describeMachine(), results);
}

async function measureServers(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_SERVERS : FULL_SERVERS;
  const lists: ServerListResult[] = [];
  for (const database of databases) {
    lists.push(await withSettings(database, (settings) => measureServerLists(database, settings, plan)));
  }
  return renderServers(describeMachine(), await measureServerEngine(plan), lists);
}

async function measureAllBilling(databases: readonly Database[]): Promise<string> {
  const results: BillingResult[] = [];
  for (const database of databases) {
    for (const plan of options.quick ? QUICK_BILLING : FULL_BILLING) {
      results.push(await withSettings(database, (settings) => measureBilling(database, settings, plan)));
    }
  }
  return renderBilling(describeMachine(), results);
}

async function measureAllConsole(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_CONSOLE : FULL_CONSOLE;
  const results: ConsoleResult[] = [];
  for (const database of databases) {
    const measure = async (settings: Settings) =>
      measureConsole(database, settings, plan, await seedConsole(settings, plan));
    results.push(await withSettings(database, measure));
  }
  return renderConsole(describeMachine(), plan, results);
}

async function measureAllGrowth(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_GROWTH : FULL_GROWTH;
  const results: GrowthResult[] = [];
  for (const database of databases) {
    results.push({ database, rows: await measureGrowth(database, plan, (use) => withSettings(database, use)) });
  }
  return renderGrowth(describeMachine(), plan, results);
}

async function measureAllNeighbours(databases: readonly Database[]): Promise<string> {
  const plan = options.quick ? QUICK_NEIGHBOURS : FULL_NEIGHBOURS;
  const results: NeighbourResult[] = [];
  for (const database of databases) {
    const measure = (settings: Settings) => measureNeighbours(database, settings, plan, options.attack);
    results.push(...(await withSettings(database, measure)));
  }
  return renderNeighbours(describeMachine(), plan, results);
}

function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: `${cpus()[0]?.model ?? 'unknown processor'} (${process.arch})`,
    node: process.version,
  };
}

function chooseDatabases(): Database[] {
  const { only, quick, on } = options;
  const isOnOne = only === 'neighbours' || only === 'console' || only === 'growth';
  if (isOnOne && (on === 'sqlite' || on === 'postgres')) return [on];
  if (on !== undefined) throw new Error('--on takes sqlite or postgres, beside --only neighbours, console or growth.');
  if (isOnOne) return quick ? ['sqlite'] : ['sqlite', 'postgres'];
  if (only === 'requests') return ['sqlite', 'postgres'];
  if (only === 'checks') return quick ? ['sqlite'] : ['sqlite', 'postgres'];
  if (
    only === 'alerts' ||
    only === 'servers' ||
    only === 'traffic' ||
    only === 'billing' ||
    only === 'webhooks' ||
    only === 'replicas' ||
    (only === undefined && !quick)
  )
    return ['sqlite', 'postgres'];
  if (only === undefined) return ['sqlite'];
  if (only === 'engines' || only === 'installations' || only === 'panel' || only === 'documents') return [];
  if (only === 'sqlite' || only === 'postgres') return [only];
  throw new Error(
    '--only takes requests, sqlite, postgres, replicas, webhooks, documents, checks, engines, servers, installations, alerts, traffic, billing, panel, console, growth or neighbours.',
  );
}

/** Gives `use` an empty database and removes it afterwards. */
async function withSettings<T>(database: Database, use: (settings: Settings) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    if (database === 'sqlite') return await use({ HOSTLER_DATA_DIR: folder });
    // Always a private server: one that is configured for tests is no place for a million tickets.
    delete process.env.HOSTLER_TEST_POSTGRES_URL;
    const services = await startServices(['postgres'], { durable: true, required: true });
    try {
      return await use({
        HOSTLER_DATA_DIR: folder,
        HOSTLER_DATABASE_URL: services.urls.postgres ?? '',
        HOSTLER_SECRET_KEY: randomBytes(32).toString('hex'),
      });
    } finally {
      await services.stop();
    }
  } finally {
    removeFolder(folder);
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`bench: ${error.message}\n`);
    process.exit(1);
  },
);
