import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';

const settingsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./page.tsx'), 'SettingsPage'),
});

export const settingRoutes = [settingsRoute] as const;
