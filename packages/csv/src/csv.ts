/**
 * A cell that a spreadsheet would evaluate as a formula, in East Asian versions also with full-width signs. A plain
 * negative number is none.
 */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/;
/** What begins a cell inside this one, for a spreadsheet that separates cells by something else than a comma. */
const FORMULA_INSIDE = /([;|\t\r\n])(?=[=+\-@＝＋－＠])/g;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** Returns the columns of some rows, in order of appearance. Fields of nested records are named `record.field`. */
export function listColumns(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(flatten(row))))];
}

/** Returns the header row. */
export function writeCsvHeader(columns: readonly string[]): string {
  return writeLine(columns);
}

/** Returns the lines of some rows. What begins like a formula gets an apostrophe in front. */
export function writeCsvRows(rows: readonly object[], columns: readonly string[]): string {
  return rows
    .map((row) => {
      const cells = flatten(row);
      return writeLine(columns.map((column) => cells[column]));
    })
    .join('');
}

function flatten(row: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isRecord ? Object.entries(flatten(value, `${prefix}${name}.`)) : [[`${prefix}${name}`, value]];
    }),
  );
}

function writeLine(cells: readonly unknown[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.map(writeItem).join(', ') : String(value);
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(FORMULA_INSIDE, "$1'");
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeItem(item: unknown): string {
  return typeof item === 'object' ? JSON.stringify(item) : String(item);
}
