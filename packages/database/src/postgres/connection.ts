import pg from 'pg';
import type { Awaitable } from '../database.ts';
import { toPostgresStatement } from '../dialect.ts';
import type { SqlValue, Statement } from '../statement.ts';
import { UnpreparedClient } from './unprepared-client.ts';

/** Type of ids and times; both stay far below 2^53. */
const INT8 = 20;
const NUMERIC = 1700;

/** A statement with its values, as `pg` takes it. */
export interface Request {
  /** Name of the prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values?: SqlValue[];
  /** Declaration of the statement. */
  readonly statement?: Statement;
}

export interface Answer {
  readonly command: string;
  // biome-ignore lint/suspicious/noExplicitAny: the author of the statement knows the type.
  readonly rows: any[];
  readonly rowCount: number | null;
}

/** Throws if the rows forbid the write. */
export type Judge = (rows: never[]) => void;

/** Runs statements: the pool, or a transaction on one of its connections. */
export interface Connection {
  /** A string is a script of several statements. */
  query(request: Request | string): Promise<Answer>;
  /**
   * Sends a statement together with the next awaited one. Await the returned promise, if there is one, to bound the
   * queue.
   */
  defer?(request: Request): Promise<void> | undefined;
  /** Runs a check and judges its rows, at the latest before the commit. */
  check?(request: Request, judge: Judge): void;
  /** Reserves the id of a row that is inserted next. */
  takeId?(table: string): Awaitable<number>;
  /**
   * Called before a step that may wait for others, which must not happen while the writes of others wait in the same
   * group.
   */
  demandAlone?(): void;
}

/**
 * A vanished server or a firewall that dropped the connection sends nothing. By default the system probes after two
 * hours of silence, and until then a caller or listener waits in vain.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

export interface PoolOptions {
  readonly size: number;
  /** Set if the server keeps prepared statements on each connection. */
  readonly prepare: boolean;
  /** Name of the connections, for monitoring and for triggers: see versions.ts. */
  readonly name: string;
  onError(error: Error): void;
}

export function openPool(url: string, { size, prepare, name, onError }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...KEEP_ALIVE,
    application_name: name,
    ...(prepare ? {} : { Client: UnpreparedClient }),
  });
  // A broken connection (server restart, network failure) must not end the process; the pool opens a new one. The error
  // of an idle connection contains the connection itself, which must not be logged.
  pool.on('error', ({ message, cause }) => onError(new Error(message, { cause })));
  // A connection that breaks within a transaction, between two statements, only notifies its own listeners. The next
  // statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const texts = new WeakMap<Statement, string>();

/** Converts a statement for `pg`. It is prepared on each connection on first use. */
export function toRequest(statement: Statement, values: SqlValue[] = []): Request {
  let text = texts.get(statement);
  if (text === undefined) {
    text = toPostgresStatement(statement.text);
    texts.set(statement, text);
  }
  return { name: statement.name, text, values, statement };
}
