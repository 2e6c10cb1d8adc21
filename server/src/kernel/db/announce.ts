import type { Transaction } from './query.ts';
import type { SqlValue, Statement } from './statement.ts';

/** Of which tables a change is told, and under which names. */
export type AnnouncedTables = ReadonlyMap<string, readonly string[]>;

/** Where a statement does not say whose rows it writes, it may be anybody's. */
export const ANYBODY = 'anybody';

/** What is signalled when rows of a kind were written for an account. */
export function changeSignal(account: number | typeof ANYBODY, name: string): string {
  return `changed ${account} ${name}`;
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
    const named = values[statement.accountIndex];
    const whose: readonly (number | typeof ANYBODY)[] = accounts ?? [typeof named === 'number' ? named : ANYBODY];
    for (const account of whose) for (const name of names) signals.add(changeSignal(account, name));
  }
}
