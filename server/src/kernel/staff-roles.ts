import { validationError } from './errors.ts';

/** Roles of staff: `owner` may do everything, the others handle tickets, money or servers. */
export const STAFF_ROLES = ['owner', 'support', 'billing', 'technician'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Parses stored roles. Returns none for a person who is not staff. */
export function parseStaffRoles(stored: string | null): StaffRole[] {
  const names = stored?.split(',') ?? [];
  return STAFF_ROLES.filter((role) => names.includes(role));
}

/** Returns roles as they are stored: `support,billing`. Throws a validation error if there is none, or an unknown one. */
export function readStaffRoles(given: readonly string[] | string): string {
  const names = typeof given === 'string' ? given.split(',') : given;
  const roles = STAFF_ROLES.filter((role) => names.includes(role));
  if (roles.length > 0 && names.every((name) => roles.includes(name as StaffRole))) return roles.join(',');
  throw validationError([{ field: 'role', message: `must be one or more of: ${STAFF_ROLES.join(', ')}.` }]);
}
