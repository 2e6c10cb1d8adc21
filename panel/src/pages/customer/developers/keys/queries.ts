import { usePanelList } from '#api/lists.ts';
import { usePanelMutation } from '#api/queries.ts';
import type { Key, NewKey } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';
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
  return usePanelList<Key>(['keys', 'list'], '/keys', { page });
}

export function useCreateKey() {
  return usePanelMutation(
    (accountId, input: KeyInput) => panelApi.post<NewKey>('/keys', { account_id: accountId, ...input }),
    { touches: ['keys'], onError: () => undefined },
  );
}

/** Rolls a key. `onRolled` is called even if the form was closed, because the old key may no longer work. */
export function useRollKey(onRolled: (key: NewKey) => void) {
  return usePanelMutation(
    (accountId, input: { id: number; overlap_seconds: number }) =>
      panelApi.post<NewKey>('/keys/roll', { account_id: accountId, ...input }),
    { touches: ['keys'], onSuccess: onRolled, onError: () => undefined },
  );
}

export function useRevokeKey() {
  return usePanelMutation(
    (accountId, id: number) => panelApi.post<Key>('/keys/revoke', { account_id: accountId, id }),
    {
      touches: ['keys'],
      onError: () => undefined,
    },
  );
}
