import Sqlite from 'better-sqlite3';
import { commitGroupSize } from '../metrics.ts';
import { TurnQueue } from './turn-queue.ts';
import { isSyncFailure, type Wal } from './wal.ts';

const BUSY_PATIENCE_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const MAX_GATHERING_TURNS = 8;
/**
 * Bodies run on the thread that also answers reads: what has not begun by then waits for the next group. That is worth as much
 * time as the disk takes for one, and otherwise little.
 */
const GROUP_PATIENCE_MS = { least: 4, most: 10 };
/** The same for what nobody waits for. */
const OWN_PATIENCE_MS = 2;

/** After a group that had to run again, so many run with savepoints: whoever has writes refused at will gains little. */
const CAREFUL_GROUPS = 64;

/** One write, which may be run more than once; what it came to is told when that is durable. */
interface Pending {
  /** The customer who waits for the answer; nobody does where it is the system's own. */
  readonly accountId: number | undefined;
  run(): void;
  /** Whether its last run, however it ended, wrote anything. */
  hasWritten(): boolean;
  settle(): void;
  fail(error: unknown): void;
}

interface Outcome {
  readonly pending: Pending;
  readonly error?: unknown;
}

interface GroupCommitOptions {
  /** Ends the read transaction that may be open on the connection. */
  endReading(): void;
  /** Where commits do not sync by themselves. */
  wal: Wal | undefined;
}

/** One of the group failed after it had written, and what it wrote cannot be told from what the others wrote. */
class Spoilt extends Error {}

/**
 * Writes that arrive in the same turn of the event loop share one transaction, so that one sync makes them all durable.
 * Where a thread syncs, the next group gathers meanwhile: one is on its way at a time.
 *
 * A savepoint for each would have SQLite keep what every page was before, which costs a quarter of the writing itself. So
 * there is none until one fails that has written already; then the group is undone and runs again with savepoints.
 */
export class GroupCommit {
  readonly #connection: Sqlite.Database;
  readonly #options: GroupCommitOptions;
  readonly #control: Record<
    'begin' | 'commit' | 'rollback' | 'savepoint' | 'rollbackTo' | 'release' | 'totalChanges',
    Sqlite.Statement
  >;
  /** What customers wait for, the system's own, and those of a group that has to run again. */
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

  /** Set while something is committed and can be seen, and is not on the disk yet. */
  get unsynced(): Promise<void> | undefined {
    return this.#unsynced;
  }

  /** How many writes have not begun. */
  get waiting(): number {
    return this.#again.length + this.#asked.size + this.#own.length;
  }

  add(pending: Pending): void {
    if (pending.accountId === undefined) this.#own.push(pending);
    else this.#asked.add(pending.accountId, pending);
    this.#flushing ??= this.#flush();
  }

  /** Runs it in a transaction of its own, undoes that, and answers when all it may have seen is durable. */
  async runAndUndo<T>(run: () => T): Promise<T> {
    while (!this.#tryBegin()) await this.#pause();
    // No await between here and the rollback: another request's write would join this transaction and be undone.
    try {
      return run();
    } finally {
      this.#control.rollback.run();
      await this.#unsynced;
    }
  }

  /** Resolves when nothing is under way. */
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
   * Waits while the group still grows: under load a sync is shared by more writes, alone it costs one turn. No customer waits
   * for more of the system's own, which come one in each turn while it is at work.
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
      commitGroupSize.observe(group.length);
      await this.#unsynced;
      this.#patienceMs = clamp(performance.now() - ranAt, GROUP_PATIENCE_MS);
      for (const { pending, ...outcome } of outcomes) {
        if ('error' in outcome) pending.fail(outcome.error);
        else pending.settle();
      }
    } catch (error) {
      if (error instanceof Spoilt && group.length > 1) this.#runAgain(group);
      else for (const pending of group) pending.fail(error instanceof Spoilt ? error.cause : error);
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

  /** Fills the group with those it takes off the queue, so that all of them hear of a failure. */
  #commit(group: Pending[]): { outcomes: Outcome[]; ranAt: number } {
    const { wal } = this.#options;
    try {
      const before = this.#control.totalChanges.get();
      const outcomes = this.#runFirst(group);
      const ranAt = performance.now();
      this.#control.commit.run();
      // A migration's script is counted too, by the row that says it was applied.
      if (this.#control.totalChanges.get() !== before) this.#unsynced = wal?.sync();
      return { outcomes, ranAt };
    } catch (error) {
      if (this.#connection.inTransaction) this.#control.rollback.run();
      if (isSyncFailure(error)) wal?.fail(error as Error);
      throw error;
    }
  }

  /** What customers wait for comes first, each kind as long as there is patience; one of each there is at least. */
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

  /** Also a refusal waits for the end of the group: it may rest on what others in the group wrote. */
  #runBare(pending: Pending): Outcome {
    try {
      pending.run();
      return { pending };
    } catch (error) {
      // A full disk may have ended the whole transaction already; then nothing of the group can be kept.
      if (!this.#connection.inTransaction) throw error;
      if (!pending.hasWritten()) return { pending, error };
      throw new Spoilt('It has written before it failed.', { cause: error });
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

  /** False while another process writes or a checkpoint ends; the caller then waits without blocking the event loop. */
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
