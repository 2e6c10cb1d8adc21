import { decimalsOf } from '#kernel/currency.ts';
import { checkLabel } from '#kernel/name.ts';

/** Reason why a line is wrong: the cell, the error and what to do. */
export class WrongLine extends Error {
  override readonly name = 'WrongLine';
}

export type Cells = Readonly<Record<string, string>>;

const LONGEST = 200;
/** Ten million of the main unit. A larger amount is a typing error. */
const MOST_MINOR = 1_000_000_000;

/** Returns a cell of one line. Throws if it is empty. */
export function requireCell(cells: Cells, name: string): string {
  const cell = optionalCell(cells, name);
  if (cell === undefined) throw new WrongLine(`The cell ${name} is empty. Fill it in.`);
  return cell;
}

export function optionalCell(cells: Cells, name: string): string | undefined {
  const cell = cells[name];
  if (!cell) return undefined;
  const [problem] = checkLabel(cell, LONGEST, name);
  if (problem) throw new WrongLine(`The cell ${name} ${problem.message}`);
  return cell;
}

/** Returns an ISO 4217 code in capitals. */
export function readCurrency(cells: Cells): string {
  const currency = requireCell(cells, 'currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new WrongLine('The cell currency must be a code of three letters, like EUR.');
  return currency;
}

/** Reads `9.90` or `9,90` as minor units. */
export function readMoney(cells: Cells, name: string, currency: string): number {
  const cell = requireCell(cells, name);
  const decimals = decimalsOf(currency);
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(cell) ?? [];
  if (whole === '' || part.length > decimals) {
    const example = decimals === 0 ? '990' : `9.${'9'.padEnd(decimals, '0')}`;
    throw new WrongLine(`The cell ${name} must be an amount in ${currency} like ${example}, without a thousands sign.`);
  }
  const amount = Number(whole) * 10 ** decimals + Number(part.padEnd(decimals, '0') || 0);
  if (amount > MOST_MINOR) throw new WrongLine(`The cell ${name} is too large. Check the amount.`);
  return sign === '-' ? -amount : amount;
}

/** Reads `2027-01-15` or `15.01.2027` as a day, in milliseconds of UTC. */
export function readDay(cells: Cells, name: string): number {
  const cell = requireCell(cells, name);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell) ?? [];
  const [, day = isoDay, month = isoMonth, year = isoYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const read = new Date(at);
  if (Number.isNaN(at) || read.getUTCMonth() !== Number(month) - 1 || read.getUTCDate() !== Number(day)) {
    throw new WrongLine(`The cell ${name} must be a day like 2027-01-15.`);
  }
  return at;
}
