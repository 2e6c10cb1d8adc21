import type { LimitSettings } from '../limits/settings.ts';

/**
 * A query is a generator that yields statements and is given their results. It cannot await anything, so one
 * transaction body runs as a single synchronous function on SQLite and step by step on PostgreSQL: the same code for
 * both, and no way to hold a transaction open over anything but the database.
 */
export type Query<T> = Generator<Step, T, unknown>;

export type SqlValue = string | number | null | Uint8Array;

export type Step =
  | {
      readonly mode: 'one' | 'all' | 'run' | 'insert';
      readonly statement: Statement;
      readonly values: SqlValue[];
      /** Whose rows a batch writes, where no parameter says it. */
      readonly accounts?: readonly number[] | undefined;
    }
  /** A script of several statements, for migrations, in the shared dialect (see dialect.ts). */
  | { readonly mode: 'script'; readonly text: string }
  /** Waits until no other transaction holds the name. SQLite has one writer at a time anyway. */
  | { readonly mode: 'lock'; readonly name: string }
  | { readonly mode: 'transaction' };

/** What a query can learn about, and leave with, the transaction it runs in. */
export interface Transaction {
  /** Set while a sandbox write runs: everything is rolled back at the end, and inserted rows get ids that are never real. */
  readonly simulation: Simulation | undefined;
  /** How many of what an account may have, where the operator said so for all. */
  readonly limits: LimitSettings;
  /** Names told to listeners, in this and other processes, once the commit is done. Hints, never the only way. */
  readonly signals: Set<string>;
}

export interface Simulation {
  readonly fail: boolean;
  /** Run in the same transaction after the answer was made: what the queued work would have done. */
  readonly followUps: (() => Query<void>)[];
  /** Run in a transaction of their own after the rollback: what a sandbox write leaves behind. */
  readonly keepsakes: (() => Query<void>)[];
}

let statementCount = 0;

export class Statement {
  /** The name under which PostgreSQL keeps the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
  /** For each placeholder in order, which parameter it stands for; SQLite binds by placeholder, PostgreSQL by parameter. */
  readonly placeholders: readonly number[];
  readonly tables: readonly string[];
  readonly writes: boolean;
  /** Where in the values the account stands, so that a write invalidates that account's cached reads only. */
  readonly accountIndex: number;
  /** For inserts: the twin that takes its id as the first value. */
  readonly withId: Statement | undefined;

  constructor(text: string, withId?: Statement) {
    const parameters: string[] = [];
    const placeholders: number[] = [];
    const positional = text.replace(/(?<![:\w]):([a-z_0-9]+)/g, (_, name: string) => {
      if (!parameters.includes(name)) parameters.push(name);
      const index = parameters.indexOf(name);
      placeholders.push(index);
      return `$${index + 1}`;
    });
    this.name = `h${++statementCount}`;
    this.text = positional.trim();
    this.parameters = parameters;
    this.placeholders = placeholders;
    this.tables = [
      ...new Set(this.text.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g).map((match) => match[1] ?? '')),
    ];
    this.writes = /^(insert|update|delete)\b/.test(this.text);
    this.accountIndex = parameters.indexOf('account_id');
    this.withId = withId;
  }
}

export interface PreparedQuery<P, Row> {
  one(parameters: P): Query<Row | undefined>;
  all(parameters: P): Query<Row[]>;
  /** Runs it and tells how many rows it changed. A batch over several accounts names them, to spare others' cached pages. */
  run(parameters: P, accounts?: readonly number[]): Query<number>;
}

/**
 * Declares a statement once, at start; it is prepared on first use and run with named parameters (`:account_id`).
 * The text stays inside the SQL that SQLite and PostgreSQL share.
 */
export function sql<P extends object, Row = never>(text: string): PreparedQuery<P, Row> {
  const statement = new Statement(text);
  const names = statement.parameters;
  const bind = (parameters: P): SqlValue[] => {
    const values: SqlValue[] = [];
    for (const name of names) values.push((parameters as Record<string, SqlValue>)[name] ?? null);
    return values;
  };
  return {
    *one(parameters) {
      return (yield { mode: 'one', statement, values: bind(parameters) }) as Row | undefined;
    },
    *all(parameters) {
      return (yield { mode: 'all', statement, values: bind(parameters) }) as Row[];
    },
    *run(parameters, accounts) {
      return (yield { mode: 'run', statement, values: bind(parameters), accounts }) as number;
    },
  };
}

/** Declares an insert into a table whose `id` the database gives; answers the id, or undefined where a conflict was ignored. */
export function insert<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
  options: { onConflict?: string } = {},
): (row: Row) => Query<number> {
  const conflict = options.onConflict ?? '';
  const values = columns.map((column) => `:${column}`).join(', ');
  const withId = new Statement(
    `insert into ${table} (id, ${columns.join(', ')}) values (:id, ${values}) ${conflict} returning id`,
  );
  const statement = new Statement(
    `insert into ${table} (${columns.join(', ')}) values (${values}) ${conflict} returning id`,
    withId,
  );
  return function* (row) {
    const bound = columns.map((column) => (row[column] ?? null) as SqlValue);
    return (yield { mode: 'insert', statement, values: bound }) as number;
  };
}

export function* currentTransaction(): Query<Transaction> {
  return (yield { mode: 'transaction' }) as Transaction;
}

export function* runScript(text: string): Query<void> {
  yield { mode: 'script', text };
}

export function* lockName(name: string): Query<void> {
  yield { mode: 'lock', name };
}

const SAVEPOINT = sql('savepoint attempt');
const ROLLBACK_TO = sql('rollback to savepoint attempt');
const RELEASE = sql('release savepoint attempt');

/** Runs a query so that a failure undoes its writes but not the transaction; answers the error instead of throwing it. */
export function* attempt<T>(query: Query<T>): Query<{ value: T } | { error: unknown }> {
  yield* SAVEPOINT.run({});
  try {
    const value = yield* query;
    yield* RELEASE.run({});
    return { value };
  } catch (error) {
    yield* ROLLBACK_TO.run({});
    yield* RELEASE.run({});
    return { error };
  }
}
