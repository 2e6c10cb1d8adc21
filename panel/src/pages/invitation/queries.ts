import { useMutation, useQuery } from '@tanstack/react-query';
import { beginSession } from '../../session/current.ts';
import { door } from '../../session/door.ts';
import type { SignedIn } from '../../session/types.ts';

export interface Invitation {
  /** None where it is to the staff. */
  readonly account: { readonly name: string } | null;
  readonly email: string;
  readonly role: 'owner' | 'member';
  /** A person with this address exists, and has to sign in first. */
  readonly known: boolean;
}

const ALONE = { withoutGates: true };

export function useInvitation(token: string | null) {
  return useQuery({
    // The secret is not kept in a key: one page has one link.
    queryKey: ['invitation'],
    queryFn: () => door.post<Invitation>('/invitations/show', { token }, ALONE),
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
      await beginSession(await door.post<SignedIn>('/invitations/accept', input, ALONE));
      // A whole new page, without the link's secret in its address.
      window.location.replace('/');
    },
    onError,
  });
}
