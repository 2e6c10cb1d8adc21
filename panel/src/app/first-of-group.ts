import { redirect } from '@tanstack/react-router';
import { queryClient } from '../requests/query-client.ts';
import { sessionQuery } from '../session/current.ts';
import { recallPlace } from '../session/place.ts';
import { permissionsOf } from '../session/place-context.tsx';
import { allowedNavigation } from './navigation.ts';

/** Redirects a group such as `/developers` to its first page that the person may see. */
export async function leadToFirst(group: string): Promise<never> {
  const { accounts } = await queryClient.ensureQueryData(sessionQuery);
  const place = recallPlace(accounts);
  const account = accounts.find(({ id }) => id === place?.accountId);
  const permissions = account && place ? permissionsOf(account, place.environment) : [];
  const found = allowedNavigation((needed) => permissions.includes(needed)).find(({ to }) => to === group);
  throw redirect({ to: found?.children?.[0]?.to ?? '/account/security', replace: true });
}
