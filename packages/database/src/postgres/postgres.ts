import type pg from 'pg';
import type { AnnouncedTables } from '../announce.ts';
import { type CallerContext, NO_CONTEXT } from '../caller-context.ts';
import {
  type Awaitable,
  type Cacheable,
  type CacheOptions,
  type Database,
  type DatabaseOptions,
  type InTurn,
  type Kept,
  newTransaction,
  type PoolState,
} from '../database.ts';
import { nameVersionWriter } from '../dialect.ts';
import { isOneStatement, type Query, type Simulation } from '../query.ts';
import { NO_VALUES, type TransactionValues } from '../transaction-value.ts';
import type { VersionedTables } from '../versions.ts';
import { openPool } from './connection.ts';
import { drive, type Surroundings } from './drive.ts';
import { GroupCommit, type Write } from './group-commit.ts';
import type { Patience } from './group-line.ts';
import type { Hints } from './hints.ts';
import { KeptPages } from './kept-pages.ts';
import { ListenHints } from './listen-hints.ts';
import { RecentReads } from './recent-reads.ts';
import { Signals } from './signals.ts';
import { eachByItself, readAtOneMoment, readOnce, transact, untilNotInTheWay } from './transaction.ts';
import { Touched, Versioned } from './versions.ts';

const POOL_SIZE = 10;
const atOnce: InTurn = async (work) => work();

export interface PostgresOptions extends DatabaseOptions {
  onError(error: Error): void;
  readonly poolSize?: number;
  /** Patience with writes that delay the others in their group. */
  readonly patience?: Patience;
  /** False if a pooler in between loses prepared statements. */
  readonly prepare?: boolean;
  /** Means by which processes notify each other; LISTEN by default. */
  hints?(pool: pg.Pool): Hints;
  /** Poll interval while notifications are not received. */
  readonly pollEveryMs?: number;
  /** Tables whose responses may be cached; none by default. */
  readonly versioned?: VersionedTables;
}

/** A pool of connections. Each transaction has one to itself, and writes of customers share some. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly connections: number;
  readonly #pool: pg.Pool;
  readonly #values: TransactionValues;
  readonly #callers: CallerContext;
  readonly #recent = new RecentReads((query) => readOnce(this.#pool, query, this.#surround()));
  readonly #versioned: Versioned;
  readonly #pages: KeptPages;
  readonly #signals: Signals;
  readonly #commits: GroupCommit;
  #announced: AnnouncedTables = new Map();

  constructor(url: string, options: PostgresOptions) {
    const { onError, poolSize = POOL_SIZE, prepare = true, versioned = [] } = options;
    this.connections = poolSize;
    this.#values = options.values ?? NO_VALUES;
    this.#callers = options.callers ?? NO_CONTEXT;
    this.#pool = openPool(url, { size: poolSize, prepare, name: nameVersionWriter(versioned.length), onError });
    this.#versioned = new Versioned(versioned);
    this.#pages = new KeptPages(this.#pool, this.#versioned);
    const hints = options.hints?.(this.#pool) ?? new ListenHints(this.#pool, url);
    this.#signals = new Signals(hints, options.pollEveryMs);
    this.#commits = new GroupCommit(this.#pool, options);
  }

  /** Statements of one query see one snapshot, as on SQLite. */
  read<T>(query: Query<T>): Promise<T> {
    const surroundings = { ...this.#surround(), onContinue: this.#callers.onContinue };
    if (isOneStatement(query)) return drive(eachByItself(this.#pool), query, surroundings);
    return readAtOneMoment(this.#pool, (line) => drive(line, query, surroundings));
  }

  readInTurns<T>(query: Query<T>): Promise<T> {
    return this.read(query);
  }

  /** Same as `read`: a commit is visible to others only when it is durable. */
  peek<T>(query: Query<T>): Promise<T> {
    return this.read(query);
  }

  write<T>(given: () => Query<T>, accountId?: number, alone: InTurn = atOnce): Promise<T> {
    const body = this.#callers.bind(given);
    const surround = () => ({ ...this.#surround(), touched: new Touched(this.#versioned) });
    const begin: Write<T>['begin'] = () => ({ query: body(), surroundings: surround() });
    const committed = ({ transaction }: Surroundings) => this.#signals.tell(transaction.signals);
    const run = async () => {
      const { query, surroundings } = begin();
      const value = await transact(this.#pool, 'commit', query, surroundings);
      committed(surroundings);
      return value;
    };
    const runAlone = () => alone(() => untilNotInTheWay(run));
    return accountId === undefined ? runAlone() : this.#commits.add({ accountId, begin, committed, runAlone });
  }

  simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T> {
    return untilNotInTheWay(() => {
      // Discard what an earlier attempt wanted to leave behind.
      simulation.followUps.length = 0;
      simulation.afterRollback.length = 0;
      return transact(this.#pool, 'rollback', body(), this.#surround(simulation));
    });
  }

  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: CacheOptions<T>): Awaitable<T> {
    return this.#recent.find(key, query, options);
  }

  kept<T extends string>(key: string, query: () => Query<T>): Promise<Kept<T>> {
    return this.#pages.find(key, query, this.#surround());
  }

  linkSignals(): undefined {}

  onSignal(name: string, listener: (isOwn: boolean) => void): () => void {
    // A listener does not act for the caller whose transaction triggered it.
    const told = (isOwn: boolean) => this.#callers.leave(() => listener(isOwn));
    return this.#signals.on(name, told);
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
    await this.#commits.finish();
    await this.#signals.close();
    await this.#pool.end();
  }

  #surround(simulation?: Simulation): Surroundings {
    return { transaction: newTransaction(this.#values, simulation), announced: this.#announced };
  }
}
