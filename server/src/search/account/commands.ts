import type { Database } from '@hostler/database';
import { type Command, command, integer } from '#kernel/command.ts';
import { EVERY_ROLE, MONEY_READERS, type StaffRole } from '#kernel/staff-roles.ts';
import { type AccountOverview, MOST_CONTACTS } from './operator-service.ts';
import { AccountSummary } from './schemas.ts';

/** Leaves out money for roles that may not read it. */
function showAccount(account: AccountSummary, roles: ReadonlySet<StaffRole>): AccountSummary {
  if (MONEY_READERS.some((role) => roles.has(role))) return account;
  const { billing: _billing, balance: _balance, next_charges: _charges, ...rest } = account;
  return rest;
}

export function accountShowCommand({ db, overview }: { db: Database; overview: AccountOverview }): Command {
  return command({
    name: 'account show',
    route: { roles: EVERY_ROLE, reads: true, show: showAccount, data: AccountSummary },
    summary: `Show an account with its tags, suspensions, the first ${MOST_CONTACTS} contacts, resource counts, balance, next charges and limits.`,
    options: { id: integer('Account id.') },
    run: async (given) => db.read(overview.showAccount(given)),
    describe: ({ suspensions, contacts, counts, billing = {}, balance = {}, next_charges, limits, tags, ...facts }) => {
      const lines = (values: object) => Object.entries(values).map(([name, value]) => `${name}: ${value ?? '-'}`);
      const section = (title: string, rows: readonly string[]) => [title, ...rows.map((row) => `  ${row}`)].join('\n');
      const inOneLine = (row: object) => lines(row).join(', ');
      const optional = (title: string, rows: readonly object[] = []) =>
        rows.length > 0 ? [section(title, rows.map(inOneLine))] : [];
      return [
        lines({ ...facts, tags: tags.join(', ') || null }).join('\n'),
        ...optional('suspensions', suspensions),
        section('contacts', contacts.map(inOneLine)),
        section('counts', lines(counts)),
        section('billing', lines(billing)),
        section('balance', lines(balance)),
        ...optional('next charges', next_charges),
        section(
          'limits',
          Object.entries(limits).map(([name, limit]) => `${name}: ${limit ?? 'none'}`),
        ),
      ].join('\n\n');
    },
  });
}
