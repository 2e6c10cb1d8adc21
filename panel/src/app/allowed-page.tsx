import { t } from '@lingui/core/macro';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Notice } from '../parts/notice.tsx';
import type { Membership } from '../session/generated/types.gen.ts';
import { OWN_DATA, useMay, usePlace } from '../session/place-context.tsx';
import { NAVIGATION, type NavigationEntry } from './navigation.ts';

/** Renders the current page only if the person has permission, so that no request is sent that would be refused. */
export function AllowedPage() {
  const { pathname } = useLocation();
  const { account } = usePlace();
  const may = useMay();
  const { needs, part } = findEntry(pathname) ?? {};
  const isOpenPart = part && isWithin(pathname, part.to) && may(part.needs);
  if (needs === undefined || may(needs) || isOpenPart) return <Outlet />;
  return (
    <Notice
      title={t`You don't have access to this page`}
      text={
        needs === OWN_DATA ? t`It shows data of a person, which is not part of your view.` : explain(account, needs)
      }
    />
  );
}

/** An owner has every permission, unless the account is restricted. */
function explain({ name, role, suspension, unpaid, waiting }: Membership, needs: string): string {
  if (role === 'owner' && waiting) return t`Available after we have reviewed your account.`;
  if (role === 'owner' && unpaid && !suspension) return t`Available after your first payment.`;
  if (role === 'owner' && suspension) return t`Not available while your account is suspended. Write to support.`;
  return t`It requires the permission ${needs}. Ask an owner of ${name} to grant it.`;
}

/** The overview matches only its exact path; the paths of groups require no permission. */
function findEntry(pathname: string): NavigationEntry | undefined {
  const pages = NAVIGATION.flatMap((entry) => entry.children ?? [entry]);
  return pages.find(({ to }) => isWithin(pathname, to));
}

function isWithin(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}
