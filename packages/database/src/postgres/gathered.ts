import type { SqlValue, Statement } from '../statement.ts';
import type { Judge, Request } from './connection.ts';
import type { Entry, Part } from './group-line.ts';
import { Questions } from './questions.ts';
import { findRowInsert, type RowInsert } from './row-insert.ts';

/** Most rows of all inserts that are held back. */
const MOST_ROWS = 512;

interface Rows {
  readonly insert: RowInsert;
  readonly rows: SqlValue[][];
  readonly part: Part;
}

/**
 * Holds back the inserts of a group and sends them as a few statements of many rows, because most of a statement's cost
 * is fixed. The statements of a body keep their order, and so do the rows of a table across bodies. Two kinds of
 * statement go last: increments of counts, summed up, and then the checks, which include them. If another body caused a
 * check to fail, the group detects it when it runs again, one body at a time.
 */
export class Gathered {
  #inserts: Rows[] = [];
  #sums = new Map<RowInsert, Rows>();
  readonly #questions = new Questions();
  /** Position of the last rows of each insert. The next rows of the body go there or after it. */
  #last = new Map<RowInsert, number>();
  #at = 0;
  #count = 0;
  #tables = new Set<string>();

  /** Marks the start of another body. */
  beginBody(): void {
    this.#at = 0;
  }

  /** Holds back an insert. Returns false if the statement cannot be held back. */
  add({ statement, values = [] }: Request, part: Part): boolean {
    const insert = statement && findRowInsert(statement);
    if (!insert) return false;
    const rows = insert.listRows(values);
    if (insert.adds) this.#addSums(insert, rows, part);
    else this.#addRows(insert, rows, part);
    for (const table of statement.tables) this.#tables.add(table);
    this.#count += rows.length;
    return true;
  }

  ask(request: Request, part: Part, judge: Judge): void {
    this.#questions.ask(request, part, judge);
  }

  /** Drops the checks of a body that has written nothing. */
  forget(part: Part): void {
    this.#questions.forget(part);
  }

  get isFull(): boolean {
    return this.#count >= MOST_ROWS;
  }

  /** Returns whether a statement may run before the held-back inserts: it only reads, and none of their tables. */
  mayOvertake(statement: Statement | undefined): boolean {
    if (!statement?.text.startsWith('select ') || statement.written.length > 0) return false;
    return statement.tables.every((table) => !this.#tables.has(table));
  }

  /** Returns all statements in the order in which they must run. */
  release(): Entry[] {
    const sums = [...this.#sums.values()].map((each) => ({ ...each, rows: each.insert.sumUp(each.rows) }));
    const entries = [...[...this.#inserts, ...sums].flatMap(toEntries), ...this.#questions.release()];
    this.#inserts = [];
    this.#sums = new Map();
    this.#last = new Map();
    this.#tables = new Set();
    this.#at = 0;
    this.#count = 0;
    return entries;
  }

  #addRows(insert: RowInsert, rows: readonly SqlValue[][], part: Part): void {
    const last = this.#last.get(insert) ?? -1;
    if (last >= this.#at) {
      this.#at = last;
      this.#inserts[last]?.rows.push(...rows);
    } else {
      this.#at = this.#inserts.push({ insert, rows: [...rows], part }) - 1;
      this.#last.set(insert, this.#at);
    }
  }

  #addSums(insert: RowInsert, rows: readonly SqlValue[][], part: Part): void {
    const sums = this.#sums.get(insert) ?? { insert, rows: [], part };
    sums.rows.push(...rows);
    this.#sums.set(insert, sums);
  }
}

function toEntries({ insert, rows, part }: Rows): Entry[] {
  return Array.from(insert.toRequests(rows), (request) => ({ request, part }));
}
