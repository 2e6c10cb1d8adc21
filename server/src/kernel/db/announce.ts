import type { Transaction } from './query.ts';
import type { SqlValue, Statement } from './statement.ts';

/** Of which tables a change is told, and under which names. */
export type AnnouncedTables = ReadonlyMap<string, readonly string[]>;

/** Where a statement does not say whose rows it writes, it may be anybody's. */
export const ANYBODY = 'anybody';

/** An account, a person where no account is named, or anybody. */
type Whose = number | `person ${number}` | typeof ANYBODY;

/** What is signalled when rows of a kind were written for them. */
export function changeSignal(whose: Whose, name: string): string {
  return `changed ${whose} ${name}`;
}

export function isChangeSignal(name: string): boolean {
  return name.startsWith('changed ');
}

/** Has the transaction tell, once it is committed, what the statement changes. */
export function noteChange(
  announced: AnnouncedTables,
  { signals }: Transaction,
  statement: Statement,
  values: readonly SqlValue[],
  accounts: readonly number[] | undefined,
): void {
  for (const table of statement.written) {
    const names = announced.get(table);
    if (!names) continue;
    for (const whose of accounts ?? [findOwner(statement, values)]) {
      for (const name of names) signals.add(changeSignal(whose, name));
    }
  }
}

function findOwner({ accountIndex, personIndex }: Statement, values: readonly SqlValue[]): Whose {
  const [account, person] = [values[accountIndex], values[personIndex]];
  if (typeof account === 'number') return account;
  return typeof person === 'number' ? `person ${person}` : ANYBODY;
}
