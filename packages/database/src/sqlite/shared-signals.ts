import { randomBytes } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { SIGNALS } from '../signals.ts';

/** Rows that stay. A process that was stopped for longer is told of everything. */
const KEPT = 1_000;
const FORGET_EVERY = 100;

interface Row {
  readonly writer: string;
  readonly names: string;
}

type Name = 'note' | 'forget' | 'since' | 'oldest' | 'newest';

/** Tells the processes that share a file which signals the others have committed. */
export class SharedSignals {
  readonly #connection: Sqlite.Database;
  readonly #writer = randomBytes(8).toString('base64url');
  #statements: Record<Name, Sqlite.Statement> | undefined;
  /** The newest row that was read; undefined before the first look. */
  #seen: number | undefined;

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
  }

  /** Records the signals of a write in its transaction. */
  note(names: ReadonlySet<string>): void {
    const statements = names.size > 0 && this.#prepare();
    if (!statements) return;
    const id = Number(statements.note.run(this.#writer, JSON.stringify([...names])).lastInsertRowid);
    if (id % FORGET_EVERY === 0) statements.forget.run(id - KEPT);
  }

  /**
   * Returns the signals that others have committed since the last call; undefined if that is not known: at the first
   * call, or if the program was stopped for long.
   */
  take(): Set<string> | undefined {
    const statements = this.#prepare();
    if (!statements) return undefined;
    const before = this.#seen;
    const newest = statements.newest.get() as number | null;
    this.#seen = newest ?? 0;
    if (before === undefined || this.#seen < before) return undefined;
    if (this.#seen === before) return new Set();
    if ((statements.oldest.get() as number) > before + 1) return undefined;
    const rows = (statements.since.all(before) as Row[]).filter(({ writer }) => writer !== this.#writer);
    return new Set(rows.flatMap(({ names }) => JSON.parse(names) as string[]));
  }

  /** Returns undefined before the migration. */
  #prepare(): Record<Name, Sqlite.Statement> | undefined {
    this.#statements ??= prepareAll(this.#connection);
    return this.#statements;
  }
}

function prepareAll(connection: Sqlite.Database): Record<Name, Sqlite.Statement> | undefined {
  if (!connection.prepare('select 1 from sqlite_master where name = ?').get(SIGNALS)) return undefined;
  return {
    note: connection.prepare(`insert into ${SIGNALS} (writer, names) values (?, ?)`),
    forget: connection.prepare(`delete from ${SIGNALS} where id <= ?`),
    since: connection.prepare(`select writer, names from ${SIGNALS} where id > ? order by id`),
    oldest: connection.prepare(`select min(id) from ${SIGNALS}`).pluck(),
    newest: connection.prepare(`select max(id) from ${SIGNALS}`).pluck(),
  };
}
