import { EventEmitter } from 'node:events';
import Sqlite from 'better-sqlite3';
import { BoundedMap, CACHE_CAPACITY, type Dependency, isUnchanged, TableVersions, weigh } from './cache.ts';
import { type Cacheable, type Database, newTransaction, simulatedId } from './database.ts';
import { toSqliteScript, toSqliteStatement } from './dialect.ts';
import type { Query, Simulation, SqlValue, Statement, Step, Transaction } from './query.ts';

const BUSY_PATIENCE_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const OTHER_PROCESS_POLL_MS = 100;

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
  readonly #prepared = new Map<Statement, Sqlite.Statement<unknown[]>>();
  readonly #versions = new TableVersions();
  readonly #cache = new BoundedMap<CacheEntry>(CACHE_CAPACITY);
  readonly #signals = new EventEmitter().setMaxListeners(0);
  readonly #dataVersion: Sqlite.Statement;
  readonly #control: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'rollbackTo' | 'release', Sqlite.Statement>;
  #seenDataVersion: unknown;
  #askedAt = 0;
  #queue: Pending[] = [];
  #busySince: number | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#connection = new Sqlite(file, { timeout: 0 });
    const connection = this.#connection;
    // The first opening of a new file by two processes at once is the only moment when waiting is right here.
    connection.pragma('busy_timeout = 5000');
    connection.pragma('journal_mode = WAL');
    connection.pragma('busy_timeout = 0');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -16384');
    connection.pragma('temp_store = MEMORY');
    this.#dataVersion = connection.prepare('pragma data_version').pluck();
    this.#control = {
      begin: connection.prepare('begin immediate'),
      commit: connection.prepare('commit'),
      rollback: connection.prepare('rollback'),
      savepoint: connection.prepare('savepoint grouped'),
      rollbackTo: connection.prepare('rollback to savepoint grouped'),
      release: connection.prepare('release savepoint grouped'),
    };
  }

  read<T>(query: Query<T>): T {
    return this.#drive(query, newTransaction());
  }

  write<T>(body: () => Query<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let value: T;
      let transaction: Transaction;
      this.#enqueue({
        run: () => {
          transaction = newTransaction();
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
      return this.#drive(body(), newTransaction(simulation));
    } finally {
      this.#control.rollback.run();
    }
  }

  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: { maxStaleMs: number }): T {
    this.#forgetIfOthersWrote(options?.maxStaleMs);
    const known = this.#cache.get(key);
    if (known?.dependencies.every(isUnchanged)) return known.value as T;
    const dependencies: Dependency[] = [];
    const value = this.#drive(query(), newTransaction(), dependencies);
    // What is not there is asked for by those who guess; it must not crowd out what is.
    if (value !== undefined) this.#cache.set(key, { value, dependencies }, weigh(value));
    return value;
  }

  onSignal(name: string, listener: () => void): () => void {
    this.#signals.on(name, listener);
    this.#poll ??= setInterval(() => this.#forgetIfOthersWrote(), OTHER_PROCESS_POLL_MS).unref();
    return () => this.#signals.off(name, listener);
  }

  async ping(): Promise<void> {
    this.#connection.prepare('select 1').get();
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#connection.close();
  }

  /** A consistent copy of the whole file, while others go on writing. */
  async copyTo(file: string): Promise<void> {
    await this.#connection.backup(file);
  }

  /** Own writes are known at once; whether another process wrote must be asked, which `maxStaleMs` may spare. */
  #forgetIfOthersWrote(maxStaleMs = 0): void {
    const now = maxStaleMs === 0 ? 0 : Date.now();
    if (maxStaleMs > 0 && now - this.#askedAt < maxStaleMs) return;
    this.#askedAt = now || Date.now();
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
    if (this.#queue.length === 1) setImmediate(() => void this.#flush());
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

  /** False while another process writes; the caller then waits without blocking the event loop. */
  #tryBegin(): boolean {
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
    if (statement.writes && !transaction.simulation) this.#versions.noteWrite(statement, values);
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
