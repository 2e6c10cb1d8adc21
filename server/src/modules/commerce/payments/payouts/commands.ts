import type { Database } from '@hostler/database';
import { type Command, choice, command, integer } from '#kernel/command.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import { Payout } from '../operator-schemas.ts';
import type { PayoutOperatorService } from './operator-service.ts';
import { PAYOUT_STATUSES } from './schemas.ts';

const COLUMNS = ['id', 'account_id', 'amount', 'currency', 'name', 'iban', 'reason', 'created_at', 'paid_at'];

export function payoutCommands({ db, payouts }: { db: Database; payouts: PayoutOperatorService }): Command[] {
  return [
    command({
      name: 'payment payouts',
      route: { roles: MONEY, reads: true, list: true, data: Payout },
      summary: 'List up to 500 refunds that staff transfer manually, with the name and IBAN of the payer if known.',
      options: { status: choice(PAYOUT_STATUSES, 'Filter by status.', { default: 'open' }) },
      columns: COLUMNS,
      run: async ({ status }) => db.read(payouts.list({ status })),
    }),
    command({
      name: 'payment paid-out',
      route: { roles: MONEY, data: Payout },
      summary: 'Record that a refund was transferred manually.',
      options: { id: integer('Payout id.') },
      run: (given) => db.write(() => payouts.markPaid(given)),
    }),
  ];
}
