import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';
import { queryClient } from '../../../requests/query-client.ts';
import { findPageAfterSignIn, sessionQuery } from '../../../session/current.ts';
import { findOwnPath } from '../../../session/own-path.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // The router merges this into the raw parameters, so a refused address must be replaced, not left out.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({ next: findOwnPath(next) }),
  // Skip the page if already signed in.
  beforeLoad: async ({ search: { next } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    if (session) throw redirect({ href: findPageAfterSignIn(next) });
  },
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
