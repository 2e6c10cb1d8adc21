import { Notifications } from '@mantine/notifications';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from './not-found.tsx';
import { PageFailure } from './page-failure.tsx';

/** Root route of the panel and of the console; parent of the pages that require no sign-in. */
export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageFailure,
});

/** Notifications stay visible across page changes. */
function Root() {
  return (
    <>
      <Outlet />
      <Notifications position="bottom-right" limit={4} />
    </>
  );
}
