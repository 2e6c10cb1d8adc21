import type { DumpHead } from './dump-format.ts';
import { type MariadbSession, quoteName } from './session.ts';
import type { SequenceDefault } from './tables.ts';

const newline = 0x0a;
/** Start of a column definition; data never starts a line like this. */
const columnStart = Buffer.from('  `');

/**
 * Renames the database in defaults that come from a sequence. Such a default contains the database name, and would
 * refer to the database that is being replaced.
 */
export async function* renameSequenceDefaults(
  tables: AsyncIterable<Buffer>,
  { database, sequenceDefaults }: DumpHead,
  incoming: string,
): AsyncGenerator<Buffer> {
  if (sequenceDefaults.length === 0) {
    yield* tables;
    return;
  }
  const [from, to] = [database, incoming].map((name) => ` DEFAULT nextval(${quoteName(name)}.`) as [string, string];
  for await (const line of splitLines(tables)) {
    const isColumn = line.subarray(0, columnStart.length).equals(columnStart) && line.includes(from);
    yield isColumn ? Buffer.from(line.toString('latin1').replace(from, to), 'latin1') : line;
  }
}

/** Restores the defaults after the tables have moved, when their sequences are in the right database again. */
export async function restoreSequenceDefaults(
  session: MariadbSession,
  database: string,
  defaults: readonly SequenceDefault[],
): Promise<void> {
  for (const { table, column, sequence } of defaults) {
    const [where, from] = [table, sequence].map((name) => `${quoteName(database)}.${quoteName(name)}`);
    await session.query(`alter table ${where} alter column ${quoteName(column)} set default nextval(${from})`);
  }
}

async function* splitLines(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end + 1)]);
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
  yield Buffer.concat(parts);
}
