import type { PanelCaller } from '../../../../kernel/http/caller.ts';
import { command, inAccount, type Route } from '../../../../kernel/http/route.ts';
import { Check, CheckChange, NewCheck } from './schemas.ts';
import type { CheckService } from './service.ts';
import { viewCheck } from './view.ts';

const id = { aliases: ['check_id'], description: 'The check.' };

export function checkPanelRoutes(checks: CheckService): Route<PanelCaller>[] {
  return [
    inAccount(
      command({
        path: '/monitoring/checks',
        access: 'hosting.write',
        summary: 'Check a page or a port',
        description: 'It is tried at once, and then every `interval_seconds`; a try ends after 10 seconds.',
        status: 201,
        message: 'Check created.',
        body: NewCheck,
        data: Check,
        errors: ['QUOTA_EXCEEDED'],
        *handle({ caller, body, now }) {
          return viewCheck(yield* checks.create(caller.account.id, body, now));
        },
      }),
    ),
    inAccount(
      command({
        path: '/monitoring/checks/update',
        access: 'hosting.write',
        summary: 'Change a check',
        description:
          'What is absent stays as it is. With another target or expectation, or made active again, it is pending and its alerts resolve.',
        status: 200,
        message: 'Check updated.',
        id,
        body: CheckChange,
        data: Check,
        *handle({ caller, id, body, now }) {
          return viewCheck(yield* checks.update(caller.account.id, id, body, now));
        },
      }),
    ),
    inAccount(
      command({
        path: '/monitoring/checks/remove',
        access: 'hosting.write',
        summary: 'Remove a check',
        description: 'Its alerts resolve, and its history goes with it. Answers the check as it last was.',
        status: 200,
        message: 'Check removed.',
        id,
        data: Check,
        *handle({ caller, id, now }) {
          return viewCheck(yield* checks.remove(caller.account.id, id, now));
        },
      }),
    ),
  ];
}
