import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#app/operator/routes.tsx';
import { readListSearch } from '#parts/list-search.ts';

const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations',
  component: lazyRouteComponent(() => import('./page.tsx'), 'OperationsPage'),
});

const actionsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/actions',
  validateSearch: readListSearch('status', 'kind', 'account', 'error', 'record', 'action'),
  component: lazyRouteComponent(() => import('./actions/page.tsx'), 'ActionsPage'),
});

const mailsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/mails',
  validateSearch: readListSearch('status', 'kind', 'cause', 'account', 'mail'),
  component: lazyRouteComponent(() => import('./mails/page.tsx'), 'MailsPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/webhooks',
  validateSearch: readListSearch('status', 'failing', 'account'),
  component: lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
});

const enginesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/engines',
  component: lazyRouteComponent(() => import('./engines/page.tsx'), 'EnginesPage'),
});

const failuresRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/failures',
  validateSearch: readListSearch('kind', 'account'),
  component: lazyRouteComponent(() => import('./failures/page.tsx'), 'FailuresPage'),
});

export const operationsRoutes = [
  overviewRoute,
  actionsRoute,
  mailsRoute,
  webhooksRoute,
  enginesRoute,
  failuresRoute,
] as const;
