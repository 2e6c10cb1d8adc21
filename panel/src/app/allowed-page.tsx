import { Outlet, useLocation } from '@tanstack/react-router';
import { Notice } from '../parts/notice.tsx';
import { useMay, usePlace } from '../session/place-context.tsx';
import { NAVIGATION, type NavigationEntry } from './navigation.ts';

/** The page at hand, for those who may see it; for others it is not made, so that nothing is asked that would be refused. */
export function AllowedPage() {
  const { pathname } = useLocation();
  const { account } = usePlace();
  const may = useMay();
  const { needs, part } = findEntry(pathname) ?? {};
  const isOpenPart = part && isWithin(pathname, part.to) && may(part.needs);
  if (needs === undefined || may(needs) || isOpenPart) return <Outlet />;
  return (
    <Notice
      title="You do not have access to this page"
      text={`It requires the permission ${needs}. Ask an owner of ${account.name} to grant it.`}
    />
  );
}

/** Only the overview has no address of its own; the addresses of groups have no needs. */
function findEntry(pathname: string): NavigationEntry | undefined {
  const pages = NAVIGATION.flatMap((entry) => entry.children ?? [entry]);
  return pages.find(({ to }) => isWithin(pathname, to));
}

function isWithin(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}
