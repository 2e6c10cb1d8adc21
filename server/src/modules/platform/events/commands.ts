import { type Command, command, integer, optional } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { formatTime } from '../../../kernel/time.ts';
import { listNewestEvents } from './operator-store.ts';

export function eventCommands(db: Database): Command[] {
  return [
    command({
      name: 'events list',
      summary: 'List the newest events of all customers, or of one, newest first.',
      options: {
        account: optional(integer('Only of this customer.')),
        limit: integer('How many at most.', { default: 100 }),
      },
      columns: ['id', 'account_id', 'environment', 'event', 'timestamp'],
      async run({ account, limit }) {
        const rows = await db.read(listNewestEvents(account, limit));
        return rows.map(({ id, account_id, environment, type, created_at, data }) => ({
          id,
          account_id,
          environment,
          event: type,
          timestamp: formatTime(created_at),
          data: JSON.parse(data) as unknown,
        }));
      },
    }),
  ];
}
