import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import Sqlite from 'better-sqlite3';
import { type AnnouncedTables, noteChange } from '../announce.ts';
import {
  AskedBefore,
  areUnchanged,
  BoundedMap,
  CACHE_CAPACITY,
  type Dependency,
  nameVersion,
  TableVersions,
  weigh,
} from '../cache.ts';
import { cacheLookups } from '../cache-lookups.ts';
import { type CallerContext, NO_CONTEXT } from '../caller-context.ts';
import {
  type Awaitable,
  type Cacheable,
  type CacheOptions,
  type Database,
  type DatabaseOptions,
  type Kept,
  newTransaction,
  type PoolState,
  simulatedId,
} from '../database.ts';
import { toSqliteScript, toSqliteStatement } from '../dialect.ts';
import type { Query, RunMode, Simulation, Step, Transaction } from '../query.ts';
import type { SqlValue, Statement } from '../statement.ts';
import { NO_VALUES, type TransactionValues } from '../transaction-value.ts';
import { GroupCommit } from './group-commit.ts';
import { SharedSignals } from './shared-signals.ts';
import { type CheckpointWitness, mostFrames, Wal, type WalOptions } from './wal.ts';

const OTHER_PROCESS_POLL_MS = 100;
/** Longest time that a read in turns blocks the event loop, besides its last statement. */
const TURN_MS = 5;

interface CacheEntry {
  value: unknown;
  dependencies: Dependency[];
  /** Version of the result; undefined until requested. */
  version: string | undefined;
  sent: Kept<string>['sent'];
}

/** Notified of failed statements and of successful writes. */
export interface FailureObserver {
  /** Returns the error to throw instead. */
  translate(error: unknown): unknown;
  noteWrite(): void;
}

export interface SqliteOptions extends DatabaseOptions {
  /** Set if a thread syncs commits. */
  syncing?: WalOptions | undefined;
  trouble?: FailureObserver | undefined;
}

/**
 * A SQLite database on one connection, used synchronously, with group commit. Every commit syncs, unless a thread does
 * (`syncing`). Then a recent commit can be displayed before it is durable, but not acted on.
 */
export class SqliteDatabase implements Database, CheckpointWitness {
  readonly dialect = 'sqlite';
  readonly connections = 1;
  readonly #connection: Sqlite.Database;
  readonly #values: TransactionValues;
  readonly #callers: CallerContext;
  readonly #trouble: FailureObserver | undefined;
  readonly #prepared = new Map<Statement, Sqlite.Statement<unknown[]>>();
  readonly #versions = new TableVersions();
  readonly #cache = new BoundedMap<CacheEntry>(CACHE_CAPACITY);
  readonly #asked = new AskedBefore();
  readonly #signals = new EventEmitter().setMaxListeners(0);
  readonly #sharedSignals: SharedSignals;
  readonly #dataVersion: Sqlite.Statement;
  readonly #control: Record<'beginReading' | 'endReading', Sqlite.Statement>;
  readonly #wal: Wal | undefined;
  readonly #commits: GroupCommit;
  /** Versions count from here: earlier writes are unknown. */
  readonly #start = randomBytes(12).toString('base64url');
  #othersWrote = 0;
  #seenDataVersion: unknown;
  #askedAt = Number.NEGATIVE_INFINITY;
  #reading = false;
  /** Set if writes of others were checked in the current snapshot, which shows nothing newer. */
  #isAsked = false;
  /** Set while our own checkpoint ends: a foreign commit may come from it. */
  #isUncertain = false;
  /** Set if the current snapshot contains such a commit: cached results may be outdated. */
  #readsAreUncertain = false;
  #uncertainReads = 0;
  /** Number of statements and scripts run that may have changed something. */
  #writes = 0;
  #poll: NodeJS.Timeout | undefined;
  #announced: AnnouncedTables = new Map();
  #wakeOther: (() => void) | undefined;

  constructor(file: string, options: SqliteOptions = {}) {
    const { values = NO_VALUES, callers = NO_CONTEXT, syncing, trouble, onCommit } = options;
    this.#trouble = trouble;
    this.#values = values;
    this.#callers = callers;
    this.#connection = new Sqlite(file, { timeout: 0 });
    const connection = this.#connection;
    // While opening, possibly together with another process, it is fine to block.
    connection.pragma('busy_timeout = 5000');
    // Applies to a new file only. Most writes change a few rows in many places, and each adds a whole page to the log.
    connection.pragma('page_size = 2048');
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -8192');
    // A checkpoint delays a commit, so it runs rarely: after 32 MB instead of 4.
    connection.pragma(`wal_autocheckpoint = ${mostFrames(connection)}`);
    connection.pragma('temp_store = MEMORY');
    this.#sharedSignals = new SharedSignals(connection);
    this.#dataVersion = connection.prepare('pragma data_version').pluck();
    this.#control = { beginReading: connection.prepare('begin'), endReading: connection.prepare('commit') };
    this.#wal = syncing && new Wal(connection, syncing, this);
    connection.pragma('busy_timeout = 0');
    this.#commits = new GroupCommit(connection, { wal: this.#wal, endReading: this.#endReading, onCommit });
  }

  read<T>(query: Query<T>): Awaitable<T> {
    const value = this.peek(query);
    const { unsynced } = this.#commits;
    return unsynced ? unsynced.then(() => value) : value;
  }

  peek<T>(query: Query<T>): T {
    this.#beginReading();
    return this.#drive(query, newTransaction(this.#values));
  }

  async readInTurns<T>(query: Query<T>): Promise<T> {
    const transaction = newTransaction(this.#values);
    let step = query.next();
    for (let began = performance.now(); !step.done; ) {
      if (performance.now() - began > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        began = performance.now();
      }
      this.#beginReading();
      step = this.#advance(query, step.value, transaction);
    }
    return step.value;
  }

  write<T>(given: () => Query<T>, accountId?: number): Promise<T> {
    const body = this.#callers.bind(given);
    return new Promise((resolve, reject) => {
      let value: T;
      let transaction: Transaction;
      let writesBefore = 0;
      this.#commits.add({
        accountId,
        run: () => {
          writesBefore = this.#writes;
          transaction = newTransaction(this.#values);
          value = this.#drive(body(), transaction);
          this.#sharedSignals.note(transaction.signals);
        },
        hasWritten: () => this.#writes !== writesBefore,
        settle: () => {
          if (this.#writes !== writesBefore) this.#trouble?.noteWrite();
          resolve(value);
          this.#tell(transaction.signals, true);
          if (transaction.signals.size > 0) this.#wakeOther?.();
        },
        fail: (error) => reject(this.#translate(error)),
      });
    });
  }

  simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T> {
    return this.#commits.runAndUndo(() => this.#drive(body(), newTransaction(this.#values, simulation)));
  }

  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: Pick<CacheOptions, 'maxStaleMs'>): T {
    const known = this.#find(key, options?.maxStaleMs);
    if (known) return known.value as T;
    const entry = this.#read(query());
    // Missing values are requested by guesses, which must not evict real entries.
    if (entry.value !== undefined) this.#keep(key, entry);
    return entry.value as T;
  }

  kept<T extends string>(key: string, query: () => Query<T>): Kept<T> {
    let entry = this.#find(key);
    if (!entry) {
      entry = this.#read(query());
      if (this.#asked.note(key)) this.#keep(key, entry);
    }
    entry.version ??= nameVersion(this.#nameSource(), key, entry.dependencies);
    return entry as CacheEntry & Kept<T>;
  }

  /** While it is uncertain, every read gets its own version: it is unknown whether the data has changed. */
  #nameSource(): string {
    return `${this.#start}${this.#othersWrote}${this.#readsAreUncertain ? `d${++this.#uncertainReads}` : ''}`;
  }

  #find(key: string, maxStaleMs?: number): CacheEntry | undefined {
    this.#forgetIfOthersWrote(maxStaleMs);
    const known = this.#readsAreUncertain ? undefined : this.#cache.get(key);
    const isTrue = known !== undefined && areUnchanged(known.dependencies);
    if (isTrue) cacheLookups.hits++;
    else cacheLookups.misses++;
    return isTrue ? known : undefined;
  }

  #read(query: Query<Cacheable>): CacheEntry {
    this.#beginReading();
    const dependencies: Dependency[] = [];
    const value = this.#drive(query, newTransaction(this.#values), dependencies);
    return { value, dependencies, version: undefined, sent: undefined };
  }

  #keep(key: string, entry: CacheEntry): void {
    this.#cache.set(key, entry, weigh(key, entry.value as Cacheable));
  }

  onSignal(name: string, listener: (isOwn: boolean) => void): () => void {
    // A listener does not act for the caller whose transaction triggered it.
    const told = (isOwn: boolean) => this.#callers.leave(() => listener(isOwn));
    this.#signals.on(name, told);
    // Record the current version first; otherwise a write in the first moments would be missed.
    if (!this.#poll) this.#forgetIfOthersWrote();
    this.#poll ??= setInterval(() => this.#pollOthers(), OTHER_PROCESS_POLL_MS).unref();
    return () => this.#signals.off(name, told);
  }

  linkSignals(wakeOther: () => void): () => void {
    this.#wakeOther = wakeOther;
    return () => {
      // The snapshot of this turn may be older than the commit.
      this.#endReading();
      this.#pollOthers();
    };
  }

  announce(tables: AnnouncedTables): void {
    this.#announced = tables;
  }

  /** SQLite has one connection; writes wait for it. */
  get pool(): PoolState {
    const { waiting } = this.#commits;
    return { size: 1, idle: waiting === 0 ? 1 : 0, waiting };
  }

  async ping(): Promise<void> {
    this.#connection.prepare('select 1').get();
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#commits.finish();
    await this.#wal?.close();
    this.#endReading();
    // Closing would copy the log to the database. After a failed sync the content of the log is unknown.
    if (!this.#wal?.hasFailed) this.#connection.close();
  }

  /**
   * Drops the cache if another process wrote. Own writes are known at once; the check for others is skipped within
   * `maxStaleMs`.
   */
  #forgetIfOthersWrote(maxStaleMs = 0): void {
    if (this.#isAsked) return;
    const now = performance.now();
    if (now - this.#askedAt < maxStaleMs) return;
    this.#askedAt = now;
    this.#beginReading();
    this.#isAsked = true;
    const version = this.#dataVersion.get();
    if (version === this.#seenDataVersion) return;
    this.#readsAreUncertain = this.#isUncertain;
    if (this.#isUncertain) return;
    const first = this.#seenDataVersion === undefined;
    this.#seenDataVersion = version;
    this.#cache.clear();
    this.#othersWrote++;
    const signals = this.#sharedSignals.take();
    // If it is not known which signals were committed, all listeners are called.
    if (!first) this.#tell(signals ?? (this.#signals.eventNames() as string[]), false);
  }

  #pollOthers(): void {
    try {
      this.#forgetIfOthersWrote();
    } catch (error) {
      if (this.#translate(error) === error) throw error;
    }
  }

  beginUncertainty(): void {
    this.#endReading();
    this.#forgetIfOthersWrote();
    // The end of a checkpoint waits for readers.
    this.#endReading();
    this.#isUncertain = true;
  }

  /** If others have written, too, the next check detects it. */
  endUncertainty(wasAlone: boolean): void {
    this.#endReading();
    this.#isUncertain = false;
    if (wasAlone) this.#seenDataVersion = this.#dataVersion.get();
  }

  #tell(names: Iterable<string>, isOwn: boolean): void {
    for (const name of names) this.#signals.emit(name, isOwn);
  }

  /**
   * Starts a snapshot that all reads of one event loop iteration share: taking and releasing the read lock of the file
   * costs more than most reads. Requests of one iteration arrived together, so the difference is invisible.
   */
  #beginReading(): void {
    if (this.#reading) return;
    this.#control.beginReading.run();
    this.#reading = true;
    setImmediate(this.#endReading);
  }

  readonly #endReading = (): void => {
    if (!this.#reading) return;
    this.#reading = false;
    this.#isAsked = false;
    this.#readsAreUncertain = false;
    try {
      this.#control.endReading.run();
    } catch (error) {
      // A damaged file can fail here, where nobody waits for an answer.
      this.#translate(error);
      if (this.#connection.inTransaction) this.#connection.exec('rollback');
    }
  };

  #drive<T>(query: Query<T>, transaction: Transaction, dependencies?: Dependency[]): T {
    let step = query.next();
    while (!step.done) step = this.#advance(query, step.value, transaction, dependencies);
    return step.value;
  }

  #advance<T>(
    query: Query<T>,
    step: Step,
    transaction: Transaction,
    dependencies?: Dependency[],
  ): IteratorResult<Step, T> {
    let result: unknown;
    try {
      result = this.#execute(step, transaction, dependencies);
    } catch (error) {
      return query.throw(this.#translate(error));
    }
    return query.next(result);
  }

  #translate(error: unknown): unknown {
    return this.#trouble ? this.#trouble.translate(error) : error;
  }

  #execute(step: Step, transaction: Transaction, dependencies: Dependency[] | undefined): unknown {
    if (step.mode === 'transaction') return transaction;
    if (step.mode === 'lock' || step.mode === 'alone') return undefined;
    if (step.mode === 'script') {
      this.#writes++;
      return this.#connection.exec(toSqliteScript(step.text));
    }
    const { mode, statement, values } = step;
    if (mode === 'insert' && transaction.simulation && statement.withId) {
      return this.#execute(
        { mode, statement: statement.withId, values: [simulatedId(), ...values] },
        transaction,
        undefined,
      );
    }
    if (dependencies) this.#versions.dependenciesOf(statement, values, dependencies);
    if (statement.written.length > 0 && !transaction.simulation) {
      this.#versions.noteWrite(statement, values, step.accounts);
      noteChange(this.#announced, transaction, statement, values, step.accounts);
    }
    const prepared = this.#prepare(statement);
    const bound = statement.placeholders.length === values.length ? values : expand(statement, values);
    const result = runPrepared(prepared, mode, bound);
    // A failed statement leaves no changes.
    if (statement.written.length > 0) this.#writes++;
    return result;
  }

  #prepare(statement: Statement): Sqlite.Statement<unknown[]> {
    let prepared = this.#prepared.get(statement);
    if (!prepared) {
      prepared = this.#connection.prepare(toSqliteStatement(statement.text));
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }
}

function runPrepared(prepared: Sqlite.Statement<unknown[]>, mode: RunMode, values: readonly SqlValue[]): unknown {
  if (mode === 'one') return prepared.get(values);
  if (mode === 'all' || mode === 'check') return prepared.all(values);
  const { changes, lastInsertRowid } = prepared.run(values);
  if (mode === 'run') return changes;
  // If a conflict was ignored there is no new row, and this would be the rowid of an earlier one.
  return changes === 0 ? undefined : lastInsertRowid;
}

/** A parameter used twice in the text has two placeholders. */
function expand(statement: Statement, values: readonly SqlValue[]): SqlValue[] {
  return statement.placeholders.map((index) => values[index] ?? null);
}
