import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundIdleTransactions } from './idle-transactions.ts';

describe.skipIf(!runsOnPostgres)('the timeout of idle transactions', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  });
  afterEach(() => database.drop());

  const read = async (prepare = 'select 1') => {
    const client = new Client({ connectionString: database.directUrl });
    await client.connect();
    await client.query(prepare);
    const { rows } = await client.query('show idle_in_transaction_session_timeout');
    await client.end();
    return rows[0].idle_in_transaction_session_timeout as string;
  };

  it('applies to every new session, however many processes set it at once', async () => {
    expect(await read()).toBe('0');
    await Promise.all(Array.from({ length: 5 }, () => boundIdleTransactions(database.directUrl)));
    expect(await read()).toBe('5s');
  });

  it('keeps the value the operator has set', async () => {
    const name = new URL(database.directUrl).pathname.slice(1);
    await read(`alter role current_user in database "${name}" set idle_in_transaction_session_timeout = '1h'`);
    await boundIdleTransactions(database.directUrl);
    expect(await read()).toBe('1h');
  });
});
