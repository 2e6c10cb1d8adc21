import { viewPage } from '@hostler/database';
import { custom, list, type Route } from '#kernel/http/route.ts';
import type { ActionResource } from '#kernel/jobs/action-kind.ts';
import { ACTION_STATUSES, describeAction, WaitQuery } from './schemas.ts';
import type { ActionService } from './service.ts';
import { viewAction } from './view.ts';

export function actionRoutes(actions: ActionService, resources: readonly ActionResource[]): Route[] {
  const access = [...new Set(resources.flatMap(({ scopes }) => scopes))];
  const Action = describeAction(resources.map(({ type }) => type));
  return [
    list({
      path: '/actions',
      access,
      summary: 'List actions',
      description:
        'Lists the queued, running and finished actions of the account, newest first. The list has only actions on resources that the scopes of the credentials allow. `search` matches the type.',
      item: Action,
      statuses: ACTION_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* actions.list(caller, page), viewAction);
      },
    }),
    custom({
      method: 'GET',
      path: '/actions/show',
      access,
      summary: 'Get an action',
      description:
        'Returns one action. With `wait`, the response is sent when the action ends, or after `wait` seconds at the latest.',
      id: { description: 'Identifier of the action.' },
      query: WaitQuery,
      data: Action,
      async handle({ caller, id, query }, context) {
        return viewAction(await actions.wait(caller, id, query.wait ?? 0, context));
      },
    }),
  ];
}
