import { fieldErrors, validationError } from './errors.ts';

/** Roles of staff: `owner` may do everything, the others handle tickets, money or servers. */
export const STAFF_ROLES = ['owner', 'support', 'billing', 'technician'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Sets of roles that may call the routes of the operator API. */
export const EVERY_ROLE: readonly StaffRole[] = [...STAFF_ROLES];
export const OWNERS: readonly StaffRole[] = ['owner'];
export const MONEY: readonly StaffRole[] = ['owner', 'billing'];
export const MONEY_READERS: readonly StaffRole[] = ['owner', 'support', 'billing'];
export const MACHINES: readonly StaffRole[] = ['owner', 'technician'];
export const POWER: readonly StaffRole[] = ['owner', 'support', 'technician'];
export const SUSPENDERS: readonly StaffRole[] = ['owner', 'billing', 'technician'];
export const RETRIERS: readonly StaffRole[] = ['owner', 'billing', 'technician'];

const CAUSES: Readonly<Partial<Record<StaffRole, readonly string[]>>> = {
  billing: ['payment'],
  technician: ['abuse', 'staff'],
};

/** Returns why these roles may not suspend or resume for a cause; undefined if they may. */
export function refuseCause(cause: string | undefined, roles: ReadonlySet<StaffRole>): string | undefined {
  if (roles.has('owner')) return undefined;
  const allowed = [...roles].flatMap((role) => CAUSES[role] ?? []);
  if (cause !== undefined && allowed.includes(cause)) return undefined;
  return `Your role may only use the cause ${allowed.join(' or ')}. Send one of them as cause.`;
}

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
  throw validationError([fieldErrors.unknown_staff_role('role', { roles: STAFF_ROLES.join(', ') })]);
}
