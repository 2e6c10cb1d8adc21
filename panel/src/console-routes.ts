import { consoleRoute, toPanelRoute } from './app/operator/routes.tsx';
import { operatorPages } from './pages/operator/routes.ts';

/** Pages for staff. A customer's browser never loads them. */
export const consoleRoutes = [consoleRoute.addChildren(operatorPages), toPanelRoute] as const;
