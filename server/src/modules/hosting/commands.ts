import { EngineError } from '../../engines/engine.ts';
import type { VpsDriver } from '../../engines/vps/driver.ts';
import type { Command, CommandOption, CommandOptions } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Query } from '../../kernel/db/query.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { requireAccount } from '../accounts/index.ts';
import { findPlan, type PlanRow } from '../plans/index.ts';
import { toPlainText } from './console-text.ts';
import { hostingIdOf, instanceName } from './machine.ts';
import { findHostingOwner, findLivingHosting, listAllHosting } from './operator-store.ts';
import type { HostingService, Queued } from './service.ts';
import { readSshKeyOptions, sshKeyOptions } from './ssh-key-options.ts';
import { viewHosting, viewQueued } from './view.ts';
import { waitForWork } from './wait.ts';

const id: CommandOption = { type: 'integer', required: true, description: 'The VPS.' };
const wait: CommandOption = {
  type: 'boolean',
  description: 'Wait until the work has ended; a server or worker must be running.',
};
const force: CommandOption = { type: 'boolean', description: 'Pull the plug instead of asking its system first.' };
const account: CommandOption = { type: 'integer', required: true, description: 'The customer.' };
const label: CommandOption = { type: 'string', description: 'What the customer calls it.' };
const region: CommandOption = { type: 'string', description: 'Where it shall be.' };
const reason: CommandOption = {
  type: 'string',
  default: 'Suspended by the operator.',
  description: 'What the customer is told.',
};
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

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: VpsDriver;
  hosting: HostingService;
  /** How long `--wait` waits for somebody to begin the work. */
  waitPatienceMs?: number;
}

/** They only queue the work; the worker does it. */
export function hostingCommands({ db, clock, vps, hosting, waitPatienceMs }: Dependencies): Command[] {
  /** Makes the command for one kind of work. */
  const workCommand = (
    verb: string,
    summary: string,
    work: (accountId: number, options: CommandOptions, now: number) => Query<Queued>,
    more: Record<string, CommandOption> = {},
  ): Command => ({
    name: `hosting ${verb}`,
    summary,
    options: { id, ...more, wait },
    run: (options) =>
      queue(options, function* () {
        const accountId = yield* ownerOf(options.integer('id'));
        return { accountId, ...(yield* work(accountId, options, clock.now())) };
      }),
  });

  async function queue(options: CommandOptions, body: () => Query<Queued & { accountId: number }>): Promise<object> {
    const { accountId, ...queued } = await db.write(body);
    if (options.boolean('wait')) {
      queued.hosting = await waitForWork({ db, hosting, accountId, queued, patienceMs: waitPatienceMs });
    }
    return viewQueued(queued);
  }

  /** What the plan says, and what is said of a VPS beside it. */
  function describeNew(options: CommandOptions, plan: PlanRow | undefined) {
    const { vcpus, memory_mb, disk_gb, image, kind, bounds } = plan ?? DEFAULT_SIZE;
    const words = { label: options.optionalString('label'), region: options.optionalString('region') };
    return { ...words, plan: plan?.name, vcpus, memory_mb, disk_gb, image, kind, bounds };
  }

  return [
    {
      name: 'hosting create',
      summary: 'Make a VPS for a customer.',
      options: {
        account,
        hostname: { type: 'string', required: true, description: 'Its host name.' },
        plan: { type: 'string', description: 'Id or name of the plan that says its size; a small one when absent.' },
        label,
        region,
        image: { type: 'string', description: "What it is made from; the plan's when absent." },
        ...sshKeyOptions,
        wait,
      },
      async run(options) {
        const sshKeys = await readSshKeyOptions(options);
        return queue(options, function* () {
          const accountId = options.integer('account');
          yield* requireAccount(accountId);
          const described = describeNew(options, yield* planOf(options));
          const image = options.optionalString('image') ?? described.image;
          const input = { ...described, hostname: options.string('hostname'), image, sshKeys };
          return { accountId, ...(yield* hosting.provision(accountId, input, clock.now())) };
        });
      },
    },
    {
      name: 'hosting adopt',
      summary: 'Take over a machine that exists on the engine, stopped, as the VPS of a customer.',
      options: {
        account,
        instance: {
          type: 'string',
          required: true,
          description: "Its name as the engine's own tool shows it, with project/ before it where it is in another.",
        },
        hostname: { type: 'string', description: 'Its host name; the name of the instance when absent.' },
        plan: { type: 'string', description: 'Id or name of the plan it is sold as; its size stays what it is.' },
        label,
        region,
        wait,
      },
      run: (options) =>
        queue(options, function* () {
          const accountId = options.integer('account');
          yield* requireAccount(accountId);
          const instance = options.string('instance');
          const name = readInstance(instance);
          yield* refuseLiving(name);
          const hostname = options.optionalString('hostname') ?? name;
          const input = { ...describeNew(options, yield* planOf(options)), hostname };
          return { accountId, ...(yield* hosting.adopt(accountId, instance, input, clock.now())) };
        }),
    },
    workCommand('start', 'Start a VPS.', (account, options, now) => hosting.start(account, options.integer('id'), now)),
    workCommand(
      'stop',
      'Stop a VPS.',
      (account, options, now) => hosting.stop(account, options.integer('id'), options.boolean('force'), now),
      { force },
    ),
    workCommand(
      'restart',
      'Restart a VPS.',
      (account, options, now) => hosting.restart(account, options.integer('id'), options.boolean('force'), now),
      { force },
    ),
    workCommand(
      'suspend',
      'Stop a VPS and keep its owner from starting it.',
      (account, options, now) => hosting.suspend(account, options.integer('id'), options.string('reason'), now),
      { reason },
    ),
    workCommand('unsuspend', 'End a suspension; what ran before runs again.', (account, options, now) =>
      hosting.unsuspend(account, options.integer('id'), now),
    ),
    workCommand('terminate', 'Take a VPS and its disk away, for good.', (account, options, now) =>
      hosting.terminate(account, options.integer('id'), now),
    ),
    {
      name: 'hosting console',
      summary: 'Show the end of what a VPS wrote to its console.',
      options: { id },
      async run(options) {
        const hostingId = options.integer('id');
        const row = await db.read(hosting.find(await db.read(ownerOf(hostingId)), hostingId));
        const log = await vps.readConsole(instanceName(hostingId)).catch((error) => {
          if (error instanceof EngineError) throw new AppError('CONFLICT', error.message, { cause: error });
          throw error;
        });
        return { id: hostingId, hostname: row.hostname, status: row.status, console: toPlainText(log) };
      },
    },
    {
      name: 'hosting list',
      summary: 'List the VPS servers of all customers, or of one.',
      options: { account: { type: 'integer', description: 'Only of this customer.' } },
      columns: COLUMNS,
      async run(options) {
        const rows = await db.read(listAllHosting(options.optionalInteger('account')));
        return rows.map((row) => ({ account_id: row.account_id, ...viewHosting(row) }));
      },
    },
  ];
}

function* planOf(options: CommandOptions): Query<PlanRow | undefined> {
  const name = options.optionalString('plan');
  if (name === undefined) return undefined;
  const plan = yield* findPlan(name);
  if (!plan) throw notFound('Plan');
  return plan;
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
