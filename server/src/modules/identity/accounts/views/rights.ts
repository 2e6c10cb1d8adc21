import type { Right } from '#kernel/http/caller.ts';
import { SCOPES, type Scope } from '#kernel/scopes.ts';
import { MONEY_READERS, parseStaffRoles, type StaffRole } from '#kernel/staff-roles.ts';
import type { ViewGround } from './store.ts';

/** Rights of every view. They do not include API keys and people, whose pages are for changes. */
export const VIEW_RIGHTS: readonly Right[] = ['audit', 'requests'];

/** Returns the current roles of the viewer. Empty if the access of the person or the key has ended. */
export function rolesOf({ staff_roles, key_roles, key_made_by, maker_roles }: ViewGround): readonly StaffRole[] {
  if (key_roles === null) return parseStaffRoles(staff_roles);
  const own = parseStaffRoles(key_roles);
  if (key_made_by === null) return own;
  const makers = parseStaffRoles(maker_roles);
  return makers.includes('owner') ? own : own.filter((role) => makers.includes(role));
}

/** Returns the scopes that these roles read. A view never has a scope to write. */
export function scopesOf(roles: readonly StaffRole[]): readonly Scope[] {
  const readsBilling = roles.some((role) => MONEY_READERS.includes(role));
  return SCOPES.filter((scope) => scope.endsWith('.read') && (readsBilling || scope !== 'billing.read'));
}
