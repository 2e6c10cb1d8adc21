import { hash } from 'node:crypto';
import type { TextRow } from './copy-text.ts';
import { SIGNALS } from './signals.ts';
import { FOREIGN_WRITES } from './versions.ts';

/**
 * Tables that each database fills for itself: marks of the search index and signals on SQLite, versions for cached
 * responses on PostgreSQL, indexes still to be built. Their rows mean nothing in another database.
 */
export const LOCAL_TABLES: ReadonlySet<string> = new Set([
  'pending_indexes',
  'search_marks',
  'versions',
  FOREIGN_WRITES,
  SIGNALS,
]);

/** Content of a table as two figures: the number of its rows, and the sum of the hashes of all rows, in hexadecimal. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly sum: string;
}

/** Adds up the rows of a table. The order of the rows does not matter; that of the columns does. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(values: TextRow): void {
    const text = values.map((value) => (value === null ? '-' : `${value.length}:${value}`)).join('');
    this.#rows++;
    this.#sum = BigInt.asUintN(64, this.#sum + hash('sha256', text, 'buffer').readBigUInt64BE());
  }

  of(table: string): TableSum {
    return { table, rows: this.#rows, sum: this.#sum.toString(16).padStart(16, '0') };
  }
}

/** Returns the tables that differ, or are in one of the two only. */
export function findDifferences(source: readonly TableSum[], target: readonly TableSum[]): string[] {
  const describe = ({ table, rows, sum }: TableSum) => `${table} ${rows} ${sum}`;
  const [there, here] = [source, target].map((sums) => new Set(sums.map(describe))) as [Set<string>, Set<string>];
  const different = [
    ...source.filter((each) => !here.has(describe(each))),
    ...target.filter((each) => !there.has(describe(each))),
  ];
  return [...new Set(different.map(({ table }) => table))].sort();
}
