import { type Command, command, integer, optional } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { EVENTS_SHOWN, type EventOperatorService } from './operator-service.ts';

export function eventCommands({ db, events }: { db: Database; events: EventOperatorService }): Command[] {
  return [
    command({
      name: 'events list',
      summary: 'List the newest events of all customers, or of one, newest first.',
      options: {
        account: optional(integer('Only of this customer.')),
        limit: integer('How many at most.', { default: EVENTS_SHOWN }),
      },
      columns: ['id', 'account_id', 'environment', 'event', 'timestamp'],
      run: async ({ account, limit }) => db.read(events.list({ account_id: account, limit })),
    }),
  ];
}
