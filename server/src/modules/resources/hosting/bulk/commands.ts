import { type Command, choice, command, flag, list, text } from '#kernel/command.ts';
import { validationError } from '#kernel/errors.ts';
import { EVERY_ROLE, POWER, refuseCause, type StaffRole } from '#kernel/staff-roles.ts';
import { SUSPENSION_CAUSE, SUSPENSION_REASON } from '../suspensions/operator-service.ts';
import { SUSPENSION_CAUSES } from '../suspensions/schemas.ts';
import { fieldErrors } from './errors.ts';
import type { BulkOperatorService } from './operator-service.ts';
import { BULK_VERBS, BulkResult, type BulkVerb } from './schemas.ts';

const SUSPENDING: ReadonlySet<BulkVerb> = new Set(['suspend', 'unsuspend']);

export function bulkCommands({ bulk }: { bulk: BulkOperatorService }): Command[] {
  return [
    command({
      name: 'hosting bulk',
      route: {
        roles: EVERY_ROLE,
        status: 202,
        list: true,
        data: BulkResult,
        severalTransactions: true,
        restrict: ({ verb, cause }, roles) => refuseVerb(verb, cause, roles),
      },
      summary: 'Start, stop, restart, suspend or unsuspend many VPS servers. The result of each is reported.',
      options: {
        verb: choice(BULK_VERBS, 'Operation on each VPS.'),
        ids: list('VPS ids, at most 1,000.'),
        force: flag('Power off without a clean shutdown.'),
        cause: choice(SUSPENSION_CAUSES, 'Cause of the suspension.', { default: SUSPENSION_CAUSE }),
        reason: text('Reason of the suspension, visible to the customer.', { default: SUSPENSION_REASON }),
      },
      columns: ['id', 'hostname', 'action_id', 'error'],
      isFailure: (results: readonly BulkResult[]) => results.some(({ error }) => error !== null),
      run: ({ ids, ...given }) => bulk.run({ ...given, ids: ids.map(readId) }),
    }),
  ];
}

/** Returns why these roles may not do this; undefined if they may. */
function refuseVerb(verb: BulkVerb, cause: string, roles: ReadonlySet<StaffRole>): string | undefined {
  if (SUSPENDING.has(verb)) return refuseCause(cause, roles);
  if (POWER.some((role) => roles.has(role))) return undefined;
  return `Your role may not ${verb} servers.`;
}

function readId(given: string): number {
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given);
  throw validationError([fieldErrors.not_server_ids('ids')]);
}
