import type { Query, StaffListRequest } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import { checkName } from '#kernel/name.ts';
import { readStaffRoles } from '#kernel/staff-roles.ts';
import type { Clock } from '#kernel/time.ts';
import { findPerson, type PersonRow } from '../store.ts';
import { viewStaff } from '../view.ts';
import { keepAnOwner } from './owners.ts';
import { disableStaff, listStaff, type StaffStatus, updateStaff } from './store.ts';

export { STAFF_STATUSES } from './store.ts';

const LONGEST_NAME = 100;

export type StaffOperatorService = ReturnType<typeof createStaffOperatorService>;

/** Staff members and their roles. Changes take effect within a second. */
export function createStaffOperatorService({ clock }: { clock: Clock }) {
  function* list(request: StaffListRequest<StaffStatus> = {}): Query<ReturnType<typeof viewStaff>[]> {
    return (yield* listStaff(request)).map(viewStaff);
  }

  /** Changes the roles or the name. Omitted fields keep their values. */
  function* update({ id, ...given }: { id: number; role?: readonly string[] | undefined; name?: string | undefined }) {
    const person = yield* requireStaff(id);
    const name = readStaffName(given.name) ?? person.name;
    const staff_role = given.role === undefined ? (person.staff_role ?? '') : readStaffRoles(given.role);
    if (!staff_role.startsWith('owner')) yield* keepAnOwner(id);
    return viewStaff((yield* updateStaff({ id, staff_role, name })) ?? person);
  }

  /** Ends the access as staff. Access to customer accounts stays. */
  function* disable({ id }: { id: number }) {
    const person = yield* requireStaff(id);
    yield* keepAnOwner(id);
    return viewStaff((yield* disableStaff({ id, now: clock.now() })) ?? person);
  }

  return { list, update, disable };
}

function* requireStaff(id: number): Query<PersonRow> {
  const person = yield* findPerson(id);
  if (!person || person.staff_role === null) throw notFound('Staff member');
  return person;
}

/** Returns undefined if no name is given. Throws a validation error if it is not valid. */
export function readStaffName(given: string | undefined): string | undefined {
  const problems = given === undefined ? [] : checkName(given, LONGEST_NAME);
  if (problems.length > 0) throw validationError(problems);
  return given?.trim();
}
