import { consoleRoute } from './app/operator/routes.tsx';
import { rootRoute } from './app/root-route.tsx';
import { startEarly } from './app/start-early.ts';
import { consoleRoutes } from './console-routes.ts';
import { meQuery } from './operator/me.ts';
import { queryClient } from './requests/query-client.ts';
import { createPanelRouter } from './router.tsx';
import { forgetView } from './session/account-view.ts';
import { sessionQuery } from './session/current.ts';
import { start } from './start.tsx';

forgetView();
const router = createPanelRouter(rootRoute.addChildren(consoleRoutes));
startEarly(router, consoleRoute.id, () => {
  void queryClient.prefetchQuery(sessionQuery);
  void queryClient.prefetchQuery(meQuery);
});
start(router);
