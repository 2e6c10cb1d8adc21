import type { Database } from '@hostler/database';
import { type Command, command, flag, integer, optional } from '#kernel/command.ts';
import { MONEY_READERS, OWNERS } from '#kernel/staff-roles.ts';
import type { CoverOperatorService } from './operator-service.ts';

export function usageLimitCommand({ db, cover }: { db: Database; cover: CoverOperatorService }): Command {
  return command({
    name: 'account usage-limit',
    route: { roles: OWNERS, id: 'account', readsWithout: { roles: MONEY_READERS } },
    summary: 'Show or change the limit of hourly usage of an account. The current usage is included.',
    options: {
      account: integer('Account id.'),
      amount: optional(integer('Usage covered by a saved payment method, in minor units, including tax.')),
      default: flag('Reset to the default limit.'),
    },
    run: ({ account, amount, default: isDefault }) =>
      db.write(() => cover.changeLimit({ account_id: account, amount: isDefault ? null : amount })),
  });
}
