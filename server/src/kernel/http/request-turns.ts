import type { FastifyRequest } from 'fastify';
import type { Awaitable, Database, InTurn } from '../db/database.ts';
import { sourceOf } from '../net/networks.ts';
import { keepSpan } from '../trace/trace.ts';
import { budgetOf } from './caller.ts';
import { Turns } from './turns.ts';

/**
 * SQLite answers reads at once and gathers writes into groups: what counts is how long the event loop is kept, by the reads
 * of one of its turns and by one group. Nor does a connection of PostgreSQL belong to one who looks: they share it.
 */
const WITHOUT_POOL = { each: 32, all: 128 };
/** So that nobody, not even by waiting for locks of their own, takes every connection. */
const SHARE_OF_POOL = 0.6;
/** Writes that share a commit share its connection: those of two groups, and of nobody more than half of one. */
const SHARED_COMMITS = { each: 16, all: 64 };

/** What uses the database runs in the turn of the account it is for; where nobody is known yet, of the address. */
export class RequestTurns {
  readonly #looks: Turns;
  readonly #reads: Turns;
  readonly #writes: Turns;
  readonly #shared: Turns;

  constructor({ connections }: Pick<Database, 'connections'>) {
    const shared = connections > 1;
    // One is left to writes that share a commit.
    const room = shared ? { each: Math.ceil(connections * SHARE_OF_POOL), all: connections - 1 } : WITHOUT_POOL;
    this.#reads = new Turns(room);
    this.#looks = shared ? new Turns(WITHOUT_POOL) : this.#reads;
    // Where reads need no connection, they need not wait for the disk either, which writes do.
    this.#writes = shared ? this.#reads : new Turns(room);
    this.#shared = shared ? new Turns(SHARED_COMMITS) : this.#writes;
  }

  countWaiting(): number {
    const all = new Set([this.#looks, this.#reads, this.#writes, this.#shared]);
    return [...all].reduce((sum, turns) => sum + turns.countWaiting(), 0);
  }

  /** For what may be kept. */
  look<T>(request: FastifyRequest, work: () => Awaitable<T>): Awaitable<T> {
    return run(this.#looks, request, work);
  }

  read<T>(request: FastifyRequest, work: () => Awaitable<T>): Awaitable<T> {
    return run(this.#reads, request, work);
  }

  async write<T>(request: FastifyRequest, work: () => Awaitable<T>): Promise<T> {
    return run(this.#writes, request, work);
  }

  /** For a write that may share its commit; where it cannot, it is given the turn of one that does not. */
  async share<T>(request: FastifyRequest, work: (alone: InTurn) => Awaitable<T>): Promise<T> {
    return run(this.#shared, request, () => work((alone) => this.write(request, alone)));
  }
}

function run<T>(turns: Turns, request: FastifyRequest, work: () => Awaitable<T>): Awaitable<T> {
  const { caller } = request;
  return turns.run(caller ? budgetOf(caller) : sourceOf(request.ip), keepSpan(work), request.raw.socket);
}
