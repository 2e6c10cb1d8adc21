import type { Environment } from '../../../kernel/http/caller.ts';
import { formatOptionalTime, formatTime } from '../../../kernel/time.ts';
import { rightsOf, scopesOf } from './rights.ts';
import type { AccountMembership, PersonRow } from './store.ts';

export function viewPerson({ id, email, name, staff_role }: Pick<PersonRow, 'id' | 'email' | 'name' | 'staff_role'>) {
  return { id, email, name, staff_role };
}

/** One of a person's accounts, and what they may do in it. */
export function viewAccountOf(membership: AccountMembership, environments: ReadonlySet<Environment>) {
  return {
    id: membership.account_id,
    name: membership.account_name,
    role: membership.role,
    scopes: [...scopesOf(membership)],
    rights: [...rightsOf(membership)],
    environments: [...environments],
  };
}

/** For staff. */
export function viewPersonForStaff(person: PersonRow) {
  const { created_at, disabled_at, password_changed_at } = person;
  return {
    ...viewPerson(person),
    password_changed_at: formatOptionalTime(password_changed_at),
    disabled_at: formatOptionalTime(disabled_at),
    created_at: formatTime(created_at),
  };
}
