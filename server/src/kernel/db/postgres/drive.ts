import { type AnnouncedTables, noteChange } from '../announce.ts';
import { simulatedId } from '../database.ts';
import { toPostgresScript } from '../dialect.ts';
import type { Query, Step, Transaction } from '../query.ts';
import { type Connection, toQueryConfig } from './connection.ts';
import { collectTouched, type Touched } from './versions.ts';

/** What the statements of a query run in. */
export interface Surroundings {
  readonly transaction: Transaction;
  readonly announced: AnnouncedTables;
  /** Where it is to be known what was written; absent where nothing is, or everything is undone. */
  readonly touched?: Touched;
}

/** Runs a query, statement by statement. */
export async function drive<T>(connection: Connection, query: Query<T>, surroundings: Surroundings): Promise<T> {
  let step = query.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = await execute(connection, step.value, surroundings);
    } catch (error) {
      step = query.throw(error);
      continue;
    }
    step = query.next(result);
  }
  return step.value;
}

async function execute(connection: Connection, step: Step, surroundings: Surroundings): Promise<unknown> {
  const { transaction, announced, touched } = surroundings;
  if (step.mode === 'transaction') return transaction;
  if (step.mode === 'lock') return connection.query('select pg_advisory_xact_lock(hashtext($1))', [step.name]);
  if (step.mode === 'script') return connection.query(toPostgresScript(step.text));
  const simulatedTwin = step.mode === 'insert' && transaction.simulation ? step.statement.withId : undefined;
  const statement = simulatedTwin ?? step.statement;
  const values = simulatedTwin ? [simulatedId(), ...step.values] : step.values;
  if (statement.written.length > 0 && !transaction.simulation) {
    noteChange(announced, transaction, step.statement, step.values, step.accounts);
    if (touched) collectTouched(touched, step.statement, step.values, step.accounts);
  }
  const { rows, rowCount } = await connection.query(toQueryConfig(statement, values));
  if (step.mode === 'one') return rows[0];
  if (step.mode === 'all') return rows;
  if (step.mode === 'insert') return rows[0]?.id;
  return rowCount ?? 0;
}
