import { useMutation, useQuery } from '@tanstack/react-query';
import { beginSession } from '../../../session/current.ts';
import type { Invitation, SignedIn } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';

const ALONE = { withoutGates: true };

export function useInvitation(token: string | null) {
  return useQuery({
    // The token is not part of the query key: a page has only one link.
    queryKey: ['invitation'],
    queryFn: () => panelApi.post<Invitation>('/invitations/show', { token }, ALONE),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Accepting {
  readonly token: string;
  readonly name?: string;
  readonly password?: string;
}

export function useAccept(onError: (error: unknown) => void) {
  return useMutation({
    mutationFn: async (input: Accepting) => {
      await beginSession(await panelApi.post<SignedIn>('/invitations/accept', input, ALONE));
      // Load a new page, without the token in its address.
      window.location.replace('/');
    },
    onError,
  });
}
