import { EngineError } from '../../../engines/engine.ts';
import type { VpsDriver } from '../../../engines/vps/driver.ts';
import {
  type Command,
  command,
  flag,
  integer,
  type Options,
  optional,
  text,
  type Values,
} from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { toPlainText } from './console-text.ts';
import { hostingIdOf, instanceName } from './machine.ts';
import { findHostingOwner, findLivingHosting, listAllHosting } from './operator-store.ts';
import type { HostingService, Queued } from './service.ts';
import { readSshKeyOptions, sshKeyOptions } from './ssh-keys/options.ts';
import type { HostingRow } from './store.ts';
import { viewHosting, viewQueued } from './view.ts';
import { waitForWork } from './wait.ts';

const id = integer('The VPS.');
const wait = flag('Wait until the work has ended; a server or worker must be running.');
const force = flag('Pull the plug instead of asking its system first.');
const account = integer('The customer.');
const label = optional(text('What the customer calls it.'));
const region = optional(text('Where it shall be.'));
const reason = text('What the customer is told.', { default: 'Suspended by the operator.' });
const COLUMNS = ['id', 'account_id', 'hostname', 'status', 'plan', 'node', 'ipv4'];
/** Of a VPS that is made without a plan. */
const DEFAULT_SIZE = {
  vcpus: 1,
  memory_mb: 1024,
  disk_gb: 20,
  image: 'debian/13',
  kind: 'container',
  bounds: '{}',
} as const;
/** A name on the engine, in one of its projects where it has such. */
const INSTANCE = /^(?:[a-z0-9][\w.-]{0,62}\/)?([a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)$/i;

/** What a plan says of its servers. */
type PlannedHosting = Pick<HostingRow, 'vcpus' | 'memory_mb' | 'disk_gb' | 'image' | 'kind' | 'bounds'> & {
  name: string;
};
/** By id or name. */
export type FindPlan = (idOrName: string) => Query<PlannedHosting | undefined>;

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: VpsDriver;
  hosting: HostingService;
  findPlan: FindPlan;
  /** How long `--wait` waits for somebody to begin the work. */
  waitPatienceMs?: number;
}

/** They only queue the work; the worker does it. */
export function hostingCommands({ db, clock, vps, hosting, findPlan, waitPatienceMs }: Dependencies): Command[] {
  /** Makes the command for one kind of work. */
  const workCommand = <O extends Options>(
    verb: string,
    summary: string,
    options: O,
    work: (accountId: number, id: number, now: number, values: Values<O>) => Query<Queued>,
  ): Command =>
    command({
      name: `hosting ${verb}`,
      summary,
      options: { id, ...options, wait },
      run(values) {
        // The compiler does not see through a spread of what it knows only by its shape.
        const { id: hostingId, wait: waits, ...own } = values as Values<{ id: typeof id; wait: typeof wait }>;
        return queue(waits, function* () {
          const accountId = yield* ownerOf(hostingId);
          return { accountId, ...(yield* work(accountId, hostingId, clock.now(), own as Values<O>)) };
        });
      },
    });

  async function queue(waits: boolean, body: () => Query<Queued & { accountId: number }>): Promise<object> {
    const { accountId, ...queued } = await db.write(body);
    if (waits) {
      queued.hosting = await waitForWork({ db, hosting, accountId, queued, patienceMs: waitPatienceMs });
    }
    return viewQueued(queued);
  }

  function* planOf(name: string | undefined): Query<PlannedHosting | undefined> {
    if (name === undefined) return undefined;
    const plan = yield* findPlan(name);
    if (!plan) throw notFound('Plan');
    return plan;
  }

  /** What the plan says of a VPS. */
  function describeNew(plan: PlannedHosting | undefined) {
    const { vcpus, memory_mb, disk_gb, image, kind, bounds } = plan ?? DEFAULT_SIZE;
    return { plan: plan?.name, vcpus, memory_mb, disk_gb, image, kind, bounds };
  }

  return [
    command({
      name: 'hosting create',
      summary: 'Make a VPS for a customer.',
      options: {
        account,
        hostname: text('Its host name.'),
        plan: optional(text('Id or name of the plan that says its size; a small one when absent.')),
        label,
        region,
        image: optional(text("What it is made from; the plan's when absent.")),
        ...sshKeyOptions,
        wait,
      },
      async run({ account: accountId, hostname, plan, label, region, image, wait, ...given }) {
        const sshKeys = await readSshKeyOptions(given);
        return queue(wait, function* () {
          yield* requireAccount(accountId);
          const described = describeNew(yield* planOf(plan));
          const input = { ...described, hostname, label, region, image: image ?? described.image, sshKeys };
          return { accountId, ...(yield* hosting.provision(accountId, input, clock.now())) };
        });
      },
    }),
    command({
      name: 'hosting adopt',
      summary: 'Take over a machine that exists on the engine, stopped, as the VPS of a customer.',
      options: {
        account,
        instance: text("Its name as the engine's own tool shows it, with project/ before it where it is in another."),
        hostname: optional(text('Its host name; the name of the instance when absent.')),
        plan: optional(text('Id or name of the plan it is sold as; its size stays what it is.')),
        label,
        region,
        wait,
      },
      run: ({ account: accountId, instance, hostname, plan, label, region, wait }) =>
        queue(wait, function* () {
          yield* requireAccount(accountId);
          const name = readInstance(instance);
          yield* refuseLiving(name);
          const input = { ...describeNew(yield* planOf(plan)), hostname: hostname ?? name, label, region };
          return { accountId, ...(yield* hosting.adopt(accountId, instance, input, clock.now())) };
        }),
    }),
    workCommand('start', 'Start a VPS.', {}, hosting.start),
    workCommand('stop', 'Stop a VPS.', { force }, (account, id, now, { force }) =>
      hosting.stop(account, id, force, now),
    ),
    workCommand('restart', 'Restart a VPS.', { force }, (account, id, now, { force }) =>
      hosting.restart(account, id, force, now),
    ),
    workCommand(
      'suspend',
      'Stop a VPS and keep its owner from starting it.',
      { reason },
      (account, id, now, { reason }) => hosting.suspend(account, id, reason, now),
    ),
    workCommand('unsuspend', 'End a suspension; what ran before runs again.', {}, hosting.unsuspend),
    workCommand('terminate', 'Take a VPS and its disk away, for good.', {}, hosting.terminate),
    command({
      name: 'hosting console',
      summary: 'Show the end of what a VPS wrote to its console.',
      options: { id },
      async run({ id: hostingId }) {
        const row = await db.read(hosting.find(await db.read(ownerOf(hostingId)), hostingId));
        const log = await vps.readConsole(instanceName(hostingId)).catch((error) => {
          if (error instanceof EngineError) throw new AppError('CONFLICT', error.message, { cause: error });
          throw error;
        });
        return { id: hostingId, hostname: row.hostname, status: row.status, console: toPlainText(log) };
      },
    }),
    command({
      name: 'hosting list',
      summary: 'List the VPS servers of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: COLUMNS,
      async run({ account }) {
        const rows = await db.read(listAllHosting(account));
        return rows.map((row) => ({ account_id: row.account_id, ...viewHosting(row) }));
      },
    }),
  ];
}

/** Without its project. */
function readInstance(instance: string): string {
  const [, name] = INSTANCE.exec(instance) ?? [];
  if (name === undefined) throw new AppError('BAD_REQUEST', '--instance must be the name of a machine, like web1.');
  return name;
}

/** One of a terminated VPS, or of none, may be had; the machine of a customer may not. */
function* refuseLiving(name: string): Query<void> {
  const id = hostingIdOf(name);
  const living = id === undefined ? undefined : yield* findLivingHosting(id);
  if (living) throw new AppError('CONFLICT', `${name} is the machine of a VPS that is ${living.status}.`);
}

function* ownerOf(hostingId: number): Query<number> {
  const accountId = yield* findHostingOwner(hostingId);
  if (accountId === undefined) throw notFound('VPS');
  return accountId;
}
