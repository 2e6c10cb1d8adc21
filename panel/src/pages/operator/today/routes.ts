import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';

const todayRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./page.tsx'), 'TodayPage'),
});

export const todayRoutes = [todayRoute] as const;
