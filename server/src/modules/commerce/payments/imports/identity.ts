import type { StatementFormat, StatementLine } from '#engines/payment/driver.ts';
import type { LineRow } from './operator-store.ts';

/** Placeholders that banks write instead of a reference. */
const PLACEHOLDERS = new Set(['NONREF', 'NOTPROVIDED', 'NOREF', 'NONE']);
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

type StoredLine = Pick<
  LineRow,
  'key' | 'booked_at' | 'amount' | 'currency' | 'name' | 'iban' | 'text' | 'bank_account' | 'reference' | 'format'
>;

export function keyOf({ id }: Pick<StatementLine, 'id'>): string {
  return `bank:${id}`;
}

function hasContent(row: StoredLine, line: StatementLine): boolean {
  return row.booked_at === line.bookedAt && row.amount === line.amount && row.currency === line.currency && isAlike();

  function isAlike(): boolean {
    return row.name === line.name && row.iban === line.iban && row.text === line.text;
  }
}

/**
 * Returns whether an earlier version stored this line. Its key has the bank's reference, which need not be unique, so
 * the content must match too. Equal lines are counted: the second line of a file is known if two are stored.
 */
export function isStoredFormerly(rows: readonly StoredLine[], line: StatementLine): boolean {
  const key = `bank:${line.formerId}`;
  const former = rows.filter((row) => {
    return row.format === null && (row.key === key || row.key.startsWith(`${key}/`)) && hasContent(row, line);
  });
  return former.length >= line.position;
}

/**
 * Returns whether a stored line with another key may be the same bank entry: it came in the other format, or only one
 * file named the account. Day, amount and currency are equal already.
 */
export function mayBeSame(row: StoredLine, line: StatementLine): boolean {
  const stored = row.format === null ? describeFormer(row) : row;
  const [account, own] = [stored.bank_account ?? '', line.account ?? ''];
  // An account number that is no IBAN may be written differently in the other format.
  if (account !== own && IBAN.test(account) && IBAN.test(own)) return false;
  if (stored.format === line.format) {
    return account !== own && stored.reference === line.reference && hasContent(row, line);
  }
  if (stored.reference === line.reference) return true;
  if (isUnique(stored.reference) && isUnique(line.reference)) return hasContent(row, line);
  return row.iban === null || line.iban === null || row.iban === line.iban;
}

function isUnique(reference: string | null): boolean {
  return reference !== null && !PLACEHOLDERS.has(reference.toUpperCase());
}

/** Parses keys of earlier versions: `bank:<account>/<reference or hash>` with a number for equal lines. */
function describeFormer({ key }: StoredLine) {
  const [, account = '', rest = ''] = /^bank:([^/]*)\/(.*?)(?:\/\d+)?$/.exec(key) ?? [];
  const format: StatementFormat = account === 'csv' ? 'csv' : 'camt';
  const bank_account = IBAN.test(account) ? account : '';
  return { format, bank_account, reference: /^[0-9a-f]{32}$/.test(rest) ? null : rest };
}
