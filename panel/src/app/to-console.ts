import { createRoute } from '@tanstack/react-router';
import { loadDocument } from './load-document.ts';
import { rootRoute } from './root-route.tsx';

/** Leaves the panel for the console, which is another application. */
export const toConsoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator/$',
  beforeLoad: async ({ location, preload }) => {
    if (!preload) await loadDocument(location.href);
  },
});
