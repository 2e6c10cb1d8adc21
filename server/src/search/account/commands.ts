import type { Database } from '@hostler/database';
import { type Command, command, integer } from '#kernel/command.ts';
import { MONEY_READERS } from '#kernel/staff-roles.ts';
import { type AccountOverview, MOST_CONTACTS } from './operator-service.ts';

export function accountShowCommand({ db, overview }: { db: Database; overview: AccountOverview }): Command {
  return command({
    name: 'account show',
    route: { roles: MONEY_READERS, reads: true },
    summary: `Show an account with its suspensions, the first ${MOST_CONTACTS} contacts, resource counts, balance and limits.`,
    options: { id: integer('Account id.') },
    run: async (given) => db.read(overview.showAccount(given)),
    describe: ({ suspensions, contacts, counts, balance, limits, ...facts }) => {
      const lines = (values: object) => Object.entries(values).map(([name, value]) => `${name}: ${value ?? '-'}`);
      const section = (title: string, rows: readonly string[]) => [title, ...rows.map((row) => `  ${row}`)].join('\n');
      const inOneLine = (row: object) => lines(row).join(', ');
      return [
        lines(facts).join('\n'),
        ...(suspensions.length > 0 ? [section('suspensions', suspensions.map(inOneLine))] : []),
        section('contacts', contacts.map(inOneLine)),
        section('counts', lines(counts)),
        section('balance', lines(balance)),
        section(
          'limits',
          Object.entries(limits).map(([name, limit]) => `${name}: ${limit ?? 'none'}`),
        ),
      ].join('\n\n');
    },
  });
}
