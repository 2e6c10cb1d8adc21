/** Amounts in minor units, if the record has a `currency`. */
const AMOUNTS =
  /^(amount(_\w+)?|total|subtotal|tax|price|setup_fee|new_price|credit|due|overdue|usage_so_far|traffic_cap|monthly_cap|refunded_amount)$/;
/** Controls of the terminal, and letters that change the direction of text: data must not write commands for it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value as text for a person. Line breaks stay. */
export function formatValue(value: unknown, name = '', row: Row = {}): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    return typeof row.currency === 'string' && AMOUNTS.test(name) ? formatAmount(value, row.currency) : String(value);
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return '-';
    return value.some(isRow) ? String(value.length) : value.map((item) => formatValue(item)).join(', ');
  }
  if (isRow(value))
    return Object.values(value)
      .map((item) => formatValue(item))
      .join(' ');
  return toPlain(String(value));
}

/** Shows control characters instead of sending them to the terminal. Keeps tabs and line breaks. */
export function toPlain(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(CONTROLS, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function formatAmount(amount: number, currency: string): string {
  return `${(amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))} ${currency}`;
}

function digitsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Aligns columns with two spaces between them. */
export function formatTable(columns: readonly string[], rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    columns.map((column) => formatValue(pick(row, column), column, row).replace(/\s*\n\s*/g, ' ')),
  );
  const lines = [columns.map((column) => column.toUpperCase().replaceAll('_', ' ')), ...cells];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index] ?? ''))));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, index) => pad(cell, widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Reads a column, or a field of an object such as `traffic.used_bytes`. */
function pick(row: Row, column: string): unknown {
  if (column in row) return row[column];
  return column.split('.').reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);
}

/** Formats a record as one line per field, and lists of objects as tables below. */
export function formatRecord(record: Row): string {
  const fields = flatten(record);
  const lists = fields.filter(([, value]) => isTable(value));
  const lines = fields.filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  const text = lines.map(([name, value]) => {
    const shown = formatValue(value, name, record)
      .split('\n')
      .join(`\n${' '.repeat(width + 2)}`);
    return `${pad(`${name}:`, width + 2)}${shown}\n`;
  });
  return [...text, ...lists.map(([name, value]) => `\n${name}\n${formatList(value as Row[])}`)].join('');
}

/** Texts of several lines, such as messages of a ticket, do not fit into a table. */
function formatList(rows: readonly Row[]): string {
  const isLong = rows.some((row) =>
    Object.values(row).some((value) => typeof value === 'string' && value.length > 100),
  );
  if (isLong) return rows.map((row) => formatRecord(row)).join('\n');
  return formatTable(Object.keys(Object.assign({}, ...rows)), rows);
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function flatten(record: Row, prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isRow(value) && Object.keys(value).length > 0 ? flatten(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
  );
}

function widthOf(text: string): number {
  return [...text].length;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
