import { type Command, command, text } from '#kernel/command.ts';
import type { Database } from '#kernel/db/database.ts';
import { MOST_FOUND, type SearchOperatorService } from './operator-service.ts';

export function searchCommands({ db, search }: { db: Database; search: SearchOperatorService }): Command[] {
  return [
    command({
      name: 'find',
      summary: `Search accounts, people, servers, current and former IP addresses, domains, mailboxes, invoices, payments and tickets. Up to ${MOST_FOUND} of each.`,
      options: { text: text('Part of a name, number, reference or address, or an account or ticket id.') },
      columns: ['type', 'id', 'title', 'subtitle', 'account_id', 'account_name'],
      run: async (given) => db.read(search.find(given)),
    }),
  ];
}
