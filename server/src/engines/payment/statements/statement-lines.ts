import { sha256 } from '#kernel/crypto.ts';
import { decimalsOf } from '#kernel/currency.ts';
import { EngineError } from '../../engine.ts';
import type { StatementFormat, StatementLine } from '../driver.ts';

/** Limit per file. */
const MOST_LINES = 100_000;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 1_000;
const LONGEST_REFERENCE = 60;
const LONGEST_ACCOUNT = 40;

/** Fields of an entry in a file, from which the line is made. */
export interface RawLine {
  /** Reference of the bank; null if there is none. */
  readonly bankReference: string | null;
  /** For example `2026-11-16`. */
  readonly day: string;
  /** With a decimal point: `1234.56`. */
  readonly amount: string;
  readonly currency: string;
  readonly name: string;
  readonly iban: string | null;
  readonly text: string;
}

/** Collects the lines of one file and assigns their ids. `given` is the account for statements that name none. */
export function collectLines(format: StatementFormat, given?: string) {
  const positions = new Map<string, number>();
  const lines: StatementLine[] = [];
  const fallback = given === undefined ? null : readGivenAccount(given);

  /** Sets the account of the following lines. `formerly` is its name in earlier versions. */
  function statementOf(named: string | null, formerly: string) {
    const account = chooseAccount(named, fallback);
    /** Adds a line. `where` names the place in the file for the person who has to correct it. */
    return function add(raw: RawLine, where: string): void {
      if (lines.length >= MOST_LINES) refuseStatement(`It has more than ${MOST_LINES} lines; import it in parts.`);
      const currency = raw.currency.toUpperCase();
      const line = {
        bookedAt: readDay(raw.day, where),
        amount: readAmount(raw.amount, currency, where),
        currency,
        name: tidy(raw.name, LONGEST_NAME),
        iban: readIban(raw.iban),
        text: tidy(raw.text, LONGEST_TEXT),
      };
      // An information line of the bank, such as at the end of a quarter.
      if (line.amount === 0) return;
      const reference = raw.bankReference && tidy(raw.bankReference, LONGEST_REFERENCE);
      const formerId = `${formerly}/${reference ?? sha256(JSON.stringify(line)).slice(0, 32)}`;
      const content = sha256(JSON.stringify([format, account, reference || null, line]));
      const position = (positions.get(content) ?? 0) + 1;
      positions.set(content, position);
      const id = sha256(`${content} ${position}`);
      lines.push({ id, format, account, reference: reference || null, position, formerId, ...line });
    };
  }

  return { lines, statementOf };
}
export type CollectedLines = ReturnType<typeof collectLines>;

function chooseAccount(named: string | null, given: string | null): string | null {
  const account = named && compactAccount(named);
  if (account && given && account !== given) {
    refuseStatement(`It is of account ${quote(account)}, and not of ${quote(given)}.`);
  }
  return account || given;
}

function readGivenAccount(account: string): string {
  return readIban(account) ?? refuseStatement(`${quote(account)} is not an IBAN: name your own account by its IBAN.`);
}

function compactAccount(account: string): string {
  return tidy(account, LONGEST_ACCOUNT).replace(/\s/g, '').toUpperCase();
}

export function refuseStatement(reason: string): never {
  throw new EngineError('refused', `The statement cannot be read. ${reason}`);
}

function readDay(text: string, where: string): number {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(text)?.[1];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  // 31 February would become a day in March; the parsed date must equal the text.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    refuseStatement(`${where}: ${quote(text)} is not a date.`);
  }
  return at;
}

function readAmount(text: string, currency: string, where: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) refuseStatement(`${where}: ${quote(currency)} is not a currency.`);
  const digits = decimalsOf(currency);
  const [, whole = '', part = ''] = /^\+?(\d{1,12})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  if (whole === '' || /[1-9]/.test(part.slice(digits))) {
    refuseStatement(`${where}: ${quote(text)} is not an amount in ${currency}.`);
  }
  const amount = Number(whole + part.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : refuseStatement(`${where}: the amount is too large.`);
}

export function readIban(text: string | null): string | null {
  const iban = (text ?? '').replace(/\s/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(iban) ? iban : null;
}

/** Returns one line of readable text: banks wrap at columns, and remittance texts contain anything. */
function tidy(text: string, longest: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest);
}

export function quote(text: string): string {
  return JSON.stringify(tidy(text, 40));
}
