import type { Database, Query } from '@hostler/database';
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
} from '#kernel/command.ts';
import type { OfferedCommand } from '#kernel/command-offer.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES, POWER, refuseCause, type StaffRole, SUSPENDERS } from '#kernel/staff-roles.ts';
import type { HostingDetailsService } from './details/operator-service.ts';
import { HostingDetails, OwnedHosting } from './details/schemas.ts';
import type { NodeOperatorService } from './nodes/operator-service.ts';
import type { HostingOperatorService } from './operator-service.ts';
import { HOSTING_STATUSES } from './schemas.ts';
import { readSshKeyOptions, sshKeyOptions } from './ssh-keys/options.ts';
import { SUSPENSION_CAUSE, SUSPENSION_REASON } from './suspensions/operator-service.ts';
import { SUSPENSION_CAUSES } from './suspensions/schemas.ts';

const id = integer('VPS id.');
const wait = flag('Wait for the action to finish. Requires a running server or worker.');
const force = flag('Power off without a clean shutdown.');
const account = integer('Account id.');
const label = optional(text('Label, visible to the customer.'));
const region = optional(text('Region.'));
const reason = text('Reason, visible to the customer.', { default: SUSPENSION_REASON });
const cause = choice(
  SUSPENSION_CAUSES,
  'Cause of the suspension. A payment ends only suspensions with the cause payment.',
  { default: SUSPENSION_CAUSE },
);
const COLUMNS = ['id', 'account_id', 'hostname', 'status', 'plan', 'node', 'ipv4'];

/** A waited-for action that failed has an `error`. */
const hasFailed = (work: object) => 'error' in work;

/** Work of a caller over HTTP is queued. A role may use only its causes. */
const offerWork = (roles: OfferedCommand['roles'], hasCause: boolean) => ({
  roles,
  status: 202 as const,
  fixed: { wait: false },
  ...(hasCause
    ? { restrict: (values: object, by: ReadonlySet<StaffRole>) => refuseCause(String(Object(values).cause), by) }
    : {}),
});

interface QueuedWork {
  id: number;
  /** Null if there is nothing to wait for. */
  action_id: number | null;
  /** Effect of the action on the subscription. */
  subscription?: string;
}

interface Dependencies {
  db: Database;
  hosting: HostingOperatorService;
  details: HostingDetailsService;
  nodes: Pick<NodeOperatorService, 'refuseIfAllLocked'>;
}

export function hostingCommands({ db, hosting, details, nodes }: Dependencies): Command[] {
  /** Returns the command for one kind of action. */
  const workCommand = <O extends Options>(
    verb: string,
    summary: string,
    options: O,
    roles: OfferedCommand['roles'],
    work: (given: Values<O & { wait: typeof wait }>) => Query<QueuedWork>,
  ): Command =>
    command({
      name: `hosting ${verb}`,
      summary,
      options: { ...options, wait },
      route: offerWork(roles, 'cause' in options),
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
      route: { roles: MACHINES, status: 202, fixed: { ssh_key_file: [], wait: false } },
      summary: 'Create a VPS without a subscription.',
      options: {
        account,
        hostname: text('Host name.'),
        plan: optional(text('Id or name of the plan that defines the size. Default: a small size.')),
        label,
        region,
        image: optional(text('Image. Default: the image of the plan.')),
        ...sshKeyOptions,
        wait,
      },
      isFailure: hasFailed,
      async run({ account, wait, ssh_key, ssh_key_file, ...given }) {
        const ssh_keys = await readSshKeyOptions({ ssh_key, ssh_key_file });
        await nodes.refuseIfAllLocked();
        return queue(wait, () => hosting.create({ account_id: account, ...given, ssh_keys }));
      },
    }),
    command({
      name: 'hosting adopt',
      route: { roles: MACHINES, status: 202, fixed: { wait: false } },
      summary: 'Import a stopped machine on the engine as a VPS of an account.',
      options: {
        account,
        instance: text('Instance name on the engine. For an instance in another project: project/name.'),
        hostname: optional(text('Host name. Default: the instance name.')),
        plan: optional(text('Plan id or name. The size does not change.')),
        label,
        region,
        wait,
      },
      isFailure: hasFailed,
      run: ({ account, wait, ...given }) => queue(wait, () => hosting.adopt({ account_id: account, ...given })),
    }),
    workCommand('start', 'Start a VPS.', { id }, POWER, hosting.start),
    workCommand('stop', 'Stop a VPS.', { id, force }, POWER, hosting.stop),
    workCommand('restart', 'Restart a VPS.', { id, force }, POWER, hosting.restart),
    workCommand(
      'resize',
      'Resize a VPS. The plan of its subscription changes too, prorated. Disks cannot shrink.',
      {
        id,
        plan: text('Plan id or name.'),
        size_only: flag('Change only the size and keep the plan and price.'),
        reason: optional(text('Reason for a size that differs from the plan. Required with --size-only.')),
      },
      MACHINES,
      hosting.resize,
    ),
    workCommand(
      'suspend',
      'Suspend a VPS. It is stopped, and its owner cannot start it.',
      { id, cause, reason },
      SUSPENDERS,
      hosting.suspend,
    ),
    workCommand(
      'unsuspend',
      'End the suspension of a VPS for a cause. Without another suspension its previous state is restored.',
      { id, cause },
      SUSPENDERS,
      hosting.unsuspend,
    ),
    workCommand(
      'terminate',
      'Delete a VPS and its disk permanently. Its subscription is cancelled.',
      { id, keep_subscription: flag('Keep the subscription. It is billed without a VPS.') },
      MACHINES,
      hosting.terminate,
    ),
    command({
      name: 'hosting suspensions',
      route: { roles: EVERY_ROLE, reads: true, list: true },
      summary: 'List the suspensions of a VPS. Oldest first.',
      options: { id },
      columns: ['cause', 'reason', 'opened_at', 'closed_at'],
      run: async (given) => db.read(hosting.listSuspensions(given)),
    }),
    command({
      name: 'hosting console',
      route: { roles: MACHINES, reads: true },
      summary: 'Show the latest console output of a VPS.',
      options: { id },
      run: (given) => hosting.readConsole(given),
    }),
    command({
      name: 'hosting show',
      route: { roles: EVERY_ROLE, data: HostingDetails },
      summary: 'Show a VPS with its machine on the engine, suspensions, addresses, actions and subscription.',
      options: { id },
      run: (given) => details.show(given),
    }),
    listCommand({
      name: 'hosting list',
      route: { roles: EVERY_ROLE, data: OwnedHosting },
      summary: 'List VPS servers.',
      options: {
        account: optional(integer('Filter by account id.')),
        node: optional(text('Filter by node name.')),
        plan: optional(text('Filter by plan name.')),
      },
      columns: COLUMNS,
      statuses: HOSTING_STATUSES,
      searched: 'host name, label, plan, node, address',
      page: async ({ account, ...given }) => db.read(hosting.list({ ...given, account_id: account })),
    }),
  ];
}
