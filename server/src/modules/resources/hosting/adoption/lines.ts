import { readCsvFile, refuseFile as refuse } from '#kernel/csv-file.ts';
import { fieldErrors as general } from '#kernel/errors.ts';
import { fieldErrors } from './errors.ts';

const COLUMNS = ['instance', 'account', 'hostname', 'plan', 'label', 'region', 'subscription'] as const;
type Column = (typeof COLUMNS)[number];
const ID = /^[1-9]\d{0,14}$/;
const MOST_LINES = 1_000;

/** A machine to adopt, as a line of a CSV file names it. */
export interface AdoptionLine {
  readonly line: number;
  readonly instance: string;
  readonly account_id: number;
  readonly hostname?: string | undefined;
  readonly plan?: string | undefined;
  readonly label?: string | undefined;
  readonly region?: string | undefined;
  /** Subscription that pays for the server. */
  readonly subscription_id?: number | undefined;
  /** Why the line cannot be used; null if it can. */
  readonly problem: string | null;
}

/**
 * Reads a CSV file with a header line. Throws a validation error if the file as a whole cannot be used.
 */
export function readLines(file: Uint8Array): AdoptionLine[] {
  const [header, ...rows] = readCsvFile(file);
  const names = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !COLUMNS.includes(name as Column));
  if (unknown.length > 0) {
    refuse(general.csv_unknown_columns('file', { columns: unknown.join(', '), allowed: COLUMNS.join(', ') }));
  }
  if (!names.includes('instance') || !names.includes('account')) {
    refuse(fieldErrors.adoption_columns_missing('file'));
  }
  if (rows.length === 0) refuse(fieldErrors.adoption_without_lines('file'));
  if (rows.length > MOST_LINES) refuse(general.csv_too_many_lines('file', { max: MOST_LINES }));
  return rows.map(({ cells, line }) => readLine(names as Column[], cells, line));
}

function readLine(names: readonly Column[], cells: readonly string[], line: number): AdoptionLine {
  const cell = (name: Column) => cells[names.indexOf(name)]?.trim() || undefined;
  const [instance = '', account = ''] = [cell('instance'), cell('account')];
  const isId = ID.test(account);
  const subscription = cell('subscription');
  const problem =
    cells.length > names.length
      ? 'The line has more cells than the first line has columns.'
      : instance === ''
        ? 'The cell instance is empty.'
        : !isId
          ? 'The cell account must be the id of an account.'
          : subscription !== undefined && !ID.test(subscription)
            ? 'The cell subscription must be the id of a subscription.'
            : null;
  return {
    ...{ line, instance, account_id: isId ? Number(account) : 0, problem },
    ...{ hostname: cell('hostname'), plan: cell('plan'), label: cell('label'), region: cell('region') },
    ...(subscription === undefined ? {} : { subscription_id: Number(subscription) }),
  };
}
