/** Most rows of a download. The API reads as many in any order. */
export const MOST_ROWS = 10_000;

/** All rows of a list, with its filters and order. */
export interface CsvSource {
  /** Name of the file, without date and extension. */
  readonly name: string;
  readonly rows: (signal: AbortSignal) => AsyncIterable<object>;
}

/**
 * Reads the rows of a list, at most `MOST_ROWS`. A row that moves to the next page while the list is read is kept once.
 * `onRow` is called with the number of rows read.
 */
export async function collectRows(
  { rows }: CsvSource,
  signal: AbortSignal,
  onRow: (count: number) => void,
): Promise<object[]> {
  const found = new Map<unknown, object>();
  for await (const row of rows(signal)) {
    signal.throwIfAborted();
    const { id } = row as { id?: unknown };
    found.set(id ?? row, row);
    onRow(found.size);
    if (found.size === MOST_ROWS) break;
  }
  return [...found.values()];
}
