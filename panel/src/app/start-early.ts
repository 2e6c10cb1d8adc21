import type { AnyRouter } from '@tanstack/react-router';
import { queryClient } from '../requests/query-client.ts';
import { sessionQuery } from '../session/current.ts';
import { frameRoute } from './routes.tsx';

/**
 * Loads the session and the code of the page in parallel while the frame renders, which shortens the start on slow
 * devices.
 */
export function startEarly(router: AnyRouter): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
  if (routes.some(({ id }) => id === frameRoute.id)) void queryClient.prefetchQuery(sessionQuery);
}
