import { toPostgresStatement } from '../dialect.ts';
import type { SqlValue, Statement } from '../statement.ts';
import type { Request } from './connection.ts';

const INSERT = /^(insert into \w+ \(([^()]*)\))\s+values\s+((?:\([^()]*\)[,\s]*)+)(.*)$/s;
/** Increments are commutative. */
const ADDING = /^on conflict \(([^()]*)\) do update set (\w+) = \w+\.\2 \+ excluded\.\2$/;
const PLACEHOLDER = /^\$(\d+)$/;
const NUMBER = /^\d+$/;

/**
 * Batch sizes. Each has its own prepared statement; larger batches are composed of them, so that no statement takes
 * long.
 */
const ROWS_AT_ONCE = [16, 8, 4, 2, 1];

type Source = (values: readonly SqlValue[]) => SqlValue;

/** An insert of literal rows. The server processes many at once for little more than one. */
export class RowInsert {
  readonly #name: string;
  readonly #head: string;
  readonly #tail: string;
  readonly #rows: readonly (readonly Source[])[];
  readonly #texts = new Map<number, string>();
  /** Column that is incremented on conflict; undefined for a plain insert. */
  readonly #added: number | undefined;

  private constructor(name: string, head: string, tail: string, rows: readonly (readonly Source[])[], added?: number) {
    this.#name = name;
    this.#head = head;
    this.#tail = tail;
    this.#rows = rows;
    this.#added = added;
  }

  /** Parses a statement. Returns undefined if it is not such an insert. */
  static read({ name, text }: Statement): RowInsert | undefined {
    const [, head, columns = '', rows = '', tail = ''] = INSERT.exec(toPostgresStatement(text)) ?? [];
    if (head === undefined) return undefined;
    const sources = Array.from(rows.matchAll(/\(([^()]*)\)/g), ([, row = '']) => split(row).map(toSource));
    if (!sources.every((row) => row.every((source) => source !== undefined))) return undefined;
    const [, keys = '', added = ''] = ADDING.exec(tail) ?? [];
    const names = split(columns);
    const isAdding = names.toSorted().join() === [...split(keys), added].sort().join();
    if (!isAdding && tail !== '') return undefined;
    return new RowInsert(name, head, tail, sources as Source[][], isAdding ? names.indexOf(added) : undefined);
  }

  get adds(): boolean {
    return this.#added !== undefined;
  }

  /** Returns the rows that the insert writes with these values. */
  listRows(values: readonly SqlValue[]): SqlValue[][] {
    return this.#rows.map((row) => row.map((source) => source(values)));
  }

  /** Sums up rows that increment the same counter, in a fixed order, so that two transactions cannot deadlock. */
  sumUp(rows: readonly SqlValue[][]): SqlValue[][] {
    const at = this.#added ?? 0;
    const sums = new Map<string, SqlValue[]>();
    for (const row of rows) {
      const key = JSON.stringify(row.toSpliced(at, 1));
      const sum = sums.get(key);
      sums.set(key, sum ? row.with(at, Number(sum[at]) + Number(row[at])) : row);
    }
    const changed = [...sums].filter(([, row]) => row[at] !== 0);
    return changed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }

  *toRequests(rows: readonly SqlValue[][]): Iterable<Request> {
    let done = 0;
    for (const count of ROWS_AT_ONCE) {
      for (; rows.length - done >= count; done += count) {
        const values = rows.slice(done, done + count).flat();
        yield { name: `${this.#name}x${count}`, text: this.#textOf(count), values };
      }
    }
  }

  #textOf(count: number): string {
    const width = this.#rows[0]?.length ?? 0;
    const text = this.#texts.get(count) ?? `${this.#head} values ${placeholders(count, width)} ${this.#tail}`;
    this.#texts.set(count, text);
    return text;
  }
}

function split(list: string): string[] {
  return list.split(',').map((item) => item.trim());
}

function toSource(value: string): Source | undefined {
  const [, number] = PLACEHOLDER.exec(value) ?? [];
  if (number !== undefined) return (values) => values[Number(number) - 1] ?? null;
  return NUMBER.test(value) ? () => Number(value) : undefined;
}

function placeholders(rows: number, width: number): string {
  const row = (first: number) => `(${Array.from({ length: width }, (_, index) => `$${first + index}`).join(', ')})`;
  return Array.from({ length: rows }, (_, index) => row(index * width + 1)).join(', ');
}

const known = new WeakMap<Statement, { readonly insert: RowInsert | undefined }>();

export function findRowInsert(statement: Statement): RowInsert | undefined {
  const found = known.get(statement) ?? { insert: RowInsert.read(statement) };
  known.set(statement, found);
  return found.insert;
}
