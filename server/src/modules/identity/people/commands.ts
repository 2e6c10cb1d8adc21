import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, list, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { EVERY_ROLE, OWNERS } from '#kernel/staff-roles.ts';
import { PERSON_STATUSES, type PeopleOperatorService } from './operator-service.ts';

export function peopleCommands({ db, people }: { db: Database; people: PeopleOperatorService }): Command[] {
  return [
    listCommand({
      name: 'person list',
      route: { roles: EVERY_ROLE },
      summary: 'List people with their accounts and roles.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'email', 'name', 'staff_role', 'accounts', 'disabled_at', 'created_at'],
      statuses: PERSON_STATUSES,
      searched: 'e-mail address, name',
      page: async ({ account, ...given }) => db.read(people.list({ ...given, account_id: account })),
    }),
    command({
      name: 'person invite',
      route: { roles: OWNERS },
      summary: 'Create an invitation link to an account.',
      options: {
        account: integer('Account id.'),
        email: text('E-mail address of the invited person.'),
        role: choice(['owner', 'member'], 'Role in the account. Owners have every permission.', { default: 'member' }),
        scopes: list('Scopes of a member, separated by commas, or all.', { default: [] }),
        keys: flag('Allow a member to create API keys.'),
      },
      run: ({ account, scopes, keys, ...member }, { byMail }) =>
        db.write(() =>
          people.invite({
            ...member,
            account_id: account,
            by_mail: byMail,
            scopes: scopes.join() === 'all' ? SCOPES : scopes,
            rights: keys ? ['keys'] : [],
          }),
        ),
    }),
    command({
      name: 'person disable',
      route: { roles: OWNERS },
      summary: 'Disable sign-in for a person. Their sessions end immediately.',
      options: { id: integer('Person id.') },
      run: ({ id }) => db.write(() => people.disable({ id })),
    }),
  ];
}
