import { queryOptions, useQuery } from '@tanstack/react-query';
import { PanelApiError } from '../requests/failure.ts';
import { queryClient } from '../requests/query-client.ts';
import type { CurrentSession, SignedIn } from './generated/types.gen.ts';
import { findOwnPath } from './own-path.ts';
import { panelApi } from './panel-api.ts';
import { forgetPlace } from './place.ts';
import { ownTab } from './tab.ts';
import { dropAllTokens } from './token.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await panelApi.get<CurrentSession>('/sessions/current', {}, { withoutGates: true, signal });
    ownTab(session.person.id);
    return session;
  },
  staleTime: 60_000,
  retry: (count, error) => !(error instanceof PanelApiError && error.status === 401) && count < 3,
});

/** Returns the current session. Throws without one, so use it only inside the frame. */
export function useSession(): CurrentSession {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('There is no session here.');
  return data;
}

/** Starts a session and drops all cached data, which may belong to another person. */
export async function beginSession(signedIn: SignedIn): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (before && before.person.id !== signedIn.person.id) {
    forgetPlace();
    queryClient.clear();
  }
  dropAllTokens();
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Returns the first page after a sign-in: the console for staff, else the panel. */
function findHome(): string {
  return queryClient.getQueryData(sessionQuery.queryKey)?.person.staff_role ? '/operator' : '/';
}

/** Returns the page to open after a sign-in: the requested one if it is of this site, else the first page. */
export function findPageAfterSignIn(next: unknown): string {
  return findOwnPath(next) ?? findHome();
}

/** Ends the session on the server and removes all of its data from the page. */
export async function signOut(): Promise<void> {
  await panelApi.post('/sessions/remove', {}, { withoutGates: true }).catch((error: unknown) => {
    // The session has already ended.
    if (!(error instanceof PanelApiError && error.status === 401)) throw error;
  });
  leave();
}

/**
 * Loads a new page to clear all memory. The owner of the tab is removed last, because the page may render once more.
 */
function leave(): void {
  dropAllTokens();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  window.addEventListener('pagehide', () => queryClient.clear(), { once: true });
  window.location.assign('/sign-in');
}
