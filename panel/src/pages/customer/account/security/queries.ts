import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#session/current.ts';
import { door } from '#session/door.ts';
import type {
  Passkey,
  PendingEmail,
  RecoveryCodes,
  Security,
  Session,
  TotpSecret,
} from '#session/generated/types.gen.ts';
import { makePasskey } from '#session/passkey.ts';

export type { Passkey, RecoveryCodes, Security, Session, TotpSecret };

/** Query key without an account: security settings belong to the person. */
const SECURITY = ['security'] as const;
const SESSIONS = ['sessions'] as const;

export function useSecurity() {
  return useQuery({ queryKey: SECURITY, queryFn: ({ signal }) => door.get<Security>('/security', {}, { signal }) });
}

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => door.list<Session>('/sessions', { per_page: 100 }, { signal }),
  });
}

interface Extras<Output> {
  readonly onSuccess?: (output: Output) => void;
  readonly onError?: (error: unknown) => void;
}

/** Sends a change of the security settings and refetches them. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>, { onSuccess, onError }: Extras<Output>) {
  const client = useQueryClient();
  return useMutation<Output, unknown, Input>({
    mutationFn: change,
    onSuccess: async (output) => {
      await Promise.all(
        [SECURITY, SESSIONS, sessionQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      onSuccess?.(output);
    },
    ...(onError ? { onError } : {}),
  });
}

export function useRename(extras: Extras<unknown>) {
  return useChange((input: { name: string }) => door.post('/security/profile', input), extras);
}

export function useChangeEmail(extras: Extras<PendingEmail>) {
  return useChange((input: { email: string }) => door.post<PendingEmail>('/security/email', input), extras);
}

export function useChangePassword(extras: Extras<unknown>) {
  return useChange(
    (input: { current_password: string; password: string }) => door.post('/security/password', input),
    extras,
  );
}

export function useBeginTotp(extras: Extras<TotpSecret>) {
  return useChange(() => door.post<TotpSecret>('/security/totp/begin'), extras);
}

export function useEnableTotp(extras: Extras<RecoveryCodes>) {
  return useChange((input: { code: string }) => door.post<RecoveryCodes>('/security/totp/enable', input), extras);
}

export function useDisableTotp(extras: Extras<unknown>) {
  return useChange(() => door.post('/security/totp/disable'), extras);
}

export function useNewRecoveryCodes(extras: Extras<RecoveryCodes>) {
  return useChange(() => door.post<RecoveryCodes>('/security/recovery-codes'), extras);
}

export function useAddPasskey(extras: Extras<unknown>) {
  return useChange(async ({ name }: { name: string }) => {
    type Options = { options: Parameters<typeof makePasskey>[0] };
    const { options } = await door.post<Options>('/security/passkeys/options');
    return door.post('/security/passkeys', { name, response: await makePasskey(options) });
  }, extras);
}

export function useRemovePasskey(extras: Extras<unknown>) {
  return useChange(({ id }: { id: number }) => door.post('/security/passkeys/remove', { id }), extras);
}

/** Signs out one session, or all others. */
export function useEndSessions(extras: Extras<unknown>) {
  return useChange((which: { id: number } | { all: true }) => door.post('/sessions/remove', which), extras);
}
