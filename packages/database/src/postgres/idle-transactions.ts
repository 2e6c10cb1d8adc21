import pg from 'pg';

/** Shorter than the takeover of a worker's jobs, and far longer than any of our transactions is idle. */
const BOUND = '5s';

/** Serialised by a lock: two concurrent changes of the same default would fail. */
const SET_BOUND = `do $$ begin
  perform pg_advisory_xact_lock(hashtext('hostler bounds idle transactions'));
  if current_setting('idle_in_transaction_session_timeout') = '0' then
    execute format('alter role current_user in database %I set idle_in_transaction_session_timeout = %L',
      current_database(), '${BOUND}');
  end if;
end $$`;

/**
 * Sets a timeout for idle transactions. A process that is frozen or cut off within a transaction holds its locks until
 * PostgreSQL ends it, which by default may take hours. The setting is a default of our role in this database, so it
 * also applies through a pooler. A value of the operator is kept.
 */
export async function boundIdleTransactions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'hostler' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(SET_BOUND);
  } finally {
    await client.end();
  }
}
