import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';

const settingsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./page.tsx'), 'SettingsPage'),
});

const setupRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./setup/page.tsx'), 'SetupPage'),
});

export const settingRoutes = [settingsRoute, setupRoute] as const;
