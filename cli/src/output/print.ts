import { CliError } from '../failure.ts';
import { formatRecord, formatTable, formatValue, isRow, type Row } from './format.ts';

/** Format of `--output`. */
export type Output =
  | { readonly kind: 'table' }
  | { readonly kind: 'json' }
  | { readonly kind: 'columns'; readonly columns: readonly string[] };

export function parseOutput(text: string | undefined): Output {
  if (text === undefined || text === 'table') return { kind: 'table' };
  if (text === 'json') return { kind: 'json' };
  const columns = /^columns=(.+)$/.exec(text)?.[1]?.split(',');
  if (columns) return { kind: 'columns', columns };
  throw new CliError('--output must be table, json or columns=NAME,NAME.');
}

interface Shown {
  readonly output: Output;
  /** Columns of the default table. */
  readonly columns: readonly string[];
  /** Fields that `columns=` can name. */
  readonly known: readonly string[];
}

export function formatRows(rows: readonly Row[], { output, columns, known }: Shown): string {
  if (output.kind === 'json') return toJson(rows);
  if (output.kind === 'table') return formatTable(columns, rows);
  const unknown = output.columns.filter((column) => !known.includes(column.split('.')[0] ?? ''));
  // The server may have more fields than this hostctl knows.
  const missing = unknown.filter((column) => !rows.some((row) => column in row));
  if (missing.length > 0) throw new CliError(`Unknown column: ${missing.join(', ')}. Columns: ${known.join(', ')}.`);
  return formatTable(output.columns, rows);
}

export function formatOne(record: unknown, shown: Shown): string {
  if (shown.output.kind === 'json') return toJson(record);
  if (!isRow(record)) return `${formatValue(record)}\n`;
  return shown.output.kind === 'columns' ? formatRows([record], shown) : formatRecord(record);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
