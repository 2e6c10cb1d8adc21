import type { Environment } from '#kernel/environment.ts';
import { parseStaffRoles } from '#kernel/staff-roles.ts';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { InvitationRow } from './invitations/store.ts';
import { rightsOf, scopesOf } from './rights.ts';
import type { Entry } from './service.ts';
import type { AccountMembership, PersonRow } from './store.ts';
import { readSuspension } from './suspension.ts';

export function viewPerson({ id, email, name, staff_role, staff_disabled_at }: PersonRow) {
  return { id, email, name, staff_role: staff_disabled_at === null ? staff_role : null };
}

/** The view of a staff member, also of a disabled one. */
export function viewStaff(person: PersonRow) {
  const { id, email, name, staff_role, staff_disabled_at, disabled_at, created_at } = person;
  return {
    id,
    email,
    name,
    role: staff_role ?? '',
    roles: parseStaffRoles(staff_role),
    disabled_at: formatOptionalTime(staff_disabled_at ?? disabled_at),
    created_at: formatTime(created_at),
  };
}

/** Describes an account of a person, and what the person may do in it. */
export function viewAccountOf(membership: AccountMembership, environments: ReadonlySet<Environment>) {
  return {
    id: membership.account_id,
    name: membership.account_name,
    role: membership.role,
    scopes: [...scopesOf(membership)],
    sandbox_scopes: [...scopesOf(membership, 'test')],
    rights: [...rightsOf(membership)],
    environments: [...environments],
    ownership_offered: membership.ownership_offered_at !== null,
    waiting: membership.waits_since !== null,
    unpaid: membership.bound !== null,
    suspension: viewSuspension(membership.suspension),
  };
}

function viewSuspension(json: string | null) {
  const suspension = readSuspension(json);
  return suspension
    ? { cause: suspension.cause, reason: suspension.reason, since: formatTime(suspension.since) }
    : null;
}

/** Describes a member or invitation for the owners of the account. */
export function viewEntry(entry: Entry) {
  const { person_id, invitation_id, email, name, role, second_factor, last_seen_at, created_at } = entry;
  return {
    id: person_id,
    invitation_id,
    email,
    name,
    role,
    scopes: [...scopesOf(entry)],
    rights: [...rightsOf(entry)],
    status: person_id === null ? ('invited' as const) : ('active' as const),
    second_factor,
    last_seen_at: formatOptionalTime(last_seen_at),
    created_at: formatTime(created_at),
    ownership_offered: entry.ownership_offered_at !== null,
  };
}

/** The view for staff. */
export function viewInvitation({ id, account_id, email, role, scopes, rights, expires_at }: InvitationRow) {
  const lists = { scopes: scopes.split(' ').filter(Boolean), rights: rights.split(' ').filter(Boolean) };
  return { invitation_id: id, account_id, email, role, ...lists, expires_at: formatTime(expires_at) };
}

/** The view for staff. */
export function viewPersonForStaff(person: PersonRow) {
  const { created_at, disabled_at, password_changed_at } = person;
  return {
    ...viewPerson(person),
    password_changed_at: formatOptionalTime(password_changed_at),
    disabled_at: formatOptionalTime(disabled_at),
    created_at: formatTime(created_at),
  };
}
