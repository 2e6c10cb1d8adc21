import { defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME } from '../../owned.ts';
import { type AssignmentRow, assignments } from './store.ts';

const OPEN = sql<object, Pick<AssignmentRow, 'hosting_id' | 'address'>>(
  'select hosting_id, address from address_assignments where released_at is null',
);

export type OwnedAssignment = AssignmentRow & { account_name: string };

/** Lists the assignments of all accounts. Filtered by address, which has an index. */
export const listAssignments = defineStaffList<OwnedAssignment>({
  select: `select ${assignments.columns}, ${ACCOUNT_NAME} from address_assignments`,
  filters: { at: 'assigned_at <= :at and (released_at is null or released_at > :at)' },
});

/** Lists the addresses that servers of all accounts or of one have now. */
export const listCurrent = defineStaffList<OwnedAssignment>({
  select: `select ${assignments.columns}, ${ACCOUNT_NAME} from address_assignments`,
  where: 'released_at is null',
  searched: ['address', 'hostname'],
});

/** Returns the addresses of each server according to its open rows. */
export function* listRecorded(): Query<Map<number, Set<string>>> {
  const recorded = new Map<number, Set<string>>();
  for (const { hosting_id, address } of yield* OPEN.all({})) {
    const of = recorded.get(hosting_id);
    if (of) of.add(address);
    else recorded.set(hosting_id, new Set([address]));
  }
  return recorded;
}
