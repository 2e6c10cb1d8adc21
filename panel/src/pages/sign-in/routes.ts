import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { rootRoute } from '../../app/routes.tsx';
import { sessionQuery } from '../../session/current.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // Only to a page of ours: an address that leads elsewhere is no place to go after signing in.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
  // Who is signed in already has no use for it.
  beforeLoad: async ({ search: { next = '/' } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    if (session) throw redirect({ href: next });
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
