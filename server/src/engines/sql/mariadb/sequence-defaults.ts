import type { DumpHead } from './dump-format.ts';
import { type MariadbSession, quoteName } from './session.ts';
import type { SequenceDefault } from './tables.ts';

const newline = 0x0a;
/** How the line of a column begins; data never stands at the beginning of a line like that. */
const columnStart = Buffer.from('  `');

/**
 * A default that comes from a sequence names the database, and so would look for it in the one that is to be replaced.
 * In the lines that describe such columns the name is changed to that of the database they are loaded into.
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

/** Once the tables have moved, their sequences are in the right database again. */
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
