import type { Hostler } from '../hostler.ts';
import { type Command, command, flag, integer, text } from '../kernel/command.ts';
import { erasePerson } from './erase-person.ts';
import { exportAccount } from './export-account.ts';

/** Commands for data subject requests. They cover the tables of all modules. */
export function privacyCommands({ db, clock }: Pick<Hostler, 'db' | 'clock'>): Command[] {
  return [
    command({
      name: 'account export',
      summary: 'Write everything of a customer to a ZIP file of JSON; no secrets.',
      options: {
        account: integer('The customer.'),
        to: text('The file to write; it must not exist yet.'),
      },
      run: ({ account, to }) => exportAccount({ db, clock }, { account_id: account, to }),
    }),
    command({
      name: 'person erase',
      summary: 'Forget somebody for good: their name, address, sessions, factors and memberships.',
      options: {
        id: integer('The person.'),
        force: flag('Also where an account is left without an owner.'),
      },
      run: (given) => erasePerson({ db, clock }, given),
    }),
  ];
}
