import { rootRoute } from './app/root-route.tsx';
import { frameRoute } from './app/routes.tsx';
import { startEarly } from './app/start-early.ts';
import { panelRoutes } from './panel-routes.ts';
import { queryClient } from './requests/query-client.ts';
import { createPanelRouter } from './router.tsx';
import { sessionQuery } from './session/current.ts';
import { start } from './start.tsx';

const router = createPanelRouter(rootRoute.addChildren(panelRoutes));
startEarly(router, frameRoute.id, () => void queryClient.prefetchQuery(sessionQuery));
start(router);
