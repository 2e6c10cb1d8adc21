import { hash } from 'node:crypto';
import type { Cacheable } from './database.ts';
import type { SqlValue, Statement } from './statement.ts';

/**
 * Counts writes per table: by account if the statement names one, otherwise for all accounts. A cached read stores the
 * counts of what it read and is valid until one of them changes.
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

  /** Appends the dependencies of a read statement with their current counts. */
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

/** Accounts tracked per table. If there are more, all count as written. */
const MAX_ACCOUNTS = 10_000;

/** No account has a higher count than `all`, so one above it is new for every reader. */
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
  /** Number of the table, for the versions of responses. */
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

/** Runs for every cached response, so it is a plain loop. */
export function areUnchanged(dependencies: readonly Dependency[]): boolean {
  for (const { table, account, seen } of dependencies) {
    if (countWrites(table, account) !== seen) return false;
  }
  return true;
}

/** Returns the version of the result under a key. `source` distinguishes counts that were reset. */
export function nameVersion(source: string, key: string, dependencies: readonly Dependency[]): string {
  let text = source;
  for (const { table, seen } of dependencies) text += `_${table.number}-${seen}`;
  text += `_${hashMark(key)}_${hashMark(key, OTHER_SEED)}`;
  return text.length > LONGEST_COUNTS ? hashVersion(text) : text;
}

/** Longer versions are hashed, because a header should be short. */
const LONGEST_COUNTS = 120;
/** Short enough for a header, and long enough to be unique. */
const VERSION_LENGTH = 22;

export function hashVersion(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, VERSION_LENGTH);
}

/** A map bounded by weight that evicts the oldest entries first. That suffices if every entry can be recomputed. */
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
 * Number of slots; on a collision the last key wins. Matches the number of small responses the cache can hold: a key
 * that returns later is evicted by then anyway.
 */
const MARKS = 2 ** 14;

/**
 * Remembers recently requested keys. A response that is requested once, as by a crawler, would only evict popular ones,
 * and caching it costs more than reading it.
 */
export class AskedBefore {
  readonly #marks = new Int32Array(MARKS);

  /** Returns whether a key was requested before, and remembers it. */
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

/** FNV-1a: callers gain nothing from colliding keys of their own, and a digest would take as long as a read. */
function hashMark(key: string, seed = SEED): number {
  let mark = seed | 0;
  for (let at = 0; at < key.length; at++) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193);
  return mark;
}

const SMALL = 512;
export const CACHE_CAPACITY = 16 * 1024 * 1024;

/** Includes the key, which consists of caller input. */
export function weigh(key: string, value: Cacheable): number {
  return SMALL + 2 * key.length + (typeof value === 'string' ? value.length : 0);
}
