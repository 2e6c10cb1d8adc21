import { command, type Route } from '#kernel/http/route.ts';
import { Check, CheckChange, NewCheck } from './schemas.ts';
import type { CheckService } from './service.ts';
import { viewCheck } from './view.ts';

const id = { aliases: ['check_id'], description: 'Identifier of the check.' };

/** Writes of the public API and of the panel API. */
export function checkWrites(checks: CheckService): Route[] {
  return [
    command({
      path: '/monitoring/checks',
      access: 'hosting.write',
      summary: 'Create a check',
      description:
        'Creates a check of a URL or a TCP port. The check runs immediately and then every `interval_seconds`. An attempt times out after 10 seconds.',
      status: 201,
      message: 'Check created.',
      body: NewCheck,
      data: Check,
      errors: ['QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        return viewCheck(yield* checks.create(caller.account.id, body, now));
      },
    }),
    command({
      path: '/monitoring/checks/update',
      access: 'hosting.write',
      summary: 'Update a check',
      description:
        'Updates a check. Omitted fields keep their values. If the target or an expectation changes, or the check is resumed, the status changes to `pending` and its alerts resolve.',
      status: 200,
      message: 'Check updated.',
      id,
      body: CheckChange,
      data: Check,
      *handle({ caller, id, body, now }) {
        return viewCheck(yield* checks.update(caller.account.id, id, body, now));
      },
    }),
    command({
      path: '/monitoring/checks/remove',
      access: 'hosting.write',
      summary: 'Remove a check',
      description: 'Removes a check and its history. Its alerts resolve. Returns the removed check.',
      status: 200,
      message: 'Check removed.',
      id,
      data: Check,
      *handle({ caller, id, now }) {
        return viewCheck(yield* checks.remove(caller.account.id, id, now));
      },
    }),
  ];
}
