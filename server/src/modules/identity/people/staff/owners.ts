import { type Query, sql } from '@hostler/database';
import { parseStaffRoles } from '#kernel/staff-roles.ts';
import { errors } from '../errors.ts';
import type { PersonRow } from '../store.ts';

/** Locks the rows: of two owners who remove each other at the same time, one stays. */
const OWNERS = sql<object, { id: number }>(
  `select id from persons where staff_role like 'owner%' and staff_disabled_at is null and disabled_at is null
   order by id {for update}`,
);

const ANY_OWNER = sql<object, { id: number }>(
  `select id from persons where staff_role like 'owner%' and staff_disabled_at is null and disabled_at is null limit 1`,
);
const COLLEAGUES = sql<{ now: number }, { id: number }>(
  `select id from persons where staff_role is not null and staff_disabled_at is null and disabled_at is null
   union all select id from invitations where staff_role is not null and expires_at > :now limit 2`,
);

/** Returns whether there is an active staff member with the role owner. */
export function* hasOwner(): Query<boolean> {
  return (yield* ANY_OWNER.one({})) !== undefined;
}

/** Returns whether there are two staff members, of whom one may only be invited. */
export function* hasColleagues(now: number): Query<boolean> {
  return (yield* COLLEAGUES.all({ now })).length > 1;
}

export function isActiveOwner({ staff_role, staff_disabled_at, disabled_at }: PersonRow): boolean {
  return staff_disabled_at === null && disabled_at === null && parseStaffRoles(staff_role).includes('owner');
}

/** Throws if the person is the last active staff member with the role owner. Call it before the role ends. */
export function* keepAnOwner(personId: number): Query<void> {
  const owners = yield* OWNERS.all({});
  if (owners.length !== 1 || owners[0]?.id !== personId) return;
  throw errors.last_staff_owner();
}
