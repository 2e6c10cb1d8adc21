import { type Query, sql } from '@hostler/database';
import { parseStaffRoles, type StaffRole } from '#kernel/staff-roles.ts';

const ROLES_OF = (person: string) =>
  `case when ${person}.staff_disabled_at is null and ${person}.disabled_at is null then ${person}.staff_role end`;

const OF_SESSION = sql<{ id: number; now: number }, { roles: string | null }>(
  `select ${ROLES_OF('p')} as roles from sessions as s join persons as p on p.id = s.person_id
   where s.id = :id and s.awaits is null and s.ends_at > :now`,
);
const OF_KEY = sql<{ id: number; now: number }, { roles: string; made_by: number | null; maker_roles: string | null }>(
  `select k.roles, k.made_by, ${ROLES_OF('m')} as maker_roles
   from operator_keys as k left join persons as m on m.id = k.made_by
   where k.id = :id and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)`,
);

const NETWORKS_OF_KEY = sql<{ id: number }, { allowed_networks: string }>(
  'select allowed_networks from operator_keys where id = :id',
);

/** Returns the current roles of the staff member of a session. Empty if the session or the access has ended. */
export function* rolesOfSession(id: number, now: number): Query<StaffRole[]> {
  return parseStaffRoles((yield* OF_SESSION.one({ id, now }))?.roles ?? null);
}

/** Returns the current roles of an operator key, which has no role that its creator lacks. */
export function* rolesOfKey(id: number, now: number): Query<StaffRole[]> {
  const key = yield* OF_KEY.one({ id, now });
  if (!key) return [];
  const own = parseStaffRoles(key.roles);
  if (key.made_by === null) return own;
  const makers = parseStaffRoles(key.maker_roles);
  return makers.includes('owner') ? own : own.filter((role) => makers.includes(role));
}

/** Returns the networks that an operator key is bound to, as they are stored. */
export function* networksOfKey(id: number): Query<string> {
  return (yield* NETWORKS_OF_KEY.one({ id }))?.allowed_networks ?? '';
}
