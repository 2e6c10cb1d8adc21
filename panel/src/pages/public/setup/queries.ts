import { useMutation, useQuery } from '@tanstack/react-query';
import { beginSession } from '../../../session/current.ts';
import type { RecoveryCodes, SignedIn, TotpSecret } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';

export type { TotpSecret };

const ALONE = { withoutGates: true };

export function useSetupLink(token: string | null) {
  return useQuery({
    // The token is not part of the query key: a page has only one link.
    queryKey: ['setup-link'],
    queryFn: () => panelApi.post('/setup/show', { token }, ALONE),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

interface FirstOwner {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Creates the owner, signs them in and begins the second factor. */
export function useCreateOwner(ends: { onSuccess: (secret: TotpSecret) => void; onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: async (owner: FirstOwner) => {
      await beginSession(await panelApi.post<SignedIn>('/setup/owner', owner, ALONE));
      return panelApi.post<TotpSecret>('/security/totp/begin', {}, ALONE);
    },
    ...ends,
  });
}

export function useTurnOnApp(ends: { onSuccess: (codes: RecoveryCodes) => void; onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (input: { code: string }) => panelApi.post<RecoveryCodes>('/security/totp/enable', input, ALONE),
    ...ends,
  });
}
