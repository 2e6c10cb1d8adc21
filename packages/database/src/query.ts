import { bind, type SqlValue, Statement } from './statement.ts';
import { isSerializationFailure, toStatementError } from './statement-error.ts';
import type { TransactionValues } from './transaction-value.ts';

export type { SqlValue } from './statement.ts';

/**
 * A query is a generator that yields statements and receives their results. It cannot await anything. So a transaction
 * body runs synchronously on SQLite and step by step on PostgreSQL with the same code. Nor can it hold a transaction
 * open for anything but the database.
 */
export type Query<T> = Generator<Step, T, unknown>;

export type RunMode = 'one' | 'all' | 'run' | 'send' | 'insert' | 'check';

export type Step =
  | {
      readonly mode: RunMode;
      readonly statement: Statement;
      readonly values: SqlValue[];
      /** Accounts whose rows a batch writes, if no parameter names them. */
      readonly accounts?: readonly number[] | undefined;
      /**
       * For a check: throws if the rows forbid the write. If the driver returns no rows, it calls this itself before
       * the commit.
       */
      readonly judge?: ((rows: never[]) => void) | undefined;
    }
  /** A script of several statements for migrations, in the shared dialect (see dialect.ts). */
  | { readonly mode: 'script'; readonly text: string }
  /** Waits until no other transaction holds the name. SQLite has one writer at a time anyway. */
  | { readonly mode: 'lock'; readonly name: string }
  /** The next steps may wait for others. A body that shares its transaction leaves it and runs again alone. */
  | { readonly mode: 'alone' }
  | { readonly mode: 'transaction' };

/** State of the transaction that a query can read and add to. */
export interface Transaction {
  /**
   * Set while a sandbox write runs: everything is rolled back at the end, and inserted rows get ids that are never
   * real.
   */
  readonly simulation: Simulation | undefined;
  /**
   * Signals sent to listeners in this and other processes after the commit. They are hints: receivers must also poll.
   */
  readonly signals: Set<string>;
  /** Read and change them with a `TransactionValue`. */
  values: TransactionValues;
}

export interface Simulation {
  readonly fail: boolean;
  /** Run in the same transaction after the response: the effects of the queued work. */
  readonly followUps: (() => Query<void>)[];
  /** Run in their own transaction after the rollback: what a sandbox write leaves behind. */
  readonly afterRollback: (() => Query<void>)[];
}

export interface PreparedQuery<P, Row> {
  one(parameters: P): Query<Row | undefined>;
  /** Returns all rows. A batch that writes for several accounts names them, as with `run`. */
  all(parameters: P, accounts?: readonly number[]): Query<Row[]>;
  /**
   * Runs the statement and returns the number of changed rows. A batch over several accounts names them, to keep the
   * cached pages of others.
   */
  run(parameters: P, accounts?: readonly number[]): Query<number>;
  /**
   * Runs a statement without awaiting its result. On PostgreSQL it is sent with the next statement in one round trip.
   * If it fails, the next statement or the commit throws the error.
   */
  send(parameters: P, accounts?: readonly number[]): Query<void>;
  /**
   * Has `judge` throw if the rows forbid the write. On PostgreSQL, writes that share a commit continue meanwhile: the
   * statement runs now or later, at the latest before the commit. Concurrent increments may refuse too much at first;
   * then each write runs alone.
   */
  check(parameters: P, judge: (rows: Row[]) => void): Query<void>;
}

/**
 * Declares a statement once, at start. It is prepared on first use and takes named parameters (`:account_id`). The text
 * must use the SQL that SQLite and PostgreSQL share.
 */
export function sql<P extends object, Row = never>(text: string): PreparedQuery<P, Row> {
  const statement = new Statement(text);
  return {
    one: (parameters) => markOneStatement(run<Row | undefined>(statement, 'one', parameters)),
    all: (parameters, accounts) => markOneStatement(run<Row[]>(statement, 'all', parameters, accounts)),
    run: (parameters, accounts) => run<number>(statement, 'run', parameters, accounts),
    send: (parameters, accounts) => run<void>(statement, 'send', parameters, accounts),
    *check(parameters, judge) {
      const rows = yield* run<Row[] | undefined>(statement, 'check', parameters, undefined, judge);
      if (rows) judge(rows);
    },
  };
}

/**
 * Declares an insert into a table with a generated `id`. Returns the id, or undefined if a conflict was ignored. With
 * `idAhead`, writes that share a commit may reserve the id before the row exists. If no column names the account, pass
 * it, to keep the cached pages of others.
 */
export function insert<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
  { onConflict: conflict = '', idAhead = false }: { onConflict?: string; idAhead?: boolean } = {},
): (row: Row, accounts?: readonly number[]) => Query<number> {
  const values = columns.map((column) => `:${column}`).join(', ');
  const withId = new Statement(`insert into ${table} (id, ${columns.join(', ')}) values (:id, ${values}) ${conflict}`);
  const statement = new Statement(
    `insert into ${table} (${columns.join(', ')}) values (${values}) ${conflict} {returning id}`,
    { withId, idsOf: idAhead && conflict === '' ? table : undefined },
  );
  return (row, accounts) => run<number>(statement, 'insert', row, accounts);
}

/**
 * Runs a statement. An error is thrown here, below the store, the service and the route that await the result, so its
 * stack names them.
 */
function* run<T>(
  statement: Statement,
  mode: RunMode,
  parameters: object,
  accounts?: readonly number[],
  judge?: (rows: never[]) => void,
): Query<T> {
  const values = bind(statement, parameters as Record<string, SqlValue>);
  try {
    return (yield { mode, statement, values, accounts, judge }) as T;
  } catch (error) {
    throw toStatementError(statement.text, error);
  }
}

const ONE_STATEMENT = Symbol('one statement');

interface MarkedQuery {
  [ONE_STATEMENT]?: true;
}

/** A property costs 40 ns per statement. A WeakSet costs 600 ns. */
function markOneStatement<T>(query: Query<T> & MarkedQuery): Query<T> {
  query[ONE_STATEMENT] = true;
  return query;
}

/** Returns whether a query reads with a single declared statement. Any other query reveals its statements as it runs. */
export function isOneStatement(query: object & MarkedQuery): boolean {
  return query[ONE_STATEMENT] === true;
}

export function* currentTransaction(): Query<Transaction> {
  return (yield { mode: 'transaction' }) as Transaction;
}

export function* runScript(text: string): Query<void> {
  try {
    yield { mode: 'script', text };
  } catch (error) {
    throw toStatementError(text, error);
  }
}

export function* lockName(name: string): Query<void> {
  const step: Step = { mode: 'lock', name };
  try {
    yield step;
  } catch (error) {
    throw toStatementError(`lock ${name}`, error);
  }
}

/** Call before a step that may wait for another transaction. */
export function* runAlone(): Query<void> {
  yield { mode: 'alone' };
}

const SAVEPOINT = sql('savepoint attempt');
const ROLLBACK_TO = sql('rollback to savepoint attempt');
const RELEASE = sql('release savepoint attempt');

/**
 * Runs a query in a savepoint. A failure undoes its writes but not the transaction, and is returned instead of thrown.
 * A deadlock is thrown: the whole transaction is then retried.
 */
export function* attempt<T>(query: Query<T>): Query<{ value: T } | { error: unknown }> {
  yield* SAVEPOINT.send({});
  try {
    const value = yield* query;
    // Awaited, so that a deferred statement that fails does so inside the savepoint.
    yield* RELEASE.run({});
    return { value };
  } catch (error) {
    if (isSerializationFailure(error)) throw error;
    yield* ROLLBACK_TO.send({});
    yield* RELEASE.send({});
    return { error };
  }
}
