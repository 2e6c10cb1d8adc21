import { viewPage } from '../../../kernel/db/page.ts';
import { custom, list, type Route } from '../../../kernel/http/route.ts';
import type { ActionResource } from '../../../kernel/jobs/action-kind.ts';
import { ACTION_STATUSES, describeAction, WaitQuery } from './schemas.ts';
import type { ActionService } from './service.ts';
import { viewAction } from './view.ts';

export function actionRoutes(actions: ActionService, resources: readonly ActionResource[]): Route[] {
  const access = resources.flatMap(({ scopes }) => scopes);
  const Action = describeAction(resources.map(({ type }) => type));
  return [
    list({
      path: '/actions',
      access,
      summary: 'List actions',
      description: 'Queued engine work of the kinds of resource that the scopes allow. The search looks at the type.',
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
      summary: 'Show an action, or wait for it',
      description: 'With `wait`, answers as soon as the action has ended, or with its state when the time is over.',
      id: { description: 'The action.' },
      query: WaitQuery,
      data: Action,
      async handle({ caller, id, query }, context) {
        return viewAction(await actions.wait(caller, id, query.wait ?? 0, context));
      },
    }),
  ];
}
