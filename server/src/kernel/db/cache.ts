import { hash } from 'node:crypto';
import type { Cacheable } from './database.ts';
import type { SqlValue, Statement } from './statement.ts';

/**
 * Knows, for each table, what was written since when: by account where the statement names one, for all accounts where it
 * does not. A cached read remembers what it read and is true until one of those is written.
 */
export class TableVersions {
  readonly #tables = new Map<string, TableVersion>();
  readonly #namedBy = new Map<Statement, readonly TableVersion[]>();

  noteWrite(statement: Statement, values: readonly SqlValue[], accounts?: readonly number[]): void {
    const account = accountOf(statement, values);
    const named = accounts ?? (account === undefined ? undefined : [account]);
    for (const name of statement.written) {
      const table = this.#table(name);
      table.all++;
      if (named === undefined) table.anyAccount++;
      else for (const account of named) table.byAccount.set(account, (table.byAccount.get(account) ?? 0) + 1);
      if (table.byAccount.size > MAX_ACCOUNTS) forgetAccounts(table);
    }
  }

  /** What a read statement depends on, as it stands now; behind what is given. */
  dependenciesOf(statement: Statement, values: readonly SqlValue[], dependencies: Dependency[] = []): Dependency[] {
    const account = accountOf(statement, values);
    for (const table of this.#listTables(statement)) {
      dependencies.push({ table, account, seen: countWrites(table, account) });
    }
    return dependencies;
  }

  #listTables(statement: Statement): readonly TableVersion[] {
    let tables = this.#namedBy.get(statement);
    if (!tables) {
      tables = statement.tables.map((name) => this.#table(name));
      this.#namedBy.set(statement, tables);
    }
    return tables;
  }

  #table(name: string): TableVersion {
    let table = this.#tables.get(name);
    if (!table) {
      table = { number: this.#tables.size, all: 0, anyAccount: 0, byAccount: new Map() };
      this.#tables.set(name, table);
    }
    return table;
  }
}

/** Told apart in each table; when there are more, all count as written. */
const MAX_ACCOUNTS = 10_000;

/** No account was ever seen at more than `all`, so one above that is new to everybody. */
function forgetAccounts(table: TableVersion): void {
  table.byAccount.clear();
  table.anyAccount = ++table.all;
}

function accountOf(statement: Statement, values: readonly SqlValue[]): number | undefined {
  const account = statement.accountIndex === -1 ? undefined : values[statement.accountIndex];
  return typeof account === 'number' ? account : undefined;
}

function countWrites(table: TableVersion, account: number | undefined): number {
  return account === undefined ? table.all : table.anyAccount + (table.byAccount.get(account) ?? 0);
}

interface TableVersion {
  /** Of its name, for the versions of answers. */
  readonly number: number;
  all: number;
  anyAccount: number;
  readonly byAccount: Map<number, number>;
}

export interface Dependency {
  readonly table: TableVersion;
  readonly account: number | undefined;
  readonly seen: number;
}

/** On the way of every cached answer, so a plain loop. */
export function areUnchanged(dependencies: readonly Dependency[]): boolean {
  for (const { table, account, seen } of dependencies) {
    if (countWrites(table, account) !== seen) return false;
  }
  return true;
}

/** What the result under a key is known by: `source` tells apart counts that began anew. */
export function nameVersion(source: string, key: string, dependencies: readonly Dependency[]): string {
  let text = source;
  for (const { table, seen } of dependencies) text += `_${table.number}-${seen}`;
  text += `_${hashMark(key)}_${hashMark(key, OTHER_SEED)}`;
  return text.length > LONGEST_COUNTS ? hashVersion(text) : text;
}

/** What depends on more is known by a digest: a header should be short. */
const LONGEST_COUNTS = 120;
/** Short enough for a header, and long enough that no two are the same. */
const VERSION_LENGTH = 22;

export function hashVersion(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, VERSION_LENGTH);
}

/** A map bounded by weight; the oldest entries leave first, which is enough where every entry can be made again. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>();
  readonly #capacity: number;
  #weight = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V, weight: number): void {
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#capacity) break;
      this.delete(oldest);
    }
  }

  values(): Iterable<V> {
    return this.#entries.values().map(({ value }) => value);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}

/**
 * Told apart; of two that fall together, the one that was asked for last is known. As many as small answers can be kept:
 * what comes back later than after so many others would not be found any more.
 */
const MARKS = 2 ** 14;

/**
 * Knows what was asked for a while ago. What is asked for once, as by somebody who goes through all there is, would only
 * crowd out what is asked for again and again; and to keep what nobody wants costs more than to read it.
 */
export class AskedBefore {
  readonly #marks = new Int32Array(MARKS);

  /** Whether it was asked for before; from now on it was. */
  note(key: string): boolean {
    const mark = hashMark(key);
    const at = mark & (MARKS - 1);
    if (this.#marks[at] === mark) return true;
    this.#marks[at] = mark;
    return false;
  }
}

const SEED = 0x811c9dc5;
const OTHER_SEED = 0x9e3779b9;

/** FNV-1a: nobody gains by two keys of their own that are the same here, and a digest would take as long as a read. */
function hashMark(key: string, seed = SEED): number {
  let mark = seed | 0;
  for (let at = 0; at < key.length; at++) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193);
  return mark;
}

const SMALL = 512;
export const CACHE_CAPACITY = 16 * 1024 * 1024;

/** The key counts too: it is made of what callers send. */
export function weigh(key: string, value: Cacheable): number {
  return SMALL + 2 * key.length + (typeof value === 'string' ? value.length : 0);
}
