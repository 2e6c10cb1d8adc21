import { type Command, choice, command, flag, integer, list, optional, secret, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { SCOPES } from '../../../kernel/http/scopes.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import { PERSON_STATUSES, type PeopleOperatorService } from './operator-service.ts';
import { STAFF_ROLES } from './staff-roles.ts';

export function peopleCommands({ db, people }: { db: Database; people: PeopleOperatorService }): Command[] {
  return [
    listCommand({
      name: 'person list',
      summary: 'List the people who can sign in, with their accounts and roles.',
      options: { account: optional(integer('Only those of this account.')) },
      columns: ['id', 'email', 'name', 'staff_role', 'accounts', 'disabled_at', 'created_at'],
      statuses: PERSON_STATUSES,
      searched: 'e-mail address, name',
      page: async ({ account, ...given }) => db.read(people.list({ ...given, account_id: account })),
    }),
    command({
      name: 'person invite',
      summary: 'Make a link with which somebody joins an account.',
      options: {
        account: integer('The account.'),
        email: text('E-mail address.'),
        role: choice(['owner', 'member'], 'An owner may do everything.', { default: 'member' }),
        scopes: list('What a member may do: all, or scopes separated by commas.', { default: [] }),
        keys: flag('A member may make API keys.'),
      },
      run: ({ account, scopes, keys, ...member }) =>
        db.write(() =>
          people.invite({
            ...member,
            account_id: account,
            scopes: scopes.join() === 'all' ? SCOPES : scopes,
            rights: keys ? ['keys'] : [],
          }),
        ),
    }),
    command({
      name: 'person disable',
      summary: 'Keep somebody from signing in, and end their sessions, at once.',
      options: { id: integer('The person.') },
      run: ({ id }) => db.write(() => people.disable({ id })),
    }),
    command({
      name: 'operator create',
      summary: 'Add somebody who works for the hosting company.',
      options: {
        email: text('E-mail address; also the login.'),
        role: choice(STAFF_ROLES, 'What they do.'),
        password: optional(secret('Password of the login; without one, who is not known yet gets an invitation.')),
      },
      async run({ password, ...staff }) {
        const password_hash = password === undefined ? undefined : await people.hashPassword(password);
        return db.write(() => people.createStaff({ ...staff, password_hash }));
      },
    }),
  ];
}
