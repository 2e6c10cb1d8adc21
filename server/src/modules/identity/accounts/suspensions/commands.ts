import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text } from '#kernel/command.ts';
import { EVERY_ROLE, refuseCause, SUSPENDERS } from '#kernel/staff-roles.ts';
import { ACCOUNT_SUSPENSION_CAUSES } from '../../people/index.ts';
import type { AccountSuspensions } from './operator-service.ts';

interface Dependencies {
  db: Database;
  suspensions: AccountSuspensions;
}

export function suspensionCommands({ db, suspensions }: Dependencies): Command[] {
  const account = integer('Account id.');
  return [
    command({
      name: 'account suspend',
      route: { roles: SUSPENDERS, id: 'account', restrict: ({ cause }, roles) => refuseCause(cause, roles) },
      summary: 'Suspend an account with its servers, databases, applications, API keys and webhooks.',
      options: {
        account,
        cause: choice(
          ACCOUNT_SUSPENSION_CAUSES,
          'Cause of the suspension. An account can have one suspension for each cause.',
        ),
        reason: text('Reason, sent to the customer.'),
        'with-mail': flag('Also suspend the mailboxes.'),
        'with-dns': flag('Also empty the DNS zones.'),
      },
      run: ({ account: account_id, 'with-mail': with_mail, 'with-dns': with_dns, ...given }) =>
        db.write(() => suspensions.suspend({ account_id, with_mail, with_dns, ...given })),
    }),
    command({
      name: 'account resume',
      route: { roles: SUSPENDERS, id: 'account', restrict: ({ cause }, roles) => refuseCause(cause, roles) },
      summary: 'End the suspension of an account. Its services are restored.',
      options: {
        account,
        cause: optional(
          choice(ACCOUNT_SUSPENSION_CAUSES, 'Cause of the suspension to end. Required if there are several.'),
        ),
      },
      run: ({ account: account_id, cause }) => db.write(() => suspensions.resume({ account_id, cause })),
    }),
    command({
      name: 'account suspensions',
      route: { roles: EVERY_ROLE, id: 'account', reads: true },
      summary: 'List the suspensions of an account. Oldest first.',
      options: { account },
      run: async ({ account: account_id }) => db.read(suspensions.listSuspensions({ account_id })),
    }),
  ];
}
