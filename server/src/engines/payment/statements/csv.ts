import { CsvError, readCells } from '#kernel/csv-cells.ts';
import { type CollectedLines, quote, type RawLine, readIban, refuseStatement } from './statement-lines.ts';

/** Column names of banks, compared without case, blanks and signs. The first match counts. */
const COLUMNS = {
  account: ['ownaccount', 'owniban', 'auftragskonto', 'ibanauftragskonto'],
  id: ['id', 'transactionid', 'umsatzid', 'buchungsid', 'bankreference', 'bankreferenz', 'entryreference'],
  day: ['date', 'bookingdate', 'bookedat', 'buchungstag', 'buchungsdatum', 'buchung', 'datum', 'valutadatum'],
  amount: ['amount', 'betrag', 'umsatz', 'credit', 'betraginwaehrung'],
  currency: ['currency', 'waehrung', 'whrg'],
  name: [
    'name',
    'payer',
    'counterparty',
    'partnername',
    'beguenstigterzahlungspflichtiger',
    'namezahlungsbeteiligter',
    'auftraggeberbeguenstigter',
    'auftraggeberempfaenger',
    'zahlungspflichtiger',
    'zahlungspflichtige',
    'auftraggeber',
  ],
  iban: [
    'iban',
    'partneriban',
    'payeriban',
    'kontonummeriban',
    'ibanzahlungsbeteiligter',
    'kontonummer',
    'accountnumber',
  ],
  text: ['text', 'reference', 'purpose', 'description', 'remittanceinformation', 'verwendungszweck', 'zweck'],
} as const;

type Column = keyof typeof COLUMNS;
/** Banks write their name, the account and a date above the table. */
const HEADER_WITHIN = 30;
const LONGEST_AMOUNT = 40;
/** Of a column. */
const LONGEST_NAME = 100;
/** Matches `DE89370400440532013000` or `IBAN: DE89 3704 0044 0532 0130 00`. */
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/;

/** Parses a table of a bank, with the column names in the first lines: the credits in it. */
export function parseStatementCsv(csv: string, { statementOf }: CollectedLines): void {
  const above: string[][] = [];
  let table: ReturnType<typeof readTable> | undefined;
  let number = 0;
  for (const { cells, line } of readRows(csv)) {
    number += 1;
    if (table) {
      const row = table(cells, `line ${line}`);
      if (row) statementOf(row.account, 'csv')(row.raw, `line ${line}`);
      continue;
    }
    above.push(cells);
    const columns = findColumns(cells);
    if (columns) table = readTable(columns, above);
    else if (number >= HEADER_WITHIN) break;
  }
  if (!table) refuseStatement('No line in it names a date and an amount, like date;amount;currency;name;iban;text.');
}

/** Returns a reader for the rows below the column names. The lines above may name the account and the currency. */
function readTable(columns: ReadonlyMap<Column, number>, above: readonly string[][]) {
  const currencyIn = (cells: readonly string[]) =>
    cells.map((cell) => /\b[A-Z]{3}\b/.exec(cell)?.[0] ?? '').find(isCurrency);
  const currency = above.map(currencyIn).findLast((found) => found !== undefined) ?? 'EUR';
  const own = [...new Set(above.flat().flatMap((cell) => readIban(IBAN.exec(cell)?.[0] ?? null) ?? []))];
  // With two accounts above one table, the owner of its lines is unknown.
  const account = own.length === 1 ? (own[0] ?? null) : null;
  return function readRow(cells: readonly string[], where: string) {
    const cell = (column: Column) => cells[columns.get(column) ?? -1]?.trim() ?? '';
    // Skips balances and blank lines below the table.
    if (cell('day') === '' || cell('amount') === '') return undefined;
    const { amount, currency: written } = readMoney(cell('amount'), where);
    if (amount === undefined) return undefined;
    const raw: RawLine = {
      bankReference: cell('id') || null,
      day: readDate(cell('day'), where),
      amount,
      currency: cell('currency') || written || currency,
      name: cell('name'),
      iban: cell('iban') || null,
      text: cell('text'),
    };
    return { raw, account: cell('account') || account };
  };
}

function isCurrency(text: string): boolean {
  return ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'BGN'].includes(text);
}

function* readRows(csv: string) {
  try {
    yield* readCells(csv, chooseDelimiter(csv));
  } catch (error) {
    if (error instanceof CsvError) refuseStatement(error.message);
    throw error;
  }
}

function chooseDelimiter(csv: string): string {
  const head = csv.split('\n', HEADER_WITHIN).join('\n');
  const count = (sign: string) => head.split(sign).length;
  return [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ';');
}

function findColumns(cells: readonly string[]): ReadonlyMap<Column, number> | undefined {
  const names = cells.map((cell) => fold(cell.slice(0, LONGEST_NAME)));
  const found = new Map<Column, number>();
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const name = COLUMNS[column].find((known) => names.includes(known));
    if (name !== undefined) found.set(column, names.indexOf(name));
  }
  return found.has('day') && found.has('amount') ? found : undefined;
}

/** Normalises `Betrag (EUR)`, `Zahlungspflichtige*r`, `Währung` to `betrag`, `zahlungspflichtiger`, `waehrung`. */
function fold(name: string): string {
  return (
    name
      .toLowerCase()
      // Nothing in the brackets may be a bracket: after each of many opening ones, the rest would be searched again.
      .replace(/\([^()]*\)|\bin (eur|€)/g, '')
      .replace(/ä/g, 'ae')
      .replace(/ö/g, 'oe')
      .replace(/ü/g, 'ue')
      .replace(/[^a-z]/g, '')
  );
}

/** Parses `1.234,56`, `1,234.56`, `+12,00 EUR`, `12.00-`. The amount is undefined for a debit. */
function readMoney(text: string, where: string): { amount: string | undefined; currency: string | undefined } {
  const [, sign = '', digits = '', after = '', unit] =
    /^([+-]?) ?([\d.,' ]+?)(-?) ?(€|[A-Z]{3})?$/.exec(text.replaceAll('−', '-')) ?? [];
  // Two digits after the last separator, or no separator: `1.234` and `1.5` are ambiguous.
  const [, whole = digits, part = '00'] = /^(\d{1,3}(?:[.,' ]?\d{3})*|\d+)[.,](\d{2})$/.exec(digits) ?? [];
  if (!/^\d/.test(whole) || (whole === digits && /\D/.test(digits)) || text.length > LONGEST_AMOUNT) {
    refuseStatement(`${where}: ${quote(text)} is not an amount.`);
  }
  const amount = sign === '-' || after === '-' ? undefined : `${whole.replace(/\D/g, '')}.${part}`;
  return { amount, currency: unit === '€' ? 'EUR' : unit };
}

function readDate(text: string, where: string): string {
  const [, day, month, year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text) ?? [];
  if (day && month) {
    return `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  return refuseStatement(`${where}: ${quote(text)} is not a date like 2026-11-16 or 16.11.2026.`);
}
