import type { AnnouncedTables } from './announce.ts';
import type { CallerContext } from './caller-context.ts';
import type { Query, Simulation, Transaction } from './query.ts';
import type { TransactionValues } from './transaction-value.ts';

/** A value or a promise: SQLite answers at once, PostgreSQL later. */
export type Awaitable<T> = T | Promise<T>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';

  /** Number of transactions that can run in parallel. */
  readonly connections: number;

  /** Runs a read-only query. Its result is durable, so work outside the database may rely on it. */
  read<T>(query: Query<T>): Awaitable<T>;

  /**
   * Like `read`, but may return commits that are not on disk yet. For display only: never act on the result. A read
   * never waits for the disk.
   */
  peek<T>(query: Query<T>): Awaitable<T>;

  /**
   * Like `peek`, for a query of many small statements. Other requests run between them; on SQLite other writes do, too.
   */
  readInTurns<T>(query: Query<T>): Promise<T>;

  /**
   * Runs a query in a transaction. Resolves or rejects once everything it wrote or saw is durable. The body may run
   * more than once (busy file, deadlock), so it is a function that returns a fresh query. A short write with an account
   * may share its commit with others. On SQLite all writes do, and those with an account run first. `alone` schedules a
   * write that does not share and needs its own connection.
   */
  write<T>(body: () => Query<T>, accountId?: number, alone?: InTurn): Promise<T>;

  /** Runs a query in a transaction that is always rolled back. Inserts return ids that are never real. */
  simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T>;

  /**
   * Returns a read whose result is cached while it is known to be valid. On SQLite that is cheap to know, even with
   * writes of other processes. On PostgreSQL the check would cost as much as the read, so results are cached only up to
   * `maxStaleMs`. A result of undefined is not cached. All keys share one namespace. Each begins with the kind of the
   * cached value, so that caller input cannot collide.
   */
  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: CacheOptions<T>): Awaitable<T>;

  /**
   * Returns a read for display with the version of its data. While the version is the same, so is the result, which may
   * be cached. Keys share the namespace of `cached`.
   */
  kept<T extends string>(key: string, query: () => Query<T>): Awaitable<Kept<T>>;

  /** Calls the listener when this process has committed the signal (`isOwn`), or another process may have. */
  onSignal(name: string, listener: (isOwn: boolean) => void): () => void;

  /**
   * Links this process with one that uses the same data. Calls `wakeOther` after each commit with signals, and returns
   * the function for the other process to be called then. Returns undefined if the database itself tells all processes.
   */
  linkSignals(wakeOther: () => void): (() => void) | undefined;

  /** From now on each commit that writes to one of these tables sends a `changeSignal`. */
  announce(tables: AnnouncedTables): void;

  /** Load of the pool in this process. */
  readonly pool: PoolState;

  /** Throws if the database cannot be reached. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** Options of both databases. */
export interface DatabaseOptions {
  /** Values that every transaction begins with; none by default. */
  readonly values?: TransactionValues;
  /** Context of the callers that transactions carry; none by default. */
  readonly callers?: CallerContext;
  /** Called after each commit of a group with the number of writes that shared it. */
  readonly onCommit?: ((writes: number) => void) | undefined;
}

/** Runs database work when a slot is free; callers are served round-robin. */
export type InTurn = <T>(work: () => Awaitable<T>) => Promise<T>;

export interface CacheOptions<T = unknown> {
  readonly maxStaleMs: number;
  /** Schedules a read that must wait for a connection. */
  inTurn?<R>(read: () => Promise<R>): Awaitable<R>;
  /** Reads earlier results of many keys again in one query, in the same order. Use one function per kind. */
  readonly again?: ((found: readonly NonNullable<T>[]) => Query<readonly T[]>) | undefined;
}

export interface Kept<T> {
  readonly value: T;
  /** Unique for the key and the result; undefined if it cannot be determined. */
  readonly version: string | undefined;
  /** Header lines derived from the version, cached by the sender. */
  sent?: { readonly tag: string; readonly lines: string } | undefined;
}

/** Connections of this process, and waiting callers. */
export interface PoolState {
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Strings are weighed by their length; other values count as small. */
export type Cacheable = string | object | undefined;

export function newTransaction(values: TransactionValues, simulation?: Simulation): Transaction {
  return { simulation, values, signals: new Set() };
}

export const SIMULATED_ID_FLOOR = 9_000_000_000;

/** Returns an id for a row that is rolled back: far above any real id, unguessable and unique. */
export function simulatedId(): number {
  return SIMULATED_ID_FLOOR + Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - SIMULATED_ID_FLOOR));
}
