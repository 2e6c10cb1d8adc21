import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, optional, time } from '#kernel/command.ts';
import { BILLING_PARTS, FAILURE_KINDS, type FailureKind } from '#kernel/failure-source.ts';
import { cutRows, listCommand } from '#kernel/list-command.ts';
import { RETRIERS, type StaffRole } from '#kernel/staff-roles.ts';
import type { FailureOperatorService } from './operator-service.ts';
import { Failure } from './schemas.ts';

/** Failures of billing are for the role billing, all others for technicians. */
function refuseKind(kind: string, roles: ReadonlySet<StaffRole>): string | undefined {
  const needed = kind === 'billing' ? 'billing' : 'technician';
  return roles.has(needed) ? undefined : `Failures of the kind ${kind} require the role ${needed}.`;
}

/** Returns the kinds that these roles may read; all on the command line. */
function readableKinds(roles: ReadonlySet<StaffRole> | undefined): readonly FailureKind[] {
  return roles ? FAILURE_KINDS.filter((kind) => refuseKind(kind, roles) === undefined) : FAILURE_KINDS;
}

export function failureCommands({ db, failures }: { db: Database; failures: FailureOperatorService }): Command[] {
  return [
    listCommand({
      name: 'failed list',
      route: { roles: RETRIERS, data: Failure },
      summary: 'List failures of the last 30 days that were not retried since, with the retry command.',
      options: {
        kind: optional(choice(FAILURE_KINDS, 'Filter by kind.')),
        account: optional(integer('Filter by account id.')),
        since: optional(time('Only failures at or after this time.')),
      },
      columns: ['kind', 'id', 'account_id', 'what', 'reason', 'failed_at', 'retry'],
      searched: 'what, reason, recipient, URL',
      async page({ account, roles, tally, offset = 0, ...given }) {
        const kinds = readableKinds(roles);
        // The rows of several sources are counted by reading them.
        const limit = tally ? tally.most + 1 : offset + given.limit;
        const found = await db.read(failures.list({ ...given, account_id: account, kinds, limit }));
        return cutRows(found, { limit: given.limit, offset, tally });
      },
      cursorOf: ({ position }) => position,
    }),
    command({
      name: 'retry',
      route: { roles: RETRIERS, path: '/failures/retry', restrict: ({ kind }, roles) => refuseKind(kind, roles) },
      summary: 'Retry a failure.',
      options: {
        kind: choice(FAILURE_KINDS, 'Kind, as shown by `hostler failed list`.'),
        id: integer('Id, as shown by `hostler failed list`.'),
        part: optional(choice(BILLING_PARTS, 'Part of the kind `billing`, if several failures have this id.')),
      },
      run: (given) => db.write(() => failures.retry(given)),
    }),
  ];
}
