import { type Command, command, optional, secret, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { listCommand } from '../../../kernel/list-command.ts';
import { ACCOUNT_STATUSES, type AccountOperatorService } from './operator-service.ts';

export function accountCommands({ db, accounts }: { db: Database; accounts: AccountOperatorService }): Command[] {
  return [
    command({
      name: 'account create',
      summary: 'Make a customer account and its first owner.',
      options: {
        name: text('Name of the customer.'),
        email: text('E-mail address; also the login.'),
        password: optional(secret('Password of the login; without one, who is not known yet gets an invitation.')),
      },
      async run({ password, ...account }) {
        const password_hash = password === undefined ? undefined : await accounts.hashPassword(password);
        return db.write(() => accounts.create({ ...account, password_hash }));
      },
    }),
    listCommand({
      name: 'account list',
      summary: 'List the customer accounts.',
      options: {},
      statuses: ACCOUNT_STATUSES,
      searched: 'name, e-mail address',
      page: async (given) => db.read(accounts.list(given)),
    }),
  ];
}
