import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../../app/routes.tsx';
import { queryClient } from '../../../requests/query-client.ts';
import { sessionQuery } from '../../../session/current.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // Accept only internal addresses, to prevent open redirects.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
  // Skip the page if already signed in.
  beforeLoad: async ({ search: { next = '/' } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    if (session) throw redirect({ href: next });
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
