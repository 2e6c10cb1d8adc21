import type { PanelCaller } from '#kernel/http/caller.ts';
import { enterEnvironment, PageEnvironment } from '#kernel/http/page-environment.ts';
import { inAccount, type Route, show } from '#kernel/http/route.ts';
import type { ActionResource } from '#kernel/jobs/action-kind.ts';
import { describeRecent } from './schemas.ts';
import type { ActionService } from './service.ts';
import { viewAction } from './view.ts';

export function actionPanelRoutes(actions: ActionService, resources: readonly ActionResource[]): Route<PanelCaller>[] {
  return [
    inAccount(
      show({
        path: '/actions/recent',
        access: 'any-credential',
        summary: 'List recent actions',
        description:
          'Returns the newest 12 actions, newest first, and then older ones that have not ended: up to 100 running and up to 100 queued ones. It has only actions on resources that your scopes in the environment of the page allow.',
        query: PageEnvironment,
        data: describeRecent(resources.map(({ type }) => type)),
        *handle({ caller, query: { environment = 'live' } }) {
          return { actions: (yield* actions.listRecent(enterEnvironment(caller, environment))).map(viewAction) };
        },
      }),
    ),
  ];
}
