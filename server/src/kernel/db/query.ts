import type { Deed } from '../audit/deed.ts';
import type { LimitSettings } from '../limits/settings.ts';
import { bind, type SqlValue, Statement } from './statement.ts';
import { toStatementError } from './statement-error.ts';

export type { SqlValue } from './statement.ts';

/**
 * A query is a generator that yields statements and is given their results. It cannot await anything, so one
 * transaction body runs as a single synchronous function on SQLite and step by step on PostgreSQL: the same code for
 * both, and no way to hold a transaction open over anything but the database.
 */
export type Query<T> = Generator<Step, T, unknown>;

export type RunMode = 'one' | 'all' | 'run' | 'send' | 'insert' | 'check';

export type Step =
  | {
      readonly mode: RunMode;
      readonly statement: Statement;
      readonly values: SqlValue[];
      /** Whose rows a batch writes, where no parameter says it. */
      readonly accounts?: readonly number[] | undefined;
      /** Of a check: throws where the rows say no. Whoever hands the query no rows calls it, before anything is committed. */
      readonly judge?: ((rows: never[]) => void) | undefined;
    }
  /** A script of several statements, for migrations, in the shared dialect (see dialect.ts). */
  | { readonly mode: 'script'; readonly text: string }
  /** Waits until no other transaction holds the name. SQLite has one writer at a time anyway. */
  | { readonly mode: 'lock'; readonly name: string }
  /** What follows may wait for others: a body that shares its transaction leaves it, and is run again by itself. */
  | { readonly mode: 'alone' }
  | { readonly mode: 'transaction' };

/** What a query can learn about, and leave with, the transaction it runs in. */
export interface Transaction {
  /** Set while a sandbox write runs: everything is rolled back at the end, and inserted rows get ids that are never real. */
  readonly simulation: Simulation | undefined;
  /** How many of what an account may have, where the operator said so for all. */
  readonly limits: LimitSettings;
  /** Names told to listeners, in this and other processes, once the commit is done. Hints, never the only way. */
  readonly signals: Set<string>;
  /** Who asked for it, and for what; nobody did where the system works by itself. */
  deed?: Deed;
  /** Whether it was written down already. */
  audited?: boolean;
  /** The span it is part of, where one is traced: for what is queued here and done elsewhere. */
  readonly traceparent?: string;
}

export interface Simulation {
  readonly fail: boolean;
  /** Run in the same transaction after the answer was made: what the queued work would have done. */
  readonly followUps: (() => Query<void>)[];
  /** Run in a transaction of their own after the rollback: what a sandbox write leaves behind. */
  readonly afterRollback: (() => Query<void>)[];
}

export interface PreparedQuery<P, Row> {
  one(parameters: P): Query<Row | undefined>;
  /** A batch that writes for several accounts names them, as with `run`. */
  all(parameters: P, accounts?: readonly number[]): Query<Row[]>;
  /** Runs it and tells how many rows it changed. A batch over several accounts names them, to spare others' cached pages. */
  run(parameters: P, accounts?: readonly number[]): Query<number>;
  /**
   * Runs it where nobody needs to know what it changed: on PostgreSQL it then goes with the next statement, in one round
   * trip. If it fails, the next one throws that, or the commit does.
   */
  send(parameters: P, accounts?: readonly number[]): Query<void>;
  /**
   * Has `judge` throw where the rows say that this must not be. On PostgreSQL writes that share a commit go on meanwhile:
   * the statement is run here or later, and judged at the latest before the commit. What adds to counts may forbid more there,
   * by what others add, until each is done by itself.
   */
  check(parameters: P, judge: (rows: Row[]) => void): Query<void>;
}

/**
 * Declares a statement once, at start; it is prepared on first use and run with named parameters (`:account_id`).
 * The text stays inside the SQL that SQLite and PostgreSQL share.
 */
export function sql<P extends object, Row = never>(text: string): PreparedQuery<P, Row> {
  const statement = new Statement(text);
  return {
    one: (parameters) => run<Row | undefined>(statement, 'one', parameters),
    all: (parameters, accounts) => run<Row[]>(statement, 'all', parameters, accounts),
    run: (parameters, accounts) => run<number>(statement, 'run', parameters, accounts),
    send: (parameters, accounts) => run<void>(statement, 'send', parameters, accounts),
    *check(parameters, judge) {
      const rows = yield* run<Row[] | undefined>(statement, 'check', parameters, undefined, judge);
      if (rows) judge(rows);
    },
  };
}

/**
 * Declares an insert into a table whose `id` the database gives; answers the id, or undefined where a conflict was ignored.
 * With `idAhead` the id may be taken a moment before the row is there, by writes that share a commit.
 * Where no column says whose row it is, the account is named, to spare others' cached pages.
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

/** A failure is thrown in here, below the store, the service and the route that wait for the result: its stack names them. */
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

/** Whether it is a declared statement and nothing around it; what else it may run shows only when it is run. */
export function isOneStatement(query: object): boolean {
  // Generators know by which function they were made.
  const { prototype }: { prototype: object } = run;
  return Object.getPrototypeOf(query) === prototype;
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

/** For what may have to wait for somebody else's transaction. */
export function* runAlone(): Query<void> {
  yield { mode: 'alone' };
}

const SAVEPOINT = sql('savepoint attempt');
const ROLLBACK_TO = sql('rollback to savepoint attempt');
const RELEASE = sql('release savepoint attempt');

/** Runs a query so that a failure undoes its writes but not the transaction; answers the error instead of throwing it. */
export function* attempt<T>(query: Query<T>): Query<{ value: T } | { error: unknown }> {
  yield* SAVEPOINT.send({});
  try {
    const value = yield* query;
    // Waited for: what was sent in here and fails must fail in here.
    yield* RELEASE.run({});
    return { value };
  } catch (error) {
    yield* ROLLBACK_TO.send({});
    yield* RELEASE.send({});
    return { error };
  }
}
