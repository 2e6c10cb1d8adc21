import type { NewOperatorKey, OperatorKey } from '#operator/generated/types.gen.ts';
import type { StaffRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';

export type { NewOperatorKey, OperatorKey };

export interface KeyInput {
  readonly name: string;
  readonly role: readonly StaffRole[];
  readonly expires?: string | undefined;
  readonly allow_from?: readonly string[] | undefined;
  readonly rate_limit?: number | undefined;
}

export function useCreateKey() {
  return useOperatorMutation((input: KeyInput) => operatorApi.post<NewOperatorKey>('/operator-keys', input), {
    touches: ['operator-keys'],
    onError: () => undefined,
  });
}

export function useRevokeKey() {
  return useOperatorMutation(
    (id: number) => operatorApi.post<OperatorKey>('/operator-keys/revoke', {}, { query: { id } }),
    { touches: ['operator-keys'], onError: () => undefined },
  );
}
