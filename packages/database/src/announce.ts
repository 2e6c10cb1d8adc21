import type { Transaction } from './query.ts';
import type { SqlValue, Statement } from './statement.ts';

/** Names to signal when rows of a table change. */
export interface Announced {
  /** For listeners to the changes of one account or person. */
  readonly owner: readonly string[];
  /** For listeners to the changes of all accounts. */
  readonly everybody: readonly string[];
}

/** Tables whose changes are signalled. */
export type AnnouncedTables = ReadonlyMap<string, Announced>;

/** Owner of a write whose statement names no account or person. */
export const ANYBODY = 'anybody';

/** Listeners to the changes of all accounts. */
export const EVERYBODY = 'everybody';

/** An account, a person if no account is named, anybody, or everybody. */
type Whose = number | `person ${number}` | typeof ANYBODY | typeof EVERYBODY;

/** Returns the signal for a write to rows of a kind for this owner. */
export function changeSignal(whose: Whose, name: string): string {
  return `changed ${whose} ${name}`;
}

export function isChangeSignal(name: string): boolean {
  return name.startsWith('changed ');
}

/** Adds the signals of a statement to its transaction, which sends them after the commit. */
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
    for (const name of names.everybody) signals.add(changeSignal(EVERYBODY, name));
    for (const whose of accounts ?? [findOwner(statement, values)]) {
      for (const name of names.owner) signals.add(changeSignal(whose, name));
    }
  }
}

function findOwner({ accountIndex, personIndex }: Statement, values: readonly SqlValue[]): Whose {
  const [account, person] = [values[accountIndex], values[personIndex]];
  if (typeof account === 'number') return account;
  return typeof person === 'number' ? `person ${person}` : ANYBODY;
}
