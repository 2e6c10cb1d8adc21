import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../../app/root-route.tsx';
import { queryClient } from '../../../requests/query-client.ts';
import { type Period, readPeriod } from '../../../resources/plans/period.ts';
import { sessionQuery } from '../../../session/current.ts';

interface SignUpSearch {
  /** Plan to order after sign-up. */
  readonly plan?: string;
  readonly period?: Period;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const signUpRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-up',
    validateSearch: (given: Record<string, unknown>): SignUpSearch => {
      const plan = text(given.plan);
      const period = readPeriod(given.period);
      return { ...(plan && { plan }), ...(period && { period }) };
    },
    // Skip the page if already signed in.
    beforeLoad: async ({ search: { plan } }) => {
      const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
      if (session) throw plan ? redirect({ to: '/order/$plan', params: { plan } }) : redirect({ to: '/' });
    },
    component: lazyRouteComponent(() => import('./page.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-up/confirm',
    component: lazyRouteComponent(() => import('./confirm.tsx'), 'ConfirmSignUpPage'),
  }),
] as const;
