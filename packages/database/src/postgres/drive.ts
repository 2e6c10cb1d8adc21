import { type AnnouncedTables, noteChange } from '../announce.ts';
import { type Awaitable, simulatedId } from '../database.ts';
import { toPostgresScript } from '../dialect.ts';
import type { Query, Step, Transaction } from '../query.ts';
import { type SqlValue, Statement } from '../statement.ts';
import { type Connection, toRequest } from './connection.ts';
import type { Touched } from './versions.ts';

/** Context in which the statements of a query run. */
export interface Surroundings {
  readonly transaction: Transaction;
  readonly announced: AnnouncedTables;
  /** Records written rows for versions. Absent for reads and for transactions that are rolled back. */
  readonly touched?: Touched;
  /** Called when the query continues after it waited. */
  readonly onContinue?: (() => void) | undefined;
  /** Notified of each statement before it runs. */
  readonly watch?: { note(statement: Statement, values: readonly SqlValue[]): void };
}

/** Ends a query from outside. It is not thrown into the query, because none of its statements failed. */
export class Abandoned extends Error {}

const LOCK = new Statement('select pg_advisory_xact_lock(hashtext(:name))');

/** Runs a query, statement by statement. */
export async function drive<T>(connection: Connection, query: Query<T>, surroundings: Surroundings): Promise<T> {
  let step = query.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = execute(connection, step.value, surroundings);
      // Await only promises: statements that follow at once share the round trip.
      if (result instanceof Promise) {
        result = await result;
        surroundings.onContinue?.();
      }
    } catch (error) {
      if (error instanceof Abandoned) throw error;
      step = query.throw(error);
      continue;
    }
    step = query.next(result);
  }
  return step.value;
}

function execute(connection: Connection, step: Step, surroundings: Surroundings): unknown {
  const { transaction, announced, touched, watch } = surroundings;
  if (step.mode === 'transaction') return transaction;
  if (step.mode === 'alone') return connection.demandAlone?.();
  if (step.mode === 'lock') {
    connection.demandAlone?.();
    const request = toRequest(LOCK, [step.name]);
    // Each statement sees the commits before it began. Statements in the same message as the lock see what the lock
    // waited for.
    return connection.defer ? connection.defer(request) : connection.query(request);
  }
  if (step.mode === 'script') {
    connection.demandAlone?.();
    // A script does not declare what it writes, so it does not count as a maintainer of versions: see
    // versions.ts.
    return connection.query(`set local application_name = 'hostler script'; ${toPostgresScript(step.text)}`);
  }
  const simulatedTwin = step.mode === 'insert' && transaction.simulation ? step.statement.withId : undefined;
  const values = simulatedTwin ? [simulatedId(), ...step.values] : step.values;
  if (step.statement.written.length > 0 && !transaction.simulation) {
    noteChange(announced, transaction, step.statement, step.values, step.accounts);
    touched?.collect(step.statement, step.values, step.accounts);
  }
  watch?.note(step.statement, step.values);
  if (simulatedTwin) return insertSimulated(connection, simulatedTwin, values);
  const { withId, idsOf } = step.statement;
  if (withId && idsOf && connection.takeId) return insertAhead(connection, withId, connection.takeId(idsOf), values);
  const request = toRequest(step.statement, values);
  if (step.mode === 'send' && connection.defer) return connection.defer(request);
  if (step.judge && connection.check) return connection.check(request, step.judge);
  return read(connection.query(request), step.mode);
}

async function insertSimulated(connection: Connection, withId: Statement, values: SqlValue[]): Promise<unknown> {
  const { rowCount } = await connection.query(toRequest(withId, values));
  return rowCount === 0 ? undefined : values[0];
}

/** Inserts a row with a known id without waiting for the result. Synchronous if the id is already known. */
function insertAhead(
  connection: Connection,
  withId: Statement,
  id: Awaitable<number>,
  values: readonly SqlValue[],
): Awaitable<number> {
  if (id instanceof Promise) return id.then((known) => insertAhead(connection, withId, known, values));
  const sent = connection.defer?.(toRequest(withId, [id, ...values]));
  return sent ? sent.then(() => id) : id;
}

async function read(answered: ReturnType<Connection['query']>, mode: Step['mode']): Promise<unknown> {
  const { rows, rowCount } = await answered;
  if (mode === 'one') return rows[0];
  if (mode === 'all' || mode === 'check') return rows;
  if (mode === 'insert') return rows[0]?.id;
  return rowCount ?? 0;
}
