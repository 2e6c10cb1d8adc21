import { createRoute, redirect } from '@tanstack/react-router';
import { PanelApiError } from '../requests/failure.ts';
import { queryClient } from '../requests/query-client.ts';
import { sessionQuery } from '../session/current.ts';
import { Frame } from './frame.tsx';
import { PageFailure } from './page-failure.tsx';
import { PublicFrame } from './public-frame.tsx';
import { rootRoute } from './root-route.tsx';

/** Parent of all signed-in pages. Without a session it redirects to sign-in and back. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
  errorComponent: PageFailure,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof PanelApiError && error.status === 401)) throw error;
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
    }
  },
});

/** Parent of the shop pages: uses the frame if signed in, otherwise the public layout. */
export const shopRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shop',
  component: ShopFrame,
  errorComponent: PageFailure,
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (error instanceof PanelApiError && error.status === 401) return null;
      throw error;
    });
    return { isSignedIn: session !== null };
  },
});

function ShopFrame() {
  const { isSignedIn } = shopRoute.useRouteContext();
  return isSignedIn ? <Frame /> : <PublicFrame />;
}
