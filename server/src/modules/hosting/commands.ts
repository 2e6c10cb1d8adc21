import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, CommandOption, CommandOptions } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { Query } from '../../kernel/db/query.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { requireAccount } from '../accounts/index.ts';
import { findPlan } from '../plans/index.ts';
import { findHostingOwner, listAllHosting } from './operator-store.ts';
import type { HostingService, Queued } from './service.ts';
import { viewHosting, viewQueued } from './view.ts';

const id: CommandOption = { type: 'integer', required: true, description: 'The VPS.' };
const wait: CommandOption = {
  type: 'boolean',
  description: 'Wait until the work has ended; a server or worker must be running.',
};
const reason: CommandOption = {
  type: 'string',
  default: 'Suspended by the operator.',
  description: 'What the customer is told.',
};
const COLUMNS = ['id', 'account_id', 'hostname', 'status', 'plan', 'node', 'ipv4'];
const POLL_MS = 100;
/** Of a VPS that is made without a plan. */
const DEFAULT_SIZE = { vcpus: 1, memory_mb: 1024, disk_gb: 20, image: 'debian/13' };

interface Dependencies {
  db: Database;
  clock: Clock;
  hosting: HostingService;
}

/** They only queue the work; the worker does it. */
export function hostingCommands({ db, clock, hosting }: Dependencies): Command[] {
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
    while (options.boolean('wait') && queued.hosting.pending !== null) {
      await sleep(POLL_MS);
      queued.hosting = await db.read(hosting.find(accountId, queued.hosting.id));
    }
    return viewQueued(queued);
  }

  return [
    {
      name: 'hosting create',
      summary: 'Make a VPS for a customer.',
      options: {
        account: { type: 'integer', required: true, description: 'The customer.' },
        hostname: { type: 'string', required: true, description: 'Its host name.' },
        plan: { type: 'string', description: 'Id or name of the plan that says its size; a small one when absent.' },
        label: { type: 'string', description: 'What the customer calls it.' },
        region: { type: 'string', description: 'Where it shall be.' },
        image: { type: 'string', description: "What it is made from; the plan's when absent." },
        wait,
      },
      run: (options) =>
        queue(options, function* () {
          const accountId = options.integer('account');
          yield* requireAccount(accountId);
          const name = options.optionalString('plan');
          const plan = name === undefined ? undefined : yield* findPlan(name);
          if (name !== undefined && !plan) throw notFound('Plan');
          const size = plan ?? DEFAULT_SIZE;
          const input = {
            hostname: options.string('hostname'),
            label: options.optionalString('label'),
            region: options.optionalString('region'),
            plan: plan?.name,
            vcpus: size.vcpus,
            memory_mb: size.memory_mb,
            disk_gb: size.disk_gb,
            image: options.optionalString('image') ?? size.image,
          };
          return { accountId, ...(yield* hosting.provision(accountId, input, clock.now())) };
        }),
    },
    workCommand('start', 'Start a VPS.', (account, options, now) => hosting.start(account, options.integer('id'), now)),
    workCommand('stop', 'Stop a VPS.', (account, options, now) => hosting.stop(account, options.integer('id'), now)),
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

function* ownerOf(hostingId: number): Query<number> {
  const accountId = yield* findHostingOwner(hostingId);
  if (accountId === undefined) throw notFound('VPS');
  return accountId;
}
