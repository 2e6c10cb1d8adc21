import { type Command, choice, command, flag, integer, optional, text } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { ACCOUNT_SUSPENSION_CAUSES } from '../../people/index.ts';
import type { AccountSuspensions } from './operator-service.ts';

interface Dependencies {
  db: Database;
  suspensions: AccountSuspensions;
}

export function suspensionCommands({ db, suspensions }: Dependencies): Command[] {
  const account = integer('The account.');
  return [
    command({
      name: 'account suspend',
      summary: 'Switch off the servers, databases, applications, API keys and webhooks of an account.',
      options: {
        account,
        cause: choice(ACCOUNT_SUSPENSION_CAUSES, 'Why. There can be one suspension for each cause.'),
        reason: text('Explanation for the customer.'),
        'with-mail': flag('Suspend the mailboxes, too.'),
        'with-dns': flag('Empty the DNS zones, too.'),
      },
      run: ({ account: account_id, 'with-mail': with_mail, 'with-dns': with_dns, ...given }) =>
        db.write(() => suspensions.suspend({ account_id, with_mail, with_dns, ...given })),
    }),
    command({
      name: 'account resume',
      summary: 'End a suspension of an account, and restore what it switched off.',
      options: {
        account,
        cause: optional(choice(ACCOUNT_SUSPENSION_CAUSES, 'Which suspension, if there are several.')),
      },
      run: ({ account: account_id, cause }) => db.write(() => suspensions.resume({ account_id, cause })),
    }),
    command({
      name: 'account suspensions',
      summary: 'Show why and when an account was suspended, the oldest first.',
      options: { account },
      run: async ({ account: account_id }) => db.read(suspensions.listSuspensions({ account_id })),
    }),
  ];
}
