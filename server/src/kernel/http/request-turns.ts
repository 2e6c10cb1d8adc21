import type { Awaitable, Database, InTurn } from '@hostler/database';
import type { FastifyRequest } from 'fastify';
import { sourceOf } from '../net/networks.ts';
import { keepSpan } from '../trace/trace.ts';
import { budgetOf } from './caller.ts';
import { Turns } from './turns.ts';

/**
 * Slots that do not depend on connections. SQLite answers reads at once and groups writes, so the limit bounds how long
 * one event loop iteration or one group blocks. Cached reads on PostgreSQL share one connection.
 */
const WITHOUT_POOL = { each: 32, all: 128 };
/** No caller may take every connection, not even by waiting for its own locks. */
const SHARE_OF_POOL = 0.6;
/** Writes that share a commit share its connection: two groups in total, and half a group per caller. */
const SHARED_COMMITS = { each: 16, all: 64 };

/** Runs database work in the slots of its account, or of its address if the caller is unknown. */
export class RequestTurns {
  readonly #answers: Turns;
  readonly #reads: Turns;
  readonly #writes: Turns;
  readonly #shared: Turns;

  constructor({ connections }: Pick<Database, 'connections'>) {
    const shared = connections > 1;
    // Reserve a connection for writes that share a commit.
    const room = shared ? { each: Math.ceil(connections * SHARE_OF_POOL), all: connections - 1 } : WITHOUT_POOL;
    this.#reads = new Turns(room);
    this.#answers = shared ? new Turns(WITHOUT_POOL) : this.#reads;
    // On SQLite reads need no connection and must not wait behind writes, which wait for the disk.
    this.#writes = shared ? this.#reads : new Turns(room);
    this.#shared = shared ? new Turns(SHARED_COMMITS) : this.#writes;
  }

  countWaiting(): number {
    const all = new Set([this.#answers, this.#reads, this.#writes, this.#shared]);
    return [...all].reduce((sum, turns) => sum + turns.countWaiting(), 0);
  }

  /** For responses that may be cached. */
  readAnswer<T>(request: FastifyRequest, work: () => Awaitable<T>): Awaitable<T> {
    return run(this.#answers, request, work);
  }

  read<T>(request: FastifyRequest, work: () => Awaitable<T>): Awaitable<T> {
    return run(this.#reads, request, work);
  }

  async write<T>(request: FastifyRequest, work: () => Awaitable<T>): Promise<T> {
    return run(this.#writes, request, work);
  }

  /** For a write that may share its commit. If it cannot, `alone` runs it in the slots of ordinary writes. */
  async share<T>(request: FastifyRequest, work: (alone: InTurn) => Awaitable<T>): Promise<T> {
    return run(this.#shared, request, () => work((alone) => this.write(request, alone)));
  }
}

function run<T>(turns: Turns, request: FastifyRequest, work: () => Awaitable<T>): Awaitable<T> {
  const { caller } = request;
  return turns.run(caller ? budgetOf(caller) : sourceOf(request.ip), keepSpan(work), request.raw.socket);
}
