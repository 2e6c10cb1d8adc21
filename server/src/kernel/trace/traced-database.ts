import type {
  AnnouncedTables,
  Awaitable,
  Cacheable,
  CacheOptions,
  Database,
  InTurn,
  Kept,
  PoolState,
  Query,
  Simulation,
  Transaction,
} from '@hostler/database';
import { inChildSpan, withoutSpan } from './trace.ts';
import { traceparent } from './traceparent.ts';

/**
 * Wraps a database with a span per transaction. Jobs and events that the transaction queues store the span as parent.
 */
export class TracedDatabase implements Database {
  readonly #db: Database;
  readonly dialect: Database['dialect'];
  readonly connections: number;

  constructor(db: Database) {
    this.#db = db;
    this.dialect = db.dialect;
    this.connections = db.connections;
  }

  write<T>(body: () => Query<T>, accountId?: number, alone?: InTurn): Promise<T> {
    return this.#trace(body, (traced) => this.#db.write(traced, accountId, alone));
  }

  simulate<T>(simulation: Simulation, body: () => Query<T>): Promise<T> {
    return this.#trace(body, (traced) => this.#db.simulate(simulation, traced));
  }

  read<T>(query: Query<T>): Awaitable<T> {
    return this.#db.read(query);
  }

  peek<T>(query: Query<T>): Awaitable<T> {
    return this.#db.peek(query);
  }

  readInTurns<T>(query: Query<T>): Promise<T> {
    return this.#db.readInTurns(query);
  }

  cached<T extends Cacheable>(key: string, query: () => Query<T>, options?: CacheOptions<T>): Awaitable<T> {
    return this.#db.cached(key, query, options);
  }

  kept<T extends string>(key: string, query: () => Query<T>): Awaitable<Kept<T>> {
    return this.#db.kept(key, query);
  }

  /** Listeners run without a span, because one signal triggers the work of many requests. */
  onSignal(name: string, listener: (isOwn: boolean) => void): () => void {
    return this.#db.onSignal(name, (isOwn) => withoutSpan(() => listener(isOwn)));
  }

  linkSignals(wakeOther: () => void): (() => void) | undefined {
    return this.#db.linkSignals(wakeOther);
  }

  announce(tables: AnnouncedTables): void {
    this.#db.announce(tables);
  }

  get pool(): PoolState {
    return this.#db.pool;
  }

  ping(): Promise<void> {
    return this.#db.ping();
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #trace<T>(body: () => Query<T>, run: (body: () => Query<T>) => Promise<T>): Promise<T> {
    const attributes = { 'db.system.name': this.dialect === 'sqlite' ? 'sqlite' : 'postgresql' };
    return inChildSpan({ name: 'transaction', kind: 'client', attributes }, (span) =>
      run(span ? () => nameSpan(body(), span.traceparent) : body),
    );
  }
}

/**
 * Puts the span into the transaction of the query. Commits are grouped, so the current span belongs to another caller
 * when the query runs.
 */
function* nameSpan<T>(query: Query<T>, parent: string): Query<T> {
  let step = query.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = yield step.value;
    } catch (error) {
      step = query.throw(error);
      continue;
    }
    if (step.value.mode === 'transaction') traceparent.set(result as Transaction, parent);
    step = query.next(result);
  }
  return step.value;
}
