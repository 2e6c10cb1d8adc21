import Sqlite from 'better-sqlite3';
import type { DatabaseOptions } from '../database.ts';
import { TurnQueue } from './turn-queue.ts';
import { isSyncFailure, type Wal } from './wal.ts';

const BUSY_PATIENCE_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const MAX_GATHERING_TURNS = 8;
/**
 * Time for the bodies of a group, which run on the thread that also answers reads. Bodies that have not begun by then
 * wait for the next group. Adapts to the time of a sync.
 */
const GROUP_PATIENCE_MS = { least: 4, most: 10 };
/** The same limit for background writes. */
const OWN_PATIENCE_MS = 2;

/**
 * Number of groups with savepoints after one that had to run again, so that a caller who has writes refused on purpose
 * gains little.
 */
const CAREFUL_GROUPS = 64;

/** A write. It may run more than once, and settles when its result is durable. */
interface Pending {
  /** Account of the waiting customer; undefined for background work. */
  readonly accountId: number | undefined;
  run(): void;
  /** Returns whether its last run wrote anything, however it ended. */
  hasWritten(): boolean;
  settle(): void;
  fail(error: unknown): void;
}

interface Outcome {
  readonly pending: Pending;
  readonly error?: unknown;
}

interface GroupCommitOptions extends Pick<DatabaseOptions, 'onCommit'> {
  /** Ends the read transaction that may be open on the connection. */
  endReading(): void;
  /** Set if commits do not sync themselves. */
  wal: Wal | undefined;
}

/** A body failed after it had written, and its writes cannot be separated from those of the others. */
class WroteBeforeFailure extends Error {}

/**
 * Writes of the same event loop iteration share one transaction, so that one sync makes them all durable. If a thread
 * syncs, the next group gathers meanwhile; one group runs at a time.
 * A savepoint per body would make SQLite keep the old content of every page, which costs a quarter of the write. So
 * there is none until a body fails after it has written; then the group is rolled back and runs again with savepoints.
 */
export class GroupCommit {
  readonly #connection: Sqlite.Database;
  readonly #options: GroupCommitOptions;
  readonly #control: Record<
    'begin' | 'commit' | 'rollback' | 'savepoint' | 'rollbackTo' | 'release' | 'totalChanges',
    Sqlite.Statement
  >;
  /** Writes of customers, background writes, and those of a group that must run again. */
  readonly #asked = new TurnQueue<Pending>();
  readonly #own: Pending[] = [];
  readonly #again: Pending[] = [];
  #flushing: Promise<void> | undefined;
  #tending: Promise<void> | undefined;
  #unsynced: Promise<void> | undefined;
  #busySince: number | undefined;
  #carefulGroups = 0;
  #patienceMs = GROUP_PATIENCE_MS.least;

  constructor(connection: Sqlite.Database, options: GroupCommitOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#control = {
      begin: connection.prepare('begin immediate'),
      commit: connection.prepare('commit'),
      rollback: connection.prepare('rollback'),
      savepoint: connection.prepare('savepoint grouped'),
      rollbackTo: connection.prepare('rollback to savepoint grouped'),
      release: connection.prepare('release savepoint grouped'),
      totalChanges: connection.prepare('select total_changes()').pluck(),
    };
  }

  /** Set while a commit is visible but not on disk yet. */
  get unsynced(): Promise<void> | undefined {
    return this.#unsynced;
  }

  /** Number of writes that have not begun. */
  get waiting(): number {
    return this.#again.length + this.#asked.size + this.#own.length;
  }

  add(pending: Pending): void {
    if (pending.accountId === undefined) this.#own.push(pending);
    else this.#asked.add(pending.accountId, pending);
    this.#flushing ??= this.#flush();
  }

  /**
   * Runs a function in its own transaction, rolls it back, and resolves when everything it may have seen is durable.
   */
  async runAndUndo<T>(run: () => T): Promise<T> {
    while (!this.#tryBegin()) await this.#pause();
    // No await before the rollback: a write of another request would join this transaction and be undone.
    try {
      return run();
    } finally {
      this.#control.rollback.run();
      await this.#unsynced;
    }
  }

  /** Resolves when no group is running. */
  async finish(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.waiting > 0) {
      await this.#gather();
      await this.#tend();
      await this.#flushGroup();
    }
    this.#flushing = undefined;
  }

  /**
   * Waits while the group still grows: under load more writes share a sync, and alone it costs one iteration. No
   * customer waits for further background writes, which arrive one per iteration.
   */
  async #gather(): Promise<void> {
    const count = () => this.#asked.size || this.waiting;
    for (let before = 0, turn = 0; count() > before && turn <= MAX_GATHERING_TURNS; turn++) {
      before = count();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #tend(): Promise<void> {
    const { wal, endReading } = this.#options;
    if (!wal) return;
    endReading();
    this.#tending = wal.tend();
    await this.#tending;
    this.#tending = undefined;
  }

  async #flushGroup(): Promise<void> {
    try {
      while (!this.#tryBegin()) await this.#pause();
    } catch (error) {
      for (let pending = this.#next(); pending; pending = this.#next()) pending.fail(error);
      return;
    }
    const group: Pending[] = [];
    try {
      const { outcomes, ranAt } = this.#commit(group);
      this.#options.onCommit?.(group.length);
      await this.#unsynced;
      this.#patienceMs = clamp(performance.now() - ranAt, GROUP_PATIENCE_MS);
      for (const { pending, ...outcome } of outcomes) {
        if ('error' in outcome) pending.fail(outcome.error);
        else pending.settle();
      }
    } catch (error) {
      if (error instanceof WroteBeforeFailure && group.length > 1) this.#runAgain(group);
      else for (const pending of group) pending.fail(error instanceof WroteBeforeFailure ? error.cause : error);
    } finally {
      this.#unsynced = undefined;
    }
  }

  #runAgain(group: readonly Pending[]): void {
    this.#carefulGroups = CAREFUL_GROUPS;
    this.#again.push(...group);
  }

  #next(): Pending | undefined {
    return this.#again.shift() ?? this.#asked.next() ?? this.#own.shift();
  }

  /** Adds each started write to the group, so that all of them learn of a failure. */
  #commit(group: Pending[]): { outcomes: Outcome[]; ranAt: number } {
    const { wal } = this.#options;
    try {
      const before = this.#control.totalChanges.get();
      const outcomes = this.#runFirst(group);
      const ranAt = performance.now();
      this.#control.commit.run();
      // A migration script counts, too, through the row that records it.
      if (this.#control.totalChanges.get() !== before) this.#unsynced = wal?.sync();
      return { outcomes, ranAt };
    } catch (error) {
      if (this.#connection.inTransaction) this.#control.rollback.run();
      if (isSyncFailure(error)) wal?.fail(error as Error);
      throw error;
    }
  }

  /** Runs writes of customers first, then background writes, each within its time limit and at least one of each. */
  #runFirst(group: Pending[]): Outcome[] {
    const began = performance.now();
    const isCareful = this.#carefulGroups > 0;
    if (isCareful) this.#carefulGroups--;
    const outcomes: Outcome[] = [];
    const runWaiting = (next: () => Pending | undefined, patienceMs: number) => {
      for (let pending = next(); pending; ) {
        group.push(pending);
        outcomes.push(isCareful ? this.#runInSavepoint(pending) : this.#runBare(pending));
        pending = performance.now() - began < patienceMs ? next() : undefined;
      }
    };
    runWaiting(() => this.#again.shift() ?? this.#asked.next(), this.#patienceMs);
    runWaiting(() => this.#own.shift(), OWN_PATIENCE_MS);
    return outcomes;
  }

  /**
   * Runs a body without a savepoint. An error also waits for the end of the group, because it may depend on writes of
   * other bodies.
   */
  #runBare(pending: Pending): Outcome {
    try {
      pending.run();
      return { pending };
    } catch (error) {
      // A full disk may have ended the whole transaction already; then the group is lost.
      if (!this.#connection.inTransaction) throw error;
      if (!pending.hasWritten()) return { pending, error };
      throw new WroteBeforeFailure('It has written before it failed.', { cause: error });
    }
  }

  #runInSavepoint(pending: Pending): Outcome {
    this.#control.savepoint.run();
    try {
      pending.run();
      this.#control.release.run();
      return { pending };
    } catch (error) {
      if (!this.#connection.inTransaction) throw error;
      this.#control.rollbackTo.run();
      this.#control.release.run();
      return { pending, error };
    }
  }

  /**
   * Returns false while another process writes or a checkpoint ends. The caller then waits without blocking the event
   * loop.
   */
  #tryBegin(): boolean {
    if (this.#tending) return false;
    this.#options.endReading();
    try {
      this.#control.begin.run();
      this.#busySince = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
      this.#busySince ??= performance.now();
      if (performance.now() - this.#busySince < BUSY_PATIENCE_MS) return false;
      this.#busySince = undefined;
      throw error;
    }
  }

  #pause(): Promise<void> {
    return this.#tending ?? new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
  }
}

function clamp(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value));
}
