import { Outlet, useLocation } from '@tanstack/react-router';
import { Notice } from '../parts/notice.tsx';
import { useMay, usePlace } from '../session/place-context.tsx';
import { NAVIGATION } from './navigation.ts';

/** The page at hand, for those who may see it; for others it is not made, so that nothing is asked that would be refused. */
export function AllowedPage() {
  const { pathname } = useLocation();
  const { account } = usePlace();
  const may = useMay();
  const needs = findNeeds(pathname);
  if (needs === undefined || may(needs)) return <Outlet />;
  return (
    <Notice
      title="This page is not open to you"
      text={`It needs the right ${needs}. An owner of ${account.name} can give it to you.`}
    />
  );
}

/** Only the overview has no address of its own; the addresses of groups have no needs. */
function findNeeds(pathname: string): string | undefined {
  const pages = NAVIGATION.flatMap((entry) => entry.children ?? [entry]);
  return pages.find(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))?.needs;
}
