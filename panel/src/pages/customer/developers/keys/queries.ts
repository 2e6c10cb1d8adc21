import { useDoorMutation, useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';
import type { Key, NewKey } from '#session/generated/types.gen.ts';
import type { Environment } from '#session/place.ts';

export type { Key, NewKey };

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
    (accountId, signal) => door.list<Key>('/keys', { account_id: accountId, page }, { signal }),
    { keepPrevious: true },
  );
}

export function useCreateKey() {
  return useDoorMutation(
    (accountId, input: KeyInput) => door.post<NewKey>('/keys', { account_id: accountId, ...input }),
    { touches: ['keys'], onError: () => undefined },
  );
}

/** Rolls a key. `onRolled` is called even if the form was closed, because the old key may no longer work. */
export function useRollKey(onRolled: (key: NewKey) => void) {
  return useDoorMutation(
    (accountId, input: { id: number; overlap_seconds: number }) =>
      door.post<NewKey>('/keys/roll', { account_id: accountId, ...input }),
    { touches: ['keys'], onSuccess: onRolled, onError: () => undefined },
  );
}

export function useRevokeKey() {
  return useDoorMutation((accountId, id: number) => door.post<Key>('/keys/revoke', { account_id: accountId, id }), {
    touches: ['keys'],
    onError: () => undefined,
  });
}
