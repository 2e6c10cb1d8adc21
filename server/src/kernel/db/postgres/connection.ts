import pg from 'pg';
import type { Awaitable } from '../database.ts';
import { toPostgresStatement } from '../dialect.ts';
import type { SqlValue, Statement } from '../statement.ts';
import { UnpreparedClient } from './unprepared-client.ts';

/** Ids and times are int8; both stay far below 2^53. */
const INT8 = 20;
const NUMERIC = 1700;

/** A statement with its values, as `pg` takes it. */
export interface Request {
  /** Under which the server keeps it prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values?: SqlValue[];
  /** As which it was declared. */
  readonly statement?: Statement;
}

export interface Answer {
  readonly command: string;
  // biome-ignore lint/suspicious/noExplicitAny: whoever wrote the statement knows.
  readonly rows: any[];
  readonly rowCount: number | null;
}

/** Throws where the rows say no. */
export type Judge = (rows: never[]) => void;

/** Something that runs statements: the pool, or a transaction on one of its connections. */
export interface Connection {
  /** A text is a script of several. */
  query(request: Request | string): Promise<Answer>;
  /** Has it run with the next one that is waited for; to be waited for where there are many. */
  defer?(request: Request): Promise<void> | undefined;
  /** Has it asked and judged at the latest before the commit. */
  check?(request: Request, judge: Judge): void;
  /** The id of a row that is inserted next. */
  takeId?(table: string): Awaitable<number>;
  /** What comes may wait for others: not while the writes of others wait for it. */
  demandAlone?(): void;
}

/**
 * A server that has vanished, or a firewall that has forgotten the connection, says nothing. By itself the system asks after
 * two hours of silence; until then who waits for an answer, or listens, waits in vain.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

export interface PoolOptions {
  readonly size: number;
  /** Whether the server keeps statements prepared, by name, on each connection. */
  readonly prepare: boolean;
  /** Of its connections, for whoever looks at the server, and for triggers: see kernel/db/versions.ts. */
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
export function toRequest(statement: Statement, values: SqlValue[] = []): Request {
  let text = texts.get(statement);
  if (text === undefined) {
    text = toPostgresStatement(statement.text);
    texts.set(statement, text);
  }
  return { name: statement.name, text, values, statement };
}
