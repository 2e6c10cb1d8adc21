import { compose } from '../server/src/compose/compose.ts';
import { readConfig } from '../server/src/config.ts';
import type { Hostler } from '../server/src/hostler.ts';
import { SCOPES } from '../server/src/kernel/http/scopes.ts';
import { createLogger } from '../server/src/kernel/log.ts';
import { systemClock } from '../server/src/kernel/time.ts';
import { migrate } from '../server/src/prepare.ts';
import type { InstallationResult } from './installation-report.ts';
import { Customer } from './neighbours/customer.ts';
import { type StartedServer, startHostler } from './processes.ts';
import type { Settings } from './seed.ts';

export interface InstallationPlan {
  readonly installations: number;
  readonly calmMs: number;
}

/** Of the shipped recipes the one with the most packages that every simulated server takes. */
const SLUG = 'nginx';
const CUSTOMERS = 10;
const SHOW_EVERY_MS = 10;
const CREATE_EVERY_MS = 50;
const RATE_LIMIT = 1_000_000_000;

interface Owner {
  readonly key: string;
  readonly servers: readonly { id: number; action_id: number }[];
}

/** What requests take while nothing else is done, and while applications are installed on many servers side by side. */
export async function measureInstallations(settings: Settings, plan: InstallationPlan): Promise<InstallationResult> {
  const tell = (text: string) => process.stderr.write(`installations: ${text}…\n`);
  const given = { ...settings, HOSTLER_SIMULATED_DELAY_MS: '2000', HOSTLER_LIMITS: '' };
  tell('making the customers and their servers');
  const [watcher, ...owners] = await seed(given, plan.installations / CUSTOMERS);
  const server = await startHostler({ settings: given });
  try {
    for (const owner of owners) await eachOf(server, owner, (customer, { action_id }) => customer.waitFor(action_id));
    // The first requests of a process measure the compiler.
    await ask(server, watcher, Promise.resolve(), plan.calmMs / 4);
    tell('calm');
    const calm = await ask(server, watcher, Promise.resolve(), plan.calmMs);
    tell(`${plan.installations} installations`);
    const began = performance.now();
    let lastMs = 0;
    const work = Promise.all(owners.map((owner) => eachOf(server, owner, install))).then(() => {
      lastMs = performance.now() - began;
    });
    const busy = await ask(server, watcher, work, 0);
    return { installations: plan.installations, calm, busy, tookMs: lastMs, peakRssMb: server.readPeakRssMb() };
  } finally {
    await server.stop();
  }
}

async function install(customer: Customer, { id }: { id: number }): Promise<void> {
  const queued = await customer.post<{ action_id: number }>('/applications', {
    hosting_id: id,
    slug: SLUG,
    parameters: {},
  });
  await customer.waitFor(queued.action_id);
}

async function eachOf(
  { url }: StartedServer,
  { key, servers }: Owner,
  act: (customer: Customer, server: Owner['servers'][number]) => Promise<void>,
): Promise<void> {
  const customer = new Customer(url, key);
  await Promise.all(servers.map((server) => act(customer, server)));
  customer.close();
}

/** At a steady rate, for so long and until the work has ended; each request starts on time, however long others take. */
async function ask({ url }: StartedServer, owner: Owner | undefined, work: Promise<unknown>, milliseconds: number) {
  const customer = new Customer(url, owner?.key ?? '');
  const ticket = await customer.createTicket();
  const times: number[] = [];
  const under: Promise<unknown>[] = [];
  const measure = (act: () => Promise<unknown>) => {
    const began = performance.now();
    under.push(act().then(() => times.push(performance.now() - began)));
  };
  const showing = setInterval(() => measure(() => customer.show(ticket.id)), SHOW_EVERY_MS);
  const creating = setInterval(() => measure(() => customer.createTicket()), CREATE_EVERY_MS);
  await Promise.all([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  clearInterval(showing);
  clearInterval(creating);
  await Promise.all(under);
  customer.close();
  return times;
}

async function seed(settings: Settings, serversEach: number): Promise<Owner[]> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    await migrate(hostler);
    const owners: Owner[] = [];
    for (let number = 0; number <= CUSTOMERS; number++) owners.push(await makeOwner(hostler, number, serversEach));
    return owners;
  } finally {
    await hostler.db.close();
  }
}

/** The first one only watches. */
function makeOwner({ db, operator }: Hostler, number: number, servers: number): Promise<Owner> {
  return db.write(function* () {
    const { id } = yield* operator.accounts.create({ name: 'Example Ltd', email: `customer${number}@example.com` });
    const account = { account_id: id };
    const { key } = yield* operator.keys.create({
      ...account,
      environment: 'live',
      scopes: SCOPES,
      rate_limit: RATE_LIMIT,
    });
    const made: Owner['servers'][number][] = [];
    for (let server = 1; number > 0 && server <= servers; server++) {
      made.push(yield* operator.hosting.create({ ...account, hostname: `web${server}.customer${number}.example` }));
    }
    return { key, servers: made };
  });
}
