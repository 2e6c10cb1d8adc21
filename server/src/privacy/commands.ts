import { type Command, command, flag, integer, text } from '#kernel/command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import { type Dependencies, erasePerson } from './erase-person.ts';
import { exportAccount } from './export-account.ts';

/** Commands for data subject requests. They cover the tables of all modules. */
export function privacyCommands({ db, clock, keepAnOwner }: Dependencies): Command[] {
  return [
    command({
      name: 'account export',
      route: { local: 'It writes a file on the machine of the server.' },
      summary: 'Export all data of an account, without secrets, to a ZIP file of JSON files.',
      options: {
        account: integer('Account id.'),
        to: text('Path of the new file. It must not exist.'),
      },
      run: ({ account, to }) => exportAccount({ db, clock }, { account_id: account, to }),
    }),
    command({
      name: 'person erase',
      route: { roles: OWNERS, severalTransactions: true },
      summary: 'Erase a person permanently: name, e-mail address, sessions, second factors and memberships.',
      options: {
        id: integer('Person id.'),
        force: flag('Erase the person even if an account is left without an owner.'),
      },
      run: (given) => erasePerson({ db, clock, keepAnOwner }, given),
    }),
  ];
}
