import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { formatRows } from './command-line.ts';

/** Prints pages as one JSON array, each page before the next is read. The text equals that of the whole array. */
export async function printJsonList(pages: AsyncIterable<readonly object[]>, output: Writable): Promise<void> {
  let isFirst = true;
  for await (const rows of pages) {
    const items = rows.map((row) => JSON.stringify(row, null, 2).replaceAll('\n', '\n  '));
    await write(output, `${isFirst ? '[\n  ' : ',\n  '}${items.join(',\n  ')}`);
    isFirst = false;
  }
  await write(output, isFirst ? '[]\n' : '\n]\n');
}

/** Prints pages as one table. Columns have the width of the first page; a longer cell of a later page moves its row. */
export async function printTable(
  pages: AsyncIterable<readonly object[]>,
  output: Writable,
  columns?: readonly string[],
): Promise<void> {
  let widths: readonly number[] | undefined;
  for await (const rows of pages) {
    const page = formatRows(rows as readonly Record<string, unknown>[], columns, widths);
    widths = page.widths;
    await write(output, `${page.text}\n`);
  }
  if (!widths) await write(output, '(none)\n');
}

/** Waits for a slow reader, so that output does not pile up in memory. */
async function write(output: Writable, text: string): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}
