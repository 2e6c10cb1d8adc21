import pg from 'pg';
import { type DataHeader, type DataSummary, DataWriter } from '../data-file.ts';
import { copyOut } from './copy.ts';
import { listTables } from './tables.ts';

/**
 * Writes all tables of one snapshot while the database is in use. Holds locks that block only migration steps. `inspect`
 * reads the same snapshot.
 */
export async function dumpDatabase(
  url: string,
  file: string,
  facts: Omit<DataHeader, 'steps' | 'hostler' | 'format'>,
  inspect?: (client: pg.Client) => Promise<void>,
): Promise<DataSummary> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'hostler backup-data' });
  client.on('error', () => {});
  let writer: DataWriter | undefined;
  try {
    await client.connect();
    await client.query(`begin isolation level repeatable read read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
    const tables = await listTables(client);
    await client.query(`lock table ${tables.map(({ table }) => table).join(', ')} in access share mode`);
    const steps = await client.query<{ id: string }>('select id from migrations order by id');
    writer = new DataWriter(file, { hostler: 'data', format: 1, ...facts, steps: steps.rows.map(({ id }) => id) });
    const written = writer;
    for (const { table, columns, sequence } of tables) {
      written.beginTable({ table, columns, last_id: sequence === null ? null : await readSequence(client, sequence) });
      await written.endTable(await copyOut(client, { table, columns }, (rows) => written.write(rows)));
    }
    await inspect?.(client);
    return await written.end();
  } catch (error) {
    await writer?.abort();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns the last id. It is never behind the rows of the snapshot, because a sequence advances before its id is used.
 */
async function readSequence(client: pg.Client, sequence: string): Promise<number> {
  const { rows } = await client.query(`select case when is_called then last_value else 0 end as last from ${sequence}`);
  return Number(rows[0].last);
}
