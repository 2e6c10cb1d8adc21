import { createRoute } from '@tanstack/react-router';
import { meQuery } from '../../operator/me.ts';
import { PanelApiError } from '../../requests/failure.ts';
import { queryClient } from '../../requests/query-client.ts';
import { sessionQuery } from '../../session/current.ts';
import { loadDocument } from '../load-document.ts';
import { PageFailure } from '../page-failure.tsx';
import { rootRoute } from '../root-route.tsx';
import { ConsoleFrame } from './frame.tsx';
import { NoPage } from './no-page.tsx';

/** Why a signed-in person cannot use the console. */
type Obstacle = 'not-staff' | 'second-factor';

/** Parent of all pages of the console. Without a session it leads to sign-in and back. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  component: ConsoleFrame,
  errorComponent: PageFailure,
  notFoundComponent: NoPage,
  beforeLoad: async ({ location }): Promise<{ obstacle: Obstacle | null }> => {
    const session = await queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (error instanceof PanelApiError && error.status === 401) return null;
      throw error;
    });
    if (!session) return loadDocument(`/sign-in?next=${encodeURIComponent(location.href)}`);
    try {
      await queryClient.ensureQueryData(meQuery);
      return { obstacle: null };
    } catch (error) {
      if (error instanceof PanelApiError && error.status === 401) return { obstacle: 'not-staff' };
      if (error instanceof PanelApiError && error.status === 403) return { obstacle: 'second-factor' };
      throw error;
    }
  },
});

/** Leaves the console for a page of the panel, which is another application. */
export const toPanelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ location, preload }) => {
    if (!preload) await loadDocument(location.href);
  },
});
