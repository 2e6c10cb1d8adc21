import { queryOptions, useQuery } from '@tanstack/react-query';
import { PanelApiError } from '../requests/failure.ts';
import type { Me } from './generated/types.gen.ts';
import { operatorApi } from './operator-api.ts';

export type StaffRole = Me['roles'][number];

/** Sets of roles, as the server names them for its routes. */
export const OWNERS: readonly StaffRole[] = ['owner'];
export const MONEY: readonly StaffRole[] = ['owner', 'billing'];
export const MONEY_READERS: readonly StaffRole[] = ['owner', 'support', 'billing'];
export const MACHINES: readonly StaffRole[] = ['owner', 'technician'];
export const POWER: readonly StaffRole[] = ['owner', 'support', 'technician'];
export const SUSPENDERS: readonly StaffRole[] = ['owner', 'billing', 'technician'];
export const RETRIERS: readonly StaffRole[] = ['owner', 'billing', 'technician'];

export const meQuery = queryOptions({
  queryKey: ['operator', 'me'],
  queryFn: ({ signal }) => operatorApi.get<Me>('/me', {}, { withoutGates: true, signal }),
  staleTime: 60_000,
  retry: (count, error) => !(error instanceof PanelApiError && error.status < 500) && count < 3,
});

/** Returns the staff member of the session. Throws outside the frame of the console. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('There is no staff member here.');
  return data;
}

/** Returns a check whether the staff member has one of these roles. The server decides; pages hide what it refuses. */
export function useHasRole(): (roles: readonly StaffRole[]) => boolean {
  const { roles: own } = useMe();
  return (roles) => hasRole(own, roles);
}

export function hasRole(own: readonly StaffRole[], needed: readonly StaffRole[]): boolean {
  return own.includes('owner') || needed.some((role) => own.includes(role));
}
