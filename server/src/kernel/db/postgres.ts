import { EventEmitter } from 'node:events';
import pg from 'pg';
import { carryDeed } from '../audit/carry.ts';
import { AS_DECLARED, type LimitSettings } from '../limits/settings.ts';
import { type AnnouncedTables, isChangeSignal, noteChange } from './announce.ts';
import { BoundedMap, CACHE_CAPACITY, weigh } from './cache.ts';
import { LostRace } from './change-row.ts';
import {
  type Awaitable,
  type Cacheable,
  type CacheOptions,
  type Database,
  newTransaction,
  type PoolState,
  simulatedId,
} from './database.ts';
import { toPostgresScript, toPostgresStatement } from './dialect.ts';
import { cacheLookups } from './metrics.ts';
import type { Query, Simulation, Step, Transaction } from './query.ts';
import type { Statement } from './statement.ts';

const CHANNEL = 'hostler';
const POOL_SIZE = 10;
const RETRIES = 5;
const RETRY_WITHIN_MS = 50;
const NOTIFY_AFTER_MS = 2;
const TELL_CHANGES_AFTER_MS = 100;
/** Ids and times are int8; both stay far below 2^53. */
const INT8 = 20;
const NUMERIC = 1700;

type Connection = Pick<pg.ClientBase, 'query'>;

export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly connections: number;
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #limits: LimitSettings;
  readonly #texts = new Map<Statement, string>();
  readonly #cache = new BoundedMap<{ value: Promise<unknown>; until: number }>(CACHE_CAPACITY);
  readonly #signals = new EventEmitter().setMaxListeners(0);
  #listener: Promise<pg.Client | undefined> | undefined;
  /** What other processes are told: at once what they wait for, a little later what pages are told of. */
  readonly #signalled = new Gatherer(NOTIFY_AFTER_MS, (names) => this.#notify(names));
  readonly #changed = new Gatherer(TELL_CHANGES_AFTER_MS, (names) => this.#notify(names));
  #closed = false;
  #announced: AnnouncedTables = new Map();

  constructor(url: string, options: { onError: (error: Error) => void; poolSize?: number; limits?: LimitSettings }) {
    const types = new pg.TypeOverrides();
    types.setTypeParser(INT8, Number);
    types.setTypeParser(NUMERIC, Number);
    this.connections = options.poolSize ?? POOL_SIZE;
    this.#url = url;
    this.#limits = options.limits ?? AS_DECLARED;
    this.#pool = new pg.Pool({
      connectionString: url,
      types,
      max: this.connections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'hostler',
    });
    // A connection that dies (server restart, cut cable) must not end the process; the pool makes a new one. The error
    // of an idle one carries the connection itself, which does not belong into a log.
    this.#pool.on('error', ({ message, cause }) => options.onError(new Error(message, { cause })));
    // One that dies in a transaction, between two statements, is told nobody but its own listeners; the next statement
    // fails then.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  read<T>(query: Query<T>): Promise<T> {
    return this.#drive(this.#pool, query, newTransaction(this.#limits));
  }

  readInTurns<T>(query: Query<T>): Promise<T> {
    return this.read(query);
  }

  /** A commit is seen by others only when it is durable. */
  peek<T>(query: Query<T>): Promise<T> {
    return this.read(query);
  }

  write<T>(given: () => Query<T>): Promise<T> {
    const body = carryDeed(given);
    return this.#untilNotInTheWay(async () => {
      const transaction = newTransaction(this.#limits);
      const value = await this.#transact('commit', transaction, body);
      this.#tell(transaction.signals);
      return value;
    });
  }

  simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T> {
    return this.#untilNotInTheWay(() => {
      // What an attempt before this one wanted to leave behind goes with it.
      simulation.followUps.length = 0;
      simulation.afterRollback.length = 0;
      return this.#transact('rollback', newTransaction(this.#limits, simulation), body);
    });
  }

  /** Two transactions that wait for each other: PostgreSQL ends one, which is run again. */
  async #untilNotInTheWay<T>(run: () => Promise<T>): Promise<T> {
    for (let left = RETRIES; ; left--) {
      try {
        return await run();
      } catch (error) {
        if (!isSerializationFailure(error)) throw error;
        if (left === 0) throw new LostRace(error);
        // Apart from each other, so that those who met once do not meet again.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_WITHIN_MS));
      }
    }
  }

  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: CacheOptions): Awaitable<T> {
    if (!options) return this.read(query());
    const known = this.#cache.get(key);
    const now = performance.now();
    if (known && known.until > now) {
      cacheLookups.hits++;
      return known.value as Promise<T>;
    }
    cacheLookups.misses++;
    const value = this.#begin(() => this.read(query()), options);
    this.#cache.set(key, { value, until: now + options.maxStaleMs }, weigh(key, value));
    // A look-up that failed or found nothing says nothing about the next one.
    const forget = () => this.#cache.delete(key);
    value.then((found) => found === undefined && forget(), forget);
    return value;
  }

  async #begin<T>(read: () => Promise<T>, { inTurn }: CacheOptions): Promise<T> {
    return inTurn ? inTurn(read) : read();
  }

  onSignal(name: string, listener: () => void): () => void {
    this.#signals.on(name, listener);
    this.#listener ??= this.#listen();
    return () => this.#signals.off(name, listener);
  }

  announce(tables: AnnouncedTables): void {
    this.#announced = tables;
  }

  get pool(): PoolState {
    const { totalCount: size, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { size, idle, waiting };
  }

  async ping(): Promise<void> {
    await this.#pool.query('select 1');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#signalled.stop();
    this.#changed.stop();
    await (await this.#listener)?.end();
    await this.#pool.end();
  }

  /** Tells this process at once and the others by NOTIFY, outside the transaction: commits never queue for its lock. */
  #tell(signals: Set<string>): void {
    for (const name of signals) {
      this.#signals.emit(name);
      (isChangeSignal(name) ? this.#changed : this.#signalled).add(name);
    }
  }

  #notify(names: readonly string[]): void {
    this.#pool.query('select pg_notify($1, name) from unnest($2::text[]) as name', [CHANNEL, names]).catch(() => {});
  }

  async #listen(): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, application_name: 'hostler-listen' });
    const retry = () => {
      if (this.#closed) return;
      this.#listener = undefined;
      setTimeout(() => {
        if (!this.#closed) this.#listener ??= this.#listen();
      }, 1_000).unref();
    };
    client.on('notification', (message) => this.#signals.emit(message.payload ?? ''));
    client.on('error', retry);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // Whatever was told while nobody listened.
      for (const name of this.#signals.eventNames()) this.#signals.emit(name);
      return client;
    } catch {
      retry();
      return undefined;
    }
  }

  async #transact<T>(end: 'commit' | 'rollback', transaction: Transaction, body: () => Query<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const value = await this.#drive(client, body(), transaction);
      await client.query(end);
      return value;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #drive<T>(connection: Connection, query: Query<T>, transaction: Transaction): Promise<T> {
    let step = query.next();
    while (!step.done) {
      let result: unknown;
      try {
        result = await this.#execute(connection, step.value, transaction);
      } catch (error) {
        step = query.throw(error);
        continue;
      }
      step = query.next(result);
    }
    return step.value;
  }

  async #execute(connection: Connection, step: Step, transaction: Transaction): Promise<unknown> {
    if (step.mode === 'transaction') return transaction;
    if (step.mode === 'lock') return connection.query('select pg_advisory_xact_lock(hashtext($1))', [step.name]);
    if (step.mode === 'script') return connection.query(toPostgresScript(step.text));
    const simulatedTwin = step.mode === 'insert' && transaction.simulation ? step.statement.withId : undefined;
    const statement = simulatedTwin ?? step.statement;
    const values = simulatedTwin ? [simulatedId(), ...step.values] : step.values;
    if (statement.written.length > 0 && !transaction.simulation) {
      noteChange(this.#announced, transaction, step.statement, step.values, step.accounts);
    }
    const { rows, rowCount } = await connection.query({ name: statement.name, text: this.#text(statement), values });
    if (step.mode === 'one') return rows[0];
    if (step.mode === 'all') return rows;
    if (step.mode === 'insert') return rows[0]?.id;
    return rowCount ?? 0;
  }

  #text(statement: Statement): string {
    let text = this.#texts.get(statement);
    if (!text) {
      text = toPostgresStatement(statement.text);
      this.#texts.set(statement, text);
    }
    return text;
  }
}

/** One message for what many commits have to say. */
class Gatherer {
  readonly #names = new Set<string>();
  readonly #afterMs: number;
  readonly #send: (names: readonly string[]) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, send: (names: readonly string[]) => void) {
    this.#afterMs = afterMs;
    this.#send = send;
  }

  add(name: string): void {
    this.#names.add(name);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const names = [...this.#names];
      this.#names.clear();
      this.#send(names);
    }, this.#afterMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function isSerializationFailure(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}
