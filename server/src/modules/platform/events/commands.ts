import type { Database } from '@hostler/database';
import { type Command, integer, optional } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY_READERS } from '#kernel/staff-roles.ts';
import type { EventOperatorService } from './operator-service.ts';

export function eventCommands({ db, events }: { db: Database; events: EventOperatorService }): Command[] {
  return [
    listCommand({
      name: 'events list',
      route: { roles: MONEY_READERS },
      summary: 'List events.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'account_id', 'environment', 'event', 'timestamp'],
      searched: 'event',
      page: async ({ account, ...given }) => db.read(events.list({ ...given, account_id: account })),
    }),
  ];
}
