import pg from 'pg';

const connectMs = 5_000;
const statementMs = 5 * 60_000;
/** Long enough for another operation on the same database, and short enough to report it. */
const lockMs = 15_000;

/** A connection that is opened for one operation and closed afterwards, so that an idle Hostler holds none. */
export interface PostgresSession {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs all statements in one transaction. */
  transact(statements: readonly string[]): Promise<void>;
}

export async function withPostgresSession<T>(
  connectionString: string,
  work: (session: PostgresSession) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // The server ends a statement that takes too long; this covers a server that does not answer.
    query_timeout: statementMs + connectMs,
    lock_timeout: lockMs,
    // A load leaves its connection idle while the data is transferred. The owner may have made the database read-only.
    options: '-c idle_session_timeout=0 -c default_transaction_read_only=off',
    keepAlive: true,
    application_name: 'hostler',
  });
  // If a connection dies between two statements, the next one fails.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work({
      query: async (text, values) => (await client.query(text, values)).rows,
      // Statements sent as one text form one transaction.
      transact: async (statements) => void (await client.query(statements.join(';\n'))),
    });
  } finally {
    // Do not wait: a dead server would not answer.
    client.end().catch(() => {});
  }
}

/**
 * Locks a database for the duration of the session, against other processes, too. The lock belongs to the
 * administrator's database, which customers cannot connect to.
 */
export async function lockDatabase(session: PostgresSession, database: string): Promise<void> {
  await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [nameLock(database)]);
}

/** Like `lockDatabase`, without waiting: returns false if the lock is held. */
export async function tryLockDatabase(session: PostgresSession, database: string): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [nameLock(database)],
  );
  return row?.locked === true;
}

function nameLock(database: string): string {
  return `hostler ${database}`;
}
