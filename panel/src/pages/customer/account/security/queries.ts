import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#session/current.ts';
import type {
  Passkey,
  PendingEmail,
  RecoveryCodes,
  Security,
  Session,
  TotpSecret,
} from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';
import { makePasskey } from '#session/passkey.ts';

export type { Passkey, RecoveryCodes, Security, Session, TotpSecret };

/** Query key without an account: security settings belong to the person. */
const SECURITY = ['security'] as const;
const SESSIONS = ['sessions'] as const;

export function useSecurity() {
  return useQuery({ queryKey: SECURITY, queryFn: ({ signal }) => panelApi.get<Security>('/security', {}, { signal }) });
}

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => panelApi.list<Session>('/sessions', { per_page: 100 }, { signal }),
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
  return useChange((input: { name: string }) => panelApi.post('/security/profile', input), extras);
}

export function useChangeEmail(extras: Extras<PendingEmail>) {
  return useChange((input: { email: string }) => panelApi.post<PendingEmail>('/security/email', input), extras);
}

export function useChangePassword(extras: Extras<unknown>) {
  return useChange(
    (input: { current_password: string; password: string }) => panelApi.post('/security/password', input),
    extras,
  );
}

export function useBeginTotp(extras: Extras<TotpSecret>) {
  return useChange(() => panelApi.post<TotpSecret>('/security/totp/begin'), extras);
}

export function useEnableTotp(extras: Extras<RecoveryCodes>) {
  return useChange((input: { code: string }) => panelApi.post<RecoveryCodes>('/security/totp/enable', input), extras);
}

export function useDisableTotp(extras: Extras<unknown>) {
  return useChange(() => panelApi.post('/security/totp/disable'), extras);
}

export function useNewRecoveryCodes(extras: Extras<RecoveryCodes>) {
  return useChange(() => panelApi.post<RecoveryCodes>('/security/recovery-codes'), extras);
}

export function useAddPasskey(extras: Extras<unknown>) {
  return useChange(async ({ name }: { name: string }) => {
    type Options = { options: Parameters<typeof makePasskey>[0] };
    const { options } = await panelApi.post<Options>('/security/passkeys/options');
    return panelApi.post('/security/passkeys', { name, response: await makePasskey(options) });
  }, extras);
}

export function useRemovePasskey(extras: Extras<unknown>) {
  return useChange(({ id }: { id: number }) => panelApi.post('/security/passkeys/remove', { id }), extras);
}

/** Signs out one session, or all others. */
export function useEndSessions(extras: Extras<unknown>) {
  return useChange((which: { id: number } | { all: true }) => panelApi.post('/sessions/remove', which), extras);
}
