import pg from 'pg';
import { toPostgresStatement } from '../dialect.ts';
import type { SqlValue, Statement } from '../statement.ts';

/** Ids and times are int8; both stay far below 2^53. */
const INT8 = 20;
const NUMERIC = 1700;

export type Connection = Pick<pg.ClientBase, 'query'>;

export interface PoolOptions {
  readonly size: number;
  onError(error: Error): void;
}

export function openPool(url: string, { size, onError }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'hostler',
  });
  // A connection that dies (server restart, cut cable) must not end the process; the pool makes a new one. The error
  // of an idle one carries the connection itself, which does not belong into a log.
  pool.on('error', ({ message, cause }) => onError(new Error(message, { cause })));
  // One that dies in a transaction, between two statements, is told nobody but its own listeners; the next statement
  // fails then.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const texts = new WeakMap<Statement, string>();

/** A statement with its values as `pg` takes it; it is prepared on each connection when it is first used there. */
export function toQueryConfig(statement: Statement, values: SqlValue[]): pg.QueryConfig {
  let text = texts.get(statement);
  if (text === undefined) {
    text = toPostgresStatement(statement.text);
    texts.set(statement, text);
  }
  return { name: statement.name, text, values };
}
