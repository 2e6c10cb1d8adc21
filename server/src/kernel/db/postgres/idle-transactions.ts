import pg from 'pg';

/** Shorter than what a worker's work is taken over in; far longer than a transaction of ours ever rests. */
const BOUND = '5s';

/** In turn: two who change the same default at the same moment would fail. */
const SET_BOUND = `do $$ begin
  perform pg_advisory_xact_lock(hashtext('hostler bounds idle transactions'));
  if current_setting('idle_in_transaction_session_timeout') = '0' then
    execute format('alter role current_user in database %I set idle_in_transaction_session_timeout = %L',
      current_database(), '${BOUND}');
  end if;
end $$`;

/**
 * Who is frozen or cut off in the middle of a transaction keeps its locks from all others until PostgreSQL ends it, and by
 * itself it may take hours to notice. A default of our role in this database, because that also holds through a pooler,
 * which hands sessions around. What the operator has set stays.
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
