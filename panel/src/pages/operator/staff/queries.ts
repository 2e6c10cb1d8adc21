import type { StaffMember } from '#operator/generated/types.gen.ts';
import type { StaffRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation } from '#operator/queries.ts';

export type { StaffMember };

export interface NewStaff {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: readonly StaffRole[];
}

/** `id` is null if the person has to accept an invitation first. */
export function useAddStaff() {
  return useOperatorMutation(
    (input: NewStaff) => operatorApi.post<{ id: number | null; email: string }>('/staff', input),
    { touches: ['staff'], onError: () => undefined },
  );
}

export function useUpdateStaff() {
  return useOperatorMutation(
    ({ id, ...change }: { id: number; name: string; role: readonly StaffRole[] }) =>
      operatorApi.post<StaffMember>('/staff/update', change, { query: { id } }),
    { touches: ['staff'], onError: () => undefined },
  );
}

export function useDisableStaff() {
  return useOperatorMutation((id: number) => operatorApi.post<StaffMember>('/staff/disable', {}, { query: { id } }), {
    touches: ['staff', 'operator-keys'],
  });
}
