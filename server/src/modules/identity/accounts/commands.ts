import type { Database } from '@hostler/database';
import { type Command, command, optional, secret, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, OWNERS } from '#kernel/staff-roles.ts';
import { ACCOUNT_STATUSES, type AccountOperatorService } from './operator-service.ts';

export function accountCommands({ db, accounts }: { db: Database; accounts: AccountOperatorService }): Command[] {
  return [
    command({
      name: 'account create',
      route: { roles: OWNERS },
      summary: 'Create a customer account and its first owner.',
      options: {
        name: text('Account name.'),
        email: text('E-mail address of the owner, used to sign in.'),
        password: optional(secret('Password of a new person. Default: create an invitation link.')),
      },
      async run({ password, ...account }, { byMail }) {
        const password_hash = password === undefined ? undefined : await accounts.hashPassword(password);
        return db.write(() => accounts.create({ ...account, password_hash, by_mail: byMail }));
      },
    }),
    listCommand({
      name: 'account list',
      route: { roles: EVERY_ROLE },
      summary: 'List customer accounts.',
      options: { tag: optional(text('Filter by tag.')) },
      statuses: ACCOUNT_STATUSES,
      searched: 'name, e-mail address',
      page: async (given) => db.read(accounts.list(given)),
    }),
  ];
}
