import type { Database } from '@hostler/database';
import { type Command, command, text } from '#kernel/command.ts';
import { EVERY_ROLE, MONEY_READERS, type StaffRole } from '#kernel/staff-roles.ts';
import { MOST_FOUND, type SearchOperatorService, type SearchResult } from './operator-service.ts';

/** Types of results that only some roles may read. */
const READERS: Readonly<Record<string, readonly StaffRole[]>> = { invoice: MONEY_READERS, payment: MONEY_READERS };

function showFound(found: readonly SearchResult[], roles: ReadonlySet<StaffRole>): SearchResult[] {
  return found.filter(({ type }) => (READERS[type] ?? EVERY_ROLE).some((role) => roles.has(role)));
}

export function searchCommands({ db, search }: { db: Database; search: SearchOperatorService }): Command[] {
  return [
    command({
      name: 'find',
      route: { roles: EVERY_ROLE, path: '/search', reads: true, list: true, names: { text: 'q' }, show: showFound },
      summary: `Search accounts, people, servers, current and former IP addresses, domains, mailboxes, invoices, payments and tickets. Up to ${MOST_FOUND} of each.`,
      options: { text: text('Part of a name, number, reference or address, or an account or ticket id.') },
      columns: ['type', 'id', 'title', 'subtitle', 'account_id', 'account_name'],
      run: async (given) => db.read(search.find(given)),
    }),
  ];
}
