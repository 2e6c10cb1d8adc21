import {
  type Command,
  choice,
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
import { listCommand } from '../../../kernel/list-command.ts';
import type { HostingOperatorService } from './operator-service.ts';
import { HOSTING_STATUSES } from './schemas.ts';
import { readSshKeyOptions, sshKeyOptions } from './ssh-keys/options.ts';
import { SUSPENSION_CAUSE, SUSPENSION_REASON } from './suspensions/operator-service.ts';
import { SUSPENSION_CAUSES } from './suspensions/schemas.ts';

const id = integer('The VPS.');
const wait = flag('Wait until the work has ended; a server or worker must be running.');
const force = flag('Pull the plug instead of asking its system first.');
const account = integer('The customer.');
const label = optional(text('What the customer calls it.'));
const region = optional(text('Where it shall be.'));
const reason = text('What the customer is told.', { default: SUSPENSION_REASON });
const cause = choice(SUSPENSION_CAUSES, 'Why: payment alone ends what is for payment.', { default: SUSPENSION_CAUSE });
const COLUMNS = ['id', 'account_id', 'hostname', 'status', 'plan', 'node', 'ipv4'];

/** A waited-for action that failed has an `error`. */
const hasFailed = (work: object) => 'error' in work;

interface QueuedWork {
  id: number;
  /** Null if there is nothing to wait for. */
  action_id: number | null;
  /** What the work means for the subscription. */
  subscription?: string;
}

export function hostingCommands({ db, hosting }: { db: Database; hosting: HostingOperatorService }): Command[] {
  /** Returns the command for one kind of action. */
  const workCommand = <O extends Options>(
    verb: string,
    summary: string,
    options: O,
    work: (given: Values<O & { wait: typeof wait }>) => Query<QueuedWork>,
  ): Command =>
    command({
      name: `hosting ${verb}`,
      summary,
      options: { ...options, wait },
      isFailure: hasFailed,
      run: (given) => queue(given.wait as boolean, () => work(given)),
    });

  async function queue(waits: boolean, work: () => Query<QueuedWork>): Promise<object> {
    const queued = await db.write(work);
    if (!waits) return queued;
    const { subscription } = queued;
    const done = { ...(await hosting.finish(queued)), ...(subscription !== undefined && { subscription }) };
    const error = await db.read(hosting.findFailure(queued));
    return error === undefined ? done : { ...done, error };
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
      isFailure: hasFailed,
      async run({ account, wait, ssh_key, ssh_key_file, ...given }) {
        const ssh_keys = await readSshKeyOptions({ ssh_key, ssh_key_file });
        return queue(wait, () => hosting.create({ account_id: account, ...given, ssh_keys }));
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
      isFailure: hasFailed,
      run: ({ account, wait, ...given }) => queue(wait, () => hosting.adopt({ account_id: account, ...given })),
    }),
    workCommand('start', 'Start a VPS.', { id }, hosting.start),
    workCommand('stop', 'Stop a VPS.', { id, force }, hosting.stop),
    workCommand('restart', 'Restart a VPS.', { id, force }, hosting.restart),
    workCommand(
      'resize',
      'Change the plan of a VPS and its subscription, prorated, or its size alone. A disk only grows.',
      {
        id,
        plan: text('Id or name of the plan.'),
        size_only: flag('Change the size and leave the plan and the price as they are.'),
        reason: optional(text('Why the size differs from the plan; with --size-only.')),
      },
      hosting.resize,
    ),
    workCommand('suspend', 'Stop a VPS and keep its owner from starting it.', { id, cause, reason }, hosting.suspend),
    workCommand(
      'unsuspend',
      'End a suspension for a cause; what ran before runs again where there is no other.',
      { id, cause },
      hosting.unsuspend,
    ),
    workCommand(
      'terminate',
      'Delete a VPS and its disk, for good. Its subscription ends with it.',
      { id, keep_subscription: flag('Keep the subscription: it goes on without a VPS and is billed.') },
      hosting.terminate,
    ),
    command({
      name: 'hosting suspensions',
      summary: 'List why and when a VPS was suspended, the oldest first.',
      options: { id },
      columns: ['cause', 'reason', 'opened_at', 'closed_at'],
      run: async (given) => db.read(hosting.listSuspensions(given)),
    }),
    command({
      name: 'hosting console',
      summary: 'Show the end of what a VPS wrote to its console.',
      options: { id },
      run: (given) => hosting.readConsole(given),
    }),
    listCommand({
      name: 'hosting list',
      summary: 'List the VPS servers of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: COLUMNS,
      statuses: HOSTING_STATUSES,
      searched: 'host name, label, plan, node, address',
      page: async ({ account, ...given }) => db.read(hosting.list({ ...given, account_id: account })),
    }),
  ];
}
