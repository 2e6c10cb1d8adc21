import { queryOptions, useQuery } from '@tanstack/react-query';
import { DoorError } from '../api/failure.ts';
import { queryClient } from '../api/query-client.ts';
import { door } from './door.ts';
import { forgetPlace } from './place.ts';
import { ownTab } from './tab.ts';
import { dropAllTokens } from './token.ts';
import type { CurrentSession, SignedIn } from './types.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await door.get<CurrentSession>('/sessions/current', {}, { withoutGates: true, signal });
    ownTab(session.person.id);
    return session;
  },
  staleTime: 60_000,
  retry: (count, error) => !(error instanceof DoorError && error.status === 401) && count < 3,
});

/** The session of this page; the frame is only shown when there is one. */
export function useSession(): CurrentSession {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('There is no session here.');
  return data;
}

/** After signing in: whatever was known before may have been of somebody else. */
export async function beginSession(signedIn: SignedIn): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (before && before.person.id !== signedIn.person.id) {
    forgetPlace();
    queryClient.clear();
  }
  dropAllTokens();
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Ends the session here and on the server, and leaves nothing of it on the page. */
export async function signOut(): Promise<void> {
  await door.post('/sessions/remove', {}, { withoutGates: true }).catch((error: unknown) => {
    // It has ended already, which is what was wanted.
    if (!(error instanceof DoorError && error.status === 401)) throw error;
  });
  leave();
}

/**
 * A whole new page: nothing that was in memory stays. Whose page this was goes last, with the page itself: until then it may
 * be drawn once more.
 */
function leave(): void {
  dropAllTokens();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  window.addEventListener('pagehide', () => queryClient.clear(), { once: true });
  window.location.assign('/sign-in');
}
