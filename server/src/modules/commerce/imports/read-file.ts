import { readCsvFile, refuseFile as refuse } from '#kernel/csv-file.ts';
import { fieldErrors as general } from '#kernel/errors.ts';
import { COLUMNS } from './columns.ts';
import { fieldErrors } from './errors.ts';
import type { ImportKind } from './schemas.ts';

/** Maximum lines of a file. */
const MOST_LINES = 100_000;
const LONGEST_CELL = 1_000;

/** A line of the file: its cells by column, or the reason why it cannot be read. */
export interface FileLine {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly problem: string | null;
}

/**
 * Yields the lines of a CSV file after its column names. Throws a validation error if the file as a whole cannot be
 * used.
 */
export function* readFile(kind: ImportKind, file: Uint8Array): Generator<FileLine> {
  let names: string[] | undefined;
  let count = 0;
  for (const { cells, line } of readCsvFile(file)) {
    if (!names) {
      names = readNames(kind, cells);
      continue;
    }
    count += 1;
    if (count > MOST_LINES) refuse(general.csv_too_many_lines('file', { max: MOST_LINES }));
    yield readLine(names, cells, line);
  }
  if (!names) refuse(fieldErrors.import_empty('file', { columns: COLUMNS[kind].required.join(', ') }));
  if (count === 0) refuse(fieldErrors.import_without_lines('file'));
}

function readNames(kind: ImportKind, cells: readonly string[]): string[] {
  const { required, optional } = COLUMNS[kind];
  const known = [...required, ...optional];
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 5).map((name) => name.slice(0, 40) || 'a column without a name');
    refuse(general.csv_unknown_columns('file', { columns: shown.join(', '), allowed: known.join(', ') }));
  }
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) refuse(fieldErrors.import_column_missing('file', { columns: missing.join(', ') }));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) refuse(fieldErrors.import_column_repeated('file', { column: repeated }));
  return names;
}

function readLine(names: readonly string[], cells: readonly string[], line: number): FileLine {
  const read = Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim().normalize('NFC') ?? '']));
  return { line, cells: read, problem: findProblem(names, cells) };
}

function findProblem(names: readonly string[], cells: readonly string[]): string | null {
  if (cells.length > names.length) {
    return 'The line has more cells than the first line has columns. Put cells with a separator in quotes.';
  }
  const long = names.find((_, index) => (cells[index]?.length ?? 0) > LONGEST_CELL);
  return long === undefined ? null : `The cell ${long} has more than ${LONGEST_CELL} characters. Shorten it.`;
}
