import type { SqlValue, Statement } from '../statement.ts';
import type { Judge, Request } from './connection.ts';
import type { Entry, Part } from './group-line.ts';
import { Questions } from './questions.ts';
import { findRowInsert, type RowInsert } from './row-insert.ts';

/** Rows of all kinds that are held back at most. */
const MOST_ROWS = 512;

interface Rows {
  readonly insert: RowInsert;
  readonly rows: SqlValue[][];
  readonly part: Part;
}

/**
 * What the bodies of a group insert, held back to go in a few statements of many rows: what a statement costs the server is
 * mostly to begin and to end it. The statements of a body stay in its order, and so do the rows of a table, whose ever they
 * are. Two kinds of statement come last, because they may: what only adds to counts, in one sum, and then the questions
 * that forbid a write, which count that in. If another body has brought about the refusal, the group finds out when it
 * runs again, each body by itself.
 */
export class Gathered {
  #inserts: Rows[] = [];
  #sums = new Map<RowInsert, Rows>();
  readonly #questions = new Questions();
  /** Where rows of an insert went last; the body's next ones go there or behind it. */
  #last = new Map<RowInsert, number>();
  #at = 0;
  #count = 0;
  #tables = new Set<string>();

  /** From now on it is another's. */
  beginBody(): void {
    this.#at = 0;
  }

  /** False where it is none of what may be held back. */
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

  /** Of a body that has written nothing. */
  forget(part: Part): void {
    this.#questions.forget(part);
  }

  get isFull(): boolean {
    return this.#count >= MOST_ROWS;
  }

  /** Whether it comes to the same before what is held back: it only reads, and nothing of that. */
  mayOvertake(statement: Statement | undefined): boolean {
    if (!statement?.text.startsWith('select ') || statement.written.length > 0) return false;
    return statement.tables.every((table) => !this.#tables.has(table));
  }

  /** All of it, in the order in which it is to be run. */
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
