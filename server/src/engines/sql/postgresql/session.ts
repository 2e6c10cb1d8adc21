import pg from 'pg';

const connectMs = 5_000;
const statementMs = 5 * 60_000;
/** Long enough for whoever works on the same database, short enough to be told that somebody does. */
const lockMs = 15_000;

/** One connection: opened for a piece of work and closed after it, so that an idle Hostler holds none. */
export interface PostgresSession {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** All of them, or none. */
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
    // The server ends a statement that takes too long; this is for a server that does not even say so.
    query_timeout: statementMs + connectMs,
    lock_timeout: lockMs,
    // A load leaves its connection idle for as long as the data takes; whose database it is may have it read only.
    options: '-c idle_session_timeout=0 -c default_transaction_read_only=off',
    keepAlive: true,
    application_name: 'hostler',
  });
  // A connection that dies between two statements is told by the next one.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work({
      query: async (text, values) => (await client.query(text, values)).rows,
      // Statements that are sent as one text are one transaction.
      transact: async (statements) => void (await client.query(statements.join(';\n'))),
    });
  } finally {
    // Waiting for a dead server's goodbye would take as long as it is dead.
    client.end().catch(() => {});
  }
}

/**
 * Holds everyone else off work on this database for as long as the session lives, other processes included. The names
 * of such locks belong to the administrator's database, where no customer gets in.
 */
export async function lockDatabase(session: PostgresSession, database: string): Promise<void> {
  await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [nameLock(database)]);
}

/** The same for who has no need to wait: false when somebody else is at work on it. */
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
