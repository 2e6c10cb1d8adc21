import type { AnyRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../session/current.ts';
import { frameRoute } from './routes.tsx';

/**
 * Asks who is signed in, and fetches the code of the page, while the frame is still being put together: neither waits for
 * the other, and a slow processor has both sooner.
 */
export function startEarly(router: AnyRouter): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
  if (routes.some(({ id }) => id === frameRoute.id)) void queryClient.prefetchQuery(sessionQuery);
}
