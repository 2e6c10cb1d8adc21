const MOST_CELLS = 200;
/** As in spreadsheets. */
const LONGEST_CELL = 32_767;

/** A text that is no table. The message names the line. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/**
 * Yields the rows of a table as in RFC 4180; a quoted cell may contain the delimiter, quotes and line breaks. Throws
 * `CsvError`.
 */
export function* readCells(csv: string, delimiter: string): Generator<{ cells: string[]; line: number }> {
  let position = 0;
  let line = 1;
  while (position < csv.length) {
    const cells: string[] = [];
    const began = line;
    for (let ended = false; !ended; ) {
      const { cell, end } =
        csv[position] === '"' ? readQuoted(csv, position, began) : readPlain(csv, position, delimiter);
      if (cell.length > LONGEST_CELL) {
        throw new CsvError(`line ${began}: a cell has more than ${LONGEST_CELL} characters.`);
      }
      line += countBreaks(cell);
      cells.push(cell);
      if (cells.length > MOST_CELLS) throw new CsvError(`line ${began}: it has more than ${MOST_CELLS} columns.`);
      ended = csv[end] !== delimiter;
      position = ended ? skipBreak(csv, end, began) : end + 1;
    }
    line += 1;
    yield { cells, line: began };
  }
}

function readPlain(csv: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start;
  while (end < csv.length && csv[end] !== delimiter && csv[end] !== '\n' && csv[end] !== '\r') end += 1;
  return { cell: csv.slice(start, end), end };
}

function readQuoted(csv: string, start: number, line: number): { cell: string; end: number } {
  for (let from = start + 1; ; ) {
    const quote = csv.indexOf('"', from);
    if (quote < 0) throw new CsvError(`line ${line}: a quote is opened and never closed.`);
    if (csv[quote + 1] !== '"') return { cell: csv.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    from = quote + 2;
  }
}

function skipBreak(csv: string, end: number, line: number): number {
  if (end >= csv.length) return end;
  if (csv.startsWith('\r\n', end)) return end + 2;
  if (csv[end] === '\n' || csv[end] === '\r') return end + 1;
  throw new CsvError(`line ${line}: there is text after a closing quote.`);
}

function countBreaks(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0;
}
