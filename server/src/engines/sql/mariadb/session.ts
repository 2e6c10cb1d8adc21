import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { MariadbAddress, MariadbLogin } from './address.ts';

const connectMs = 5_000;
const statementMs = 5 * 60_000;
/** Long enough for whoever works on the same database, short enough to be told that somebody does. */
const lockSeconds = 15;
/** A load leaves its connection idle for as long as the data takes. */
const idleSeconds = 24 * 60 * 60;

/** One connection: opened for a piece of work and closed after it, so that an idle Hostler holds none. */
export interface MariadbSession {
  /** `?` in the text is replaced by a quoted value. One statement at a time, whatever the text holds. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** For statements whose columns have names that depend on what is shown. */
  show(text: string): Promise<(string | null)[]>;
}

export async function withMariadbSession<T>(
  address: MariadbAddress,
  login: MariadbLogin & { database?: string },
  work: (session: MariadbSession) => Promise<T>,
): Promise<T> {
  // Only here: whoever uses no MariaDB need not load it.
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
  // A connection that dies between two statements is told by the next one.
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
    // Waiting for a dead server's goodbye would take as long as it is dead.
    connection.end().catch(() => {});
  }
}

export function quoteName(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``;
}

/** In a grant the name of a database is a pattern, in which an underscore means any character. */
export function escapePattern(database: string): string {
  return database.replace(/[\\_%]/g, '\\$&');
}
