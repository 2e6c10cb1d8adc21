import Sqlite from 'better-sqlite3';
import { encodeRow } from '../copy-text.ts';
import { type DataHeader, DataWriter, NotLoaded } from '../data-file.ts';
import { RowSum, type TableSum } from '../table-sums.ts';
import { describeTables, type FileTable, readRows } from './tables.ts';

/**
 * Writes all tables of the file in the format of a copy of PostgreSQL, and returns what they contain. The file is only
 * read.
 */
export async function dumpFile(
  file: string,
  to: string,
  facts: Omit<DataHeader, 'steps' | 'hostler' | 'format'>,
): Promise<TableSum[]> {
  const db = new Sqlite(file, { readonly: true });
  let writer: DataWriter | undefined;
  try {
    // One snapshot for all tables.
    db.exec('begin');
    const steps = db.prepare('select id from migrations order by id').pluck().all() as string[];
    writer = new DataWriter(to, { hostler: 'data', format: 1, ...facts, steps });
    const sums: TableSum[] = [];
    for (const table of describeTables(db)) sums.push(await writeTable(db, table, writer));
    await writer.end();
    return sums;
  } catch (error) {
    await writer?.abort();
    throw error;
  } finally {
    db.close();
  }
}

async function writeTable(db: Sqlite.Database, described: FileTable, writer: DataWriter): Promise<TableSum> {
  const { table, columns, lastId: last_id } = described;
  const names = columns.map(({ name }) => name);
  const sum = new RowSum();
  let rows = 0;
  writer.beginTable({ table, columns: names, last_id });
  for (const values of readRows(db, described)) {
    const at = values.findIndex((value) => value?.includes('\0'));
    if (at !== -1) {
      throw new NotLoaded(
        `A text in ${table}.${names[at]} contains the character NUL, which PostgreSQL cannot store. Remove it first.`,
      );
    }
    sum.add(values);
    rows++;
    await writer.write(encodeRow(values));
  }
  await writer.endTable(rows);
  return sum.of(table);
}
