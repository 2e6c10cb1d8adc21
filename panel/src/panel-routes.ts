import { frameRoute, shopRoute } from './app/routes.tsx';
import { toConsoleRoute } from './app/to-console.ts';
import { customerRoutes, shopRoutes } from './pages/customer/routes.ts';
import { publicRoutes } from './pages/public/routes.ts';

/** Pages of customers and visitors. The code of a page is loaded on its first visit. */
export const panelRoutes = [
  ...publicRoutes,
  frameRoute.addChildren(customerRoutes),
  shopRoute.addChildren(shopRoutes),
  toConsoleRoute,
] as const;
