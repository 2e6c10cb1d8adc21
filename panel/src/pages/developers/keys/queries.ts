import { useDoorMutation, useDoorQuery } from '../../../api/queries.ts';
import { door } from '../../../session/door.ts';
import type { Environment } from '../../../session/types.ts';

/** As the panel's door shows it; the secret itself is in the answer that made it and nowhere else. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly environment: Environment;
  readonly prefix: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly rate_limit: number;
  readonly allowed_networks: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
  readonly created_by: { readonly id: number; readonly name: string } | null;
  readonly last_used_at: string | null;
  readonly last_used_from: string | null;
  readonly status: 'active' | 'expiring' | 'expired' | 'revoked';
}

export type NewApiKey = ApiKey & { readonly key: string };

export interface KeyInput {
  readonly name: string;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly rate_limit?: number;
  readonly expires_at?: string;
  readonly allowed_networks?: readonly string[];
}

export function useKeys(page: number | undefined) {
  return useDoorQuery(
    ['keys', 'list', page ?? 1],
    (accountId, signal) => door.list<ApiKey>('/keys', { account_id: accountId, page }, { signal }),
    { keepPrevious: true },
  );
}

export function useCreateKey() {
  return useDoorMutation(
    (accountId, input: KeyInput) => door.post<NewApiKey>('/keys', { account_id: accountId, ...input }),
    { touches: ['keys'], onError: () => undefined },
  );
}

/** The old key may have ended by then, so the new one is told also when nobody waits for it any more. */
export function useRollKey(onRolled: (key: NewApiKey) => void) {
  return useDoorMutation(
    (accountId, input: { id: number; overlap_seconds: number }) =>
      door.post<NewApiKey>('/keys/roll', { account_id: accountId, ...input }),
    { touches: ['keys'], onSuccess: onRolled, onError: () => undefined },
  );
}

export function useRevokeKey() {
  return useDoorMutation((accountId, id: number) => door.post<ApiKey>('/keys/revoke', { account_id: accountId, id }), {
    touches: ['keys'],
    onError: () => undefined,
  });
}
