import { type Command, command, flag, integer, optional } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import type { CoverOperatorService } from './operator-service.ts';

export function usageLimitCommand({ db, cover }: { db: Database; cover: CoverOperatorService }): Command {
  return command({
    name: 'account usage-limit',
    summary: 'Show the hourly usage of a customer and what covers it, and change how much a saved method covers.',
    options: {
      account: integer('The customer.'),
      amount: optional(integer('In minor units, with tax: how much a saved payment method covers.')),
      default: flag('Use the limit of all accounts again.'),
    },
    run: ({ account, amount, default: isDefault }) =>
      db.write(() => cover.changeLimit({ account_id: account, amount: isDefault ? null : amount })),
  });
}
