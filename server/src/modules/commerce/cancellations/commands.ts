import type { Database } from '@hostler/database';
import type { Command } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY_READERS } from '#kernel/staff-roles.ts';
import { PublicCancellation } from './operator-schemas.ts';
import { CANCELLATION_STATUSES, type CancellationOperatorService } from './operator-service.ts';

export function cancellationCommands({
  db,
  cancellations,
}: {
  db: Database;
  cancellations: CancellationOperatorService;
}): Command[] {
  return [
    listCommand({
      name: 'farewell list',
      route: { roles: MONEY_READERS, data: PublicCancellation },
      summary: 'List cancellations and withdrawals from the public pages with their results.',
      options: {},
      columns: ['id', 'kind', 'name', 'email', 'contract', 'outcome', 'account_id', 'subscription_id', 'received_at'],
      statuses: CANCELLATION_STATUSES,
      searched: 'name, e-mail address, contract',
      page: async (given) => db.read(cancellations.list(given)),
    }),
  ];
}
