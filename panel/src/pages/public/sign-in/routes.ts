import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';
import { queryClient } from '../../../requests/query-client.ts';
import { findHome, sessionQuery } from '../../../session/current.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // Accept only internal addresses, to prevent open redirects.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
  // Skip the page if already signed in.
  beforeLoad: async ({ search: { next } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    if (session) throw redirect({ href: next ?? findHome() });
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
