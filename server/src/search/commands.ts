import { type Command, command, text } from '../kernel/command.ts';
import type { Database } from '../kernel/db/database.ts';
import { MOST_FOUND, type SearchOperatorService } from './operator-service.ts';

export function searchCommands({ db, search }: { db: Database; search: SearchOperatorService }): Command[] {
  return [
    command({
      name: 'find',
      summary: `Find accounts, people, servers, addresses (former ones too), domains, mailboxes, invoices, payments and tickets: ${MOST_FOUND} of each.`,
      options: { text: text('A part of a name, number, reference or address, or the id of an account or ticket.') },
      columns: ['type', 'id', 'title', 'subtitle', 'account_id', 'account_name'],
      run: async (given) => db.read(search.find(given)),
    }),
  ];
}
