import type { Database } from '@hostler/database';
import { type Command, command, flag, integer, optional, text } from '#kernel/command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import type { ClosingOperatorService } from './operator-service.ts';
import { ClosedAccount } from './schemas.ts';

export function closingCommand({ db, closing }: { db: Database; closing: ClosingOperatorService }): Command {
  return command({
    name: 'account close',
    route: { roles: OWNERS, data: ClosedAccount },
    summary: 'Close an account that owes nothing. Its owners are notified. Invoices and the audit log are kept.',
    options: {
      id: integer('Account id.'),
      reason: optional(text('Reason, sent to the customer.')),
      cancel_services: flag('Cancel its subscriptions immediately and switch off its services.'),
    },
    run: ({ id, ...given }) => db.write(() => closing.close({ account_id: id, ...given })),
  });
}
