import type { LimitSettings } from '../limits/settings.ts';
import type { AnnouncedTables } from './announce.ts';
import type { Query, Simulation, Transaction } from './query.ts';

/** A value, or the promise of one: SQLite answers at once, PostgreSQL later. */
export type Awaitable<T> = T | Promise<T>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';

  /** How much it can work on side by side. */
  readonly connections: number;

  /** Runs a query that only reads. What it answers is durable: work outside the database may rest on it. */
  read<T>(query: Query<T>): Awaitable<T>;

  /**
   * The same for those who only look: it may show what was committed a moment ago and is not on the disk yet. Never wait
   * for the disk with a read, nor act on what was seen.
   */
  peek<T>(query: Query<T>): Awaitable<T>;

  /** Like `peek`, for a query of many small statements: others go on between them, and on SQLite they write, too. */
  readInTurns<T>(query: Query<T>): Promise<T>;

  /**
   * Runs a query in a transaction and answers once it, and all it may have seen, is durable; so does a refusal. The body
   * may run more than once (busy file, deadlock), so it comes as a function that makes a fresh one. A short one that says
   * whose it is may share its commit with those of others; on SQLite all do, and those come first. `alone` decides when one
   * begins that does not, and so has a connection for itself.
   */
  write<T>(body: () => Query<T>, accountId?: number, alone?: InTurn): Promise<T>;

  /**
   * Runs a query in a transaction that is always rolled back; with the given simulation, inserts hand out ids that are
   * never real.
   */
  simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T>;

  /**
   * A read whose result is kept while it is known to be true. On SQLite that costs next to nothing to know, also for
   * writes of other processes. On PostgreSQL asking would cost as much as reading, so results are kept only where
   * `maxStaleMs` allows them to be that old. A result of undefined is not kept. Keys share one name space: each begins
   * with the kind of thing it names, so that nothing a caller sends can be taken for something else.
   */
  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: CacheOptions<T>): Awaitable<T>;

  /**
   * A read for those who only look, with the version of what it read: while that is the same, so is the result, which may
   * then be one from before. Keys share the name space of `cached`.
   */
  kept<T extends string>(key: string, query: () => Query<T>): Awaitable<Kept<T>>;

  /** Calls back when the named signal was committed by this process (`isOwn`), or may have been by another. */
  onSignal(name: string, listener: (isOwn: boolean) => void): () => void;

  /** From now on each commit that wrote to one of these tables is signalled by `changeSignal`. */
  announce(tables: AnnouncedTables): void;

  /** How busy it is, as this process sees it. */
  readonly pool: PoolState;

  /** Throws when the database cannot be reached. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** Begins what uses the database when there is room for it; callers have turns. */
export type InTurn = <T>(work: () => Awaitable<T>) => Promise<T>;

export interface CacheOptions<T = unknown> {
  readonly maxStaleMs: number;
  /** Decides when a read begins that has to wait for a connection. */
  inTurn?<R>(read: () => Promise<R>): Awaitable<R>;
  /** Reads again what was found before, of many keys in one query, in the same order; one function for all of a kind. */
  readonly again?: ((found: readonly NonNullable<T>[]) => Query<readonly T[]>) | undefined;
}

export interface Kept<T> {
  readonly value: T;
  /** No other key ever has the same, nor has this one for another result; undefined where nobody can tell. */
  readonly version: string | undefined;
  /** What whoever sends it made of the version, once for all times that it is sent. */
  sent?: { readonly tag: string; readonly lines: string } | undefined;
}

/** Connections of this process, and who waits for one. */
export interface PoolState {
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Texts are weighed by their length; anything else counts as small. */
export type Cacheable = string | object | undefined;

export function newTransaction(limits: LimitSettings, simulation?: Simulation): Transaction {
  return { simulation, limits, signals: new Set() };
}

export const SIMULATED_ID_FLOOR = 9_000_000_000;

/** An id for a row that will be rolled back: far above any real id, and not to be guessed or met twice. */
export function simulatedId(): number {
  return SIMULATED_ID_FLOOR + Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - SIMULATED_ID_FLOOR));
}
