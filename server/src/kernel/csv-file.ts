import { CsvError, readCells } from './csv-cells.ts';
import { type ErrorDetail, fieldErrors, validationError } from './errors.ts';

/**
 * Yields the rows of a CSV file that staff sent, without empty ones. Accepts comma and semicolon, UTF-8 with or without a
 * byte order mark, and Windows-1252, which covers Latin-1. Throws a validation error if it is not a CSV file.
 */
export function* readCsvFile(file: Uint8Array): Generator<{ cells: string[]; line: number }> {
  const text = decode(file);
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  try {
    for (const row of readCells(text, firstLine.includes(';') ? ';' : ',')) {
      if (row.cells.some((cell) => cell.trim() !== '')) yield row;
    }
  } catch (error) {
    if (error instanceof CsvError) refuseFile(fieldErrors.not_csv_file('file', { problem: error.message }));
    throw error;
  }
}

/** Refuses the request because of its field `file`. */
export function refuseFile(detail: ErrorDetail): never {
  throw validationError([detail]);
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}
