import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { MariadbAddress, MariadbLogin } from './address.ts';

const connectMs = 5_000;
const statementMs = 5 * 60_000;
/** Long enough for another operation on the same database, and short enough to report it. */
const lockSeconds = 15;
/** A load leaves its connection idle while the data is transferred. */
const idleSeconds = 24 * 60 * 60;

/** A connection that is opened for one operation and closed afterwards, so that an idle Hostler holds none. */
export interface MariadbSession {
  /** Runs one statement; `?` is replaced by a quoted value. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** For statements whose column names depend on the object. */
  show(text: string): Promise<(string | null)[]>;
}

export async function withMariadbSession<T>(
  address: MariadbAddress,
  login: MariadbLogin & { database?: string },
  work: (session: MariadbSession) => Promise<T>,
): Promise<T> {
  // Loaded on demand: installations without MariaDB need not load it.
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({
    ...(await address.connectionOptions()),
    ...login,
    charset: 'utf8mb4_general_ci',
    connectTimeout: connectMs,
    enableKeepAlive: true,
    multipleStatements: false,
    supportBigNumbers: true,
    flags: ['-LOCAL_FILES'],
  });
  // If a connection dies between two statements, the next one fails.
  connection.on('error', () => {});
  const run = async (text: string, values: unknown[], rowsAsArray: boolean) => {
    const [rows] = await connection.query<RowDataPacket[] | ResultSetHeader>({
      sql: text,
      values,
      rowsAsArray,
      timeout: statementMs,
    });
    return Array.isArray(rows) ? rows : [];
  };
  try {
    await run(
      `set session sql_mode = '', lock_wait_timeout = ${lockSeconds}, innodb_lock_wait_timeout = ${lockSeconds},
       wait_timeout = ${idleSeconds}`,
      [],
      false,
    );
    return await work({
      query: async <Row extends object>(text: string, values: unknown[] = []) =>
        (await run(text, values, false)) as unknown as Row[],
      show: async (text) => ((await run(text, [], true))[0] ?? []) as unknown as (string | null)[],
    });
  } finally {
    // Do not wait: a dead server would not answer.
    connection.end().catch(() => {});
  }
}

export function quoteName(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``;
}

/** In a grant the database name is a pattern, in which an underscore matches any character. */
export function escapePattern(database: string): string {
  return database.replace(/[\\_%]/g, '\\$&');
}
