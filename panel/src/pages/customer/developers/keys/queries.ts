import { useDoorMutation, useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';
import type { Environment } from '#session/types.ts';

/** API key as the panel API returns it. The secret is returned only once, at creation. */
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

/** Rolls a key. `onRolled` is called even if the form was closed, because the old key may no longer work. */
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
