import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compose } from '../server/src/compose/compose.ts';
import { createLogger } from '../server/src/kernel/log.ts';
import { SCOPES } from '../server/src/kernel/scopes.ts';
import { systemClock } from '../server/src/kernel/time.ts';
import type { Hostler } from '../server/src/program/hostler.ts';
import { migrate } from '../server/src/program/prepare.ts';
import { readConfig } from '../server/src/settings/config.ts';
import type { Order } from './installation-customers.ts';
import type { InstallationResult } from './installation-report.ts';
import { Customer } from './neighbours/customer.ts';
import { type StartedServer, startHostler } from './processes.ts';
import type { Settings } from './seed.ts';

export interface InstallationPlan {
  readonly installations: number;
  readonly calmMs: number;
}

const CUSTOMERS = 10;
/** Servers of the watching customer. They warm the server up. */
const WARM_UP = 10;
const ORDERS = fileURLToPath(new URL('./installation-customers.ts', import.meta.url));
const WATCHER = fileURLToPath(new URL('./installation-watcher.ts', import.meta.url));
const RATE_LIMIT = 1_000_000_000;

interface Owner {
  readonly key: string;
  readonly servers: readonly { id: number; action_id: number }[];
}

/** Measures how long requests take on an idle server, and while applications are installed on many servers at once. */
export async function measureInstallations(settings: Settings, plan: InstallationPlan): Promise<InstallationResult> {
  const tell = (text: string) => process.stderr.write(`installations: ${text}…\n`);
  const given = { ...settings, HOSTLER_SIMULATED_DELAY_MS: '2000', HOSTLER_LIMITS: '' };
  tell('making the customers and their servers');
  const [watching, ...owners] = await seed(given, plan.installations / CUSTOMERS);
  const server = await startHostler({ settings: given });
  const watcher = fork(WATCHER, [server.url, watching.key]);
  const customers = fork(ORDERS, [server.url]);
  const ready = once(watcher, 'message');
  try {
    for (const owner of [watching, ...owners]) await untilMade(server, owner);
    await ready;
    // The first requests of a process measure the compiler, and its first installation the reading of all recipes.
    await order(customers, [watching]);
    await watch(watcher, sleep(plan.calmMs / 4));
    tell('calm');
    const calm = await watch(watcher, sleep(plan.calmMs));
    tell(`${plan.installations} installations`);
    const ordered = order(customers, owners);
    const busy = await watch(watcher, ordered);
    return {
      installations: plan.installations,
      calm,
      busy,
      tookMs: (await ordered).tookMs,
      peakRssMb: server.readPeakRssMb(),
    };
  } finally {
    watcher.disconnect();
    customers.kill();
    await server.stop();
  }
}

async function untilMade({ url }: StartedServer, { key, servers }: Owner): Promise<void> {
  const customer = new Customer(url, key);
  await Promise.all(servers.map(({ action_id }) => customer.waitFor(action_id)));
  customer.close();
}

/** Resolves when everything is installed. */
async function order(customers: ChildProcess, owners: readonly Owner[]): Promise<{ tookMs: number }> {
  const orders: Order[] = owners.map(({ key, servers }) => ({ key, servers: servers.map(({ id }) => id) }));
  customers.send(orders);
  const ended = once(customers, 'exit').then(() => {
    throw new Error('Not everything was installed.');
  });
  const [done] = (await Promise.race([once(customers, 'message'), ended])) as [{ tookMs: number }];
  return done;
}

/** Returns how long the requests of another customer take until the work has ended. */
async function watch(watcher: ChildProcess, work: Promise<unknown>): Promise<number[]> {
  watcher.send('begin');
  await work;
  watcher.send('end');
  const [{ times }] = (await once(watcher, 'message')) as [{ times: number[] }];
  return times;
}

async function seed(settings: Settings, serversEach: number): Promise<[watching: Owner, ...Owner[]]> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    await migrate(hostler);
    const owners: [Owner, ...Owner[]] = [await makeOwner(hostler, 0, WARM_UP)];
    for (let number = 1; number <= CUSTOMERS; number++) owners.push(await makeOwner(hostler, number, serversEach));
    return owners;
  } finally {
    await hostler.db.close();
  }
}

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
    for (let server = 1; server <= servers; server++) {
      made.push(yield* operator.hosting.create({ ...account, hostname: `web${server}.customer${number}.example` }));
    }
    return { key, servers: made };
  });
}
