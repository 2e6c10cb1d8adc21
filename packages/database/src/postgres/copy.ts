import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';

interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Copies a table to `write` in the text format of PostgreSQL, and returns the number of rows. `write` returns a promise
 * if the copy must pause. If it fails, the connection is still busy with the copy and must be ended.
 */
export async function copyOut(
  client: Client,
  table: CopiedTable,
  write: (rows: Buffer) => Promise<unknown> | undefined,
): Promise<number> {
  const copy = client.query(to(`copy ${describe(table)} to stdout`));
  for await (const rows of copy as AsyncIterable<Buffer>) await write(rows);
  // The count arrives after the last row. A further query is answered after that.
  await client.query('');
  return copy.rowCount;
}

/** Reads a table in the same format, in chunks. The connection is busy until all are read. */
export function readOut(client: Client, table: CopiedTable): AsyncIterable<Buffer> {
  return client.query(to(`copy ${describe(table)} to stdout`));
}

/** Copies rows in the same format into a table. Nothing is copied if the source or the server fails. */
export async function copyIn(client: Client, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(from(`copy ${describe(table)} from stdin`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

function describe({ table, columns }: CopiedTable): string {
  return `${table} (${columns.map(quote).join(', ')})`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
