import type { Database } from '@hostler/database';
import { type Command, command, integer, list, optional, secret, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { OWNERS, STAFF_ROLES } from '#kernel/staff-roles.ts';
import type { PeopleOperatorService } from '../operator-service.ts';
import { STAFF_STATUSES, type StaffOperatorService } from './operator-service.ts';
import { StaffMember } from './schemas.ts';

const id = integer('Person id.');
const role = list(`Roles, separated by commas: ${STAFF_ROLES.join(', ')}.`);

interface Dependencies {
  db: Database;
  people: PeopleOperatorService;
  staff: StaffOperatorService;
}

export function staffCommands({ db, people, staff }: Dependencies): Command[] {
  return [
    command({
      name: 'operator create',
      route: { roles: OWNERS },
      summary: 'Add a staff member.',
      options: {
        email: text('E-mail address, used to sign in.'),
        name: optional(text('Name of a new person. Default: the part of the address before the @.')),
        role,
        password: optional(secret('Password of a new person. Default: create an invitation link.')),
      },
      async run({ password, ...given }, { byMail }) {
        const password_hash = password === undefined ? undefined : await people.hashPassword(password);
        return db.write(() => people.createStaff({ ...given, password_hash, by_mail: byMail }));
      },
    }),
    listCommand({
      name: 'operator list',
      route: { roles: OWNERS, data: StaffMember },
      summary: 'List staff members with their roles.',
      options: {},
      columns: ['id', 'email', 'name', 'role', 'disabled_at', 'created_at'],
      statuses: STAFF_STATUSES,
      searched: 'e-mail address, name',
      page: async (given) => db.read(staff.list(given)),
    }),
    command({
      name: 'operator update',
      route: { roles: OWNERS, data: StaffMember },
      summary: 'Change the roles or the name of a staff member. Omitted options keep their values.',
      options: { id, role: optional(role), name: optional(text('Name.')) },
      run: (given) => db.write(() => staff.update(given)),
    }),
    command({
      name: 'operator disable',
      route: { roles: OWNERS, data: StaffMember },
      summary: 'End the access of a staff member within a second. Add the address again to restore it.',
      options: { id },
      run: (given) => db.write(() => staff.disable(given)),
    }),
  ];
}
