import { viewPage } from '../../../kernel/db/page.ts';
import { custom, list, type Route } from '../../../kernel/http/route.ts';
import { ACTION_STATUSES, Action, WaitQuery } from './schemas.ts';
import { ACTION_SCOPES, type ActionService } from './service.ts';
import { viewAction } from './view.ts';

export function actionRoutes(actions: ActionService): Route[] {
  return [
    list({
      path: '/actions',
      access: ACTION_SCOPES,
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
      access: ACTION_SCOPES,
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
