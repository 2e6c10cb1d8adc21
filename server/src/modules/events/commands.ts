import type { Command } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/database.ts';
import { formatTime } from '../../kernel/time.ts';
import { listNewestEvents } from './operator-store.ts';

export function eventCommands(db: Database): Command[] {
  return [
    {
      name: 'events list',
      summary: 'List the newest events of all customers, or of one, newest first.',
      options: {
        account: { type: 'integer', description: 'Only of this customer.' },
        limit: { type: 'integer', default: 100, description: 'How many at most.' },
      },
      columns: ['id', 'account_id', 'environment', 'event', 'timestamp'],
      async run(options) {
        const rows = await db.read(listNewestEvents(options.optionalInteger('account'), options.integer('limit')));
        return rows.map(({ id, account_id, environment, type, created_at, data }) => ({
          id,
          account_id,
          environment,
          event: type,
          timestamp: formatTime(created_at),
          data: JSON.parse(data) as unknown,
        }));
      },
    },
  ];
}
