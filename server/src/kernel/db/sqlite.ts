import { EventEmitter } from 'node:events';
import Sqlite from 'better-sqlite3';
import { AS_DECLARED, type LimitSettings } from '../limits/settings.ts';
import { areUnchanged, BoundedMap, CACHE_CAPACITY, type Dependency, TableVersions, weigh } from './cache.ts';
import { type Cacheable, type Database, newTransaction, simulatedId } from './database.ts';
import { toSqliteScript, toSqliteStatement } from './dialect.ts';
import type { Query, Simulation, SqlValue, Statement, Step, Transaction } from './query.ts';

const BUSY_PATIENCE_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const OTHER_PROCESS_POLL_MS = 100;
const MAX_GATHERING_TURNS = 8;

interface Pending {
  run(): void;
  settle(): void;
  fail(error: unknown): void;
}

interface CacheEntry {
  value: unknown;
  dependencies: Dependency[];
}

/**
 * One connection, used synchronously. Writes that arrive in the same turn of the event loop share one transaction, each in
 * a savepoint of its own, so that one fsync makes them all durable (group commit).
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #connection: Sqlite.Database;
  readonly #limits: LimitSettings;
  readonly #prepared = new Map<Statement, Sqlite.Statement<unknown[]>>();
  readonly #versions = new TableVersions();
  readonly #cache = new BoundedMap<CacheEntry>(CACHE_CAPACITY);
  readonly #signals = new EventEmitter().setMaxListeners(0);
  readonly #dataVersion: Sqlite.Statement;
  readonly #control: Record<
    'beginReading' | 'begin' | 'commit' | 'rollback' | 'savepoint' | 'rollbackTo' | 'release',
    Sqlite.Statement
  >;
  #seenDataVersion: unknown;
  #askedAt = 0;
  #reading = false;
  #queue: Pending[] = [];
  #busySince: number | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(file: string, options: { limits?: LimitSettings } = {}) {
    this.#limits = options.limits ?? AS_DECLARED;
    this.#connection = new Sqlite(file, { timeout: 0 });
    const connection = this.#connection;
    // The first opening of a new file by two processes at once is the only moment when waiting is right here.
    connection.pragma('busy_timeout = 5000');
    connection.pragma('journal_mode = WAL');
    connection.pragma('busy_timeout = 0');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -8192');
    // A checkpoint holds up whoever commits at that moment, so it comes seldom: after 32 MB instead of 4.
    connection.pragma('wal_autocheckpoint = 8000');
    connection.pragma('temp_store = MEMORY');
    this.#dataVersion = connection.prepare('pragma data_version').pluck();
    this.#control = {
      beginReading: connection.prepare('begin'),
      begin: connection.prepare('begin immediate'),
      commit: connection.prepare('commit'),
      rollback: connection.prepare('rollback'),
      savepoint: connection.prepare('savepoint grouped'),
      rollbackTo: connection.prepare('rollback to savepoint grouped'),
      release: connection.prepare('release savepoint grouped'),
    };
  }

  read<T>(query: Query<T>): T {
    this.#beginReading();
    return this.#drive(query, newTransaction(this.#limits));
  }

  write<T>(body: () => Query<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let value: T;
      let transaction: Transaction;
      this.#enqueue({
        run: () => {
          transaction = newTransaction(this.#limits);
          value = this.#drive(body(), transaction);
        },
        settle: () => {
          resolve(value);
          this.#tell(transaction.signals);
        },
        fail: reject,
      });
    });
  }

  async simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T> {
    while (!this.#tryBegin()) await this.#pause();
    // No await between here and the rollback: another request's write would join this transaction and be undone.
    try {
      return this.#drive(body(), newTransaction(this.#limits, simulation));
    } finally {
      this.#control.rollback.run();
    }
  }

  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: { maxStaleMs: number }): T {
    this.#forgetIfOthersWrote(options?.maxStaleMs);
    const known = this.#cache.get(key);
    if (known && areUnchanged(known.dependencies)) return known.value as T;
    this.#beginReading();
    const dependencies: Dependency[] = [];
    const value = this.#drive(query(), newTransaction(this.#limits), dependencies);
    // What is not there is asked for by those who guess; it must not crowd out what is.
    if (value !== undefined) this.#cache.set(key, { value, dependencies }, weigh(key, value));
    return value;
  }

  onSignal(name: string, listener: () => void): () => void {
    this.#signals.on(name, listener);
    // What is known now is where watching begins; a write in the first moments would be missed otherwise.
    if (!this.#poll) this.#forgetIfOthersWrote();
    this.#poll ??= setInterval(() => this.#forgetIfOthersWrote(), OTHER_PROCESS_POLL_MS).unref();
    return () => this.#signals.off(name, listener);
  }

  async ping(): Promise<void> {
    this.#connection.prepare('select 1').get();
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#endReading();
    this.#connection.close();
  }

  /** A consistent copy of the whole file, while others go on writing. */
  async copyTo(file: string): Promise<void> {
    await this.#connection.backup(file);
  }

  /** Own writes are known at once; whether another process wrote must be asked, which `maxStaleMs` may spare. */
  #forgetIfOthersWrote(maxStaleMs = 0): void {
    const now = Date.now();
    if (now - this.#askedAt < maxStaleMs) return;
    this.#askedAt = now;
    this.#beginReading();
    const version = this.#dataVersion.get();
    if (version === this.#seenDataVersion) return;
    const first = this.#seenDataVersion === undefined;
    this.#seenDataVersion = version;
    this.#cache.clear();
    // Another process wrote something; which signals it gave cannot be known, so everyone looks again.
    if (!first) this.#tell(this.#signals.eventNames() as string[]);
  }

  #tell(names: Iterable<string>): void {
    for (const name of names) this.#signals.emit(name);
  }

  #enqueue(pending: Pending): void {
    this.#queue.push(pending);
    if (this.#queue.length === 1) this.#gather(0, MAX_GATHERING_TURNS);
  }

  /** Waits while the group still grows: under load an fsync is shared by more writes, alone it costs one turn. */
  #gather(before: number, turnsLeft: number): void {
    setImmediate(() => {
      const now = this.#queue.length;
      if (now > before && turnsLeft > 0) this.#gather(now, turnsLeft - 1);
      else void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    try {
      while (!this.#tryBegin()) await this.#pause();
    } catch (error) {
      for (const pending of this.#takeQueue()) pending.fail(error);
      return;
    }
    // Taken only now: writes that came while the file was busy join this group.
    const group = this.#takeQueue();
    try {
      const kept = group.filter((pending) => this.#runInSavepoint(pending));
      this.#control.commit.run();
      for (const pending of kept) pending.settle();
    } catch (error) {
      if (this.#connection.inTransaction) this.#control.rollback.run();
      for (const pending of group) pending.fail(error);
    }
  }

  #takeQueue(): Pending[] {
    const group = this.#queue;
    this.#queue = [];
    return group;
  }

  #runInSavepoint(pending: Pending): boolean {
    this.#control.savepoint.run();
    try {
      pending.run();
      this.#control.release.run();
      return true;
    } catch (error) {
      // A full disk may have ended the whole transaction already; then nothing of the group can be kept.
      if (!this.#connection.inTransaction) throw error;
      this.#control.rollbackTo.run();
      this.#control.release.run();
      pending.fail(error);
      return false;
    }
  }

  /**
   * All reads of one turn of the event loop share a snapshot: taking and giving back the file's read lock costs more than
   * most reads themselves. Requests of one turn arrived together, so none can tell.
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
    this.#control.commit.run();
  };

  /** False while another process writes; the caller then waits without blocking the event loop. */
  #tryBegin(): boolean {
    this.#endReading();
    try {
      this.#control.begin.run();
      this.#busySince = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
      this.#busySince ??= Date.now();
      if (Date.now() - this.#busySince < BUSY_PATIENCE_MS) return false;
      this.#busySince = undefined;
      throw error;
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
  }

  #drive<T>(query: Query<T>, transaction: Transaction, dependencies?: Dependency[]): T {
    let step = query.next();
    while (!step.done) {
      let result: unknown;
      try {
        result = this.#execute(step.value, transaction, dependencies);
      } catch (error) {
        step = query.throw(error);
        continue;
      }
      step = query.next(result);
    }
    return step.value;
  }

  #execute(step: Step, transaction: Transaction, dependencies: Dependency[] | undefined): unknown {
    if (step.mode === 'transaction') return transaction;
    if (step.mode === 'lock') return undefined;
    if (step.mode === 'script') return this.#connection.exec(toSqliteScript(step.text));
    const { mode, statement, values } = step;
    if (mode === 'insert' && transaction.simulation && statement.withId) {
      return this.#execute(
        { mode, statement: statement.withId, values: [simulatedId(), ...values] },
        transaction,
        undefined,
      );
    }
    dependencies?.push(...this.#versions.dependenciesOf(statement, values));
    if (statement.writes && !transaction.simulation) this.#versions.noteWrite(statement, values, step.accounts);
    const prepared = this.#prepare(statement);
    const bound = statement.placeholders.length === values.length ? values : expand(statement, values);
    if (mode === 'one') return prepared.get(bound);
    if (mode === 'all') return prepared.all(bound);
    if (mode === 'insert') return (prepared.get(bound) as { id: number } | undefined)?.id;
    return prepared.run(bound).changes;
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

/** A parameter named twice in the text has two placeholders. */
function expand(statement: Statement, values: readonly SqlValue[]): SqlValue[] {
  return statement.placeholders.map((index) => values[index] ?? null);
}
