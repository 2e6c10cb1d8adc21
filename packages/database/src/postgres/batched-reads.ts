import type pg from 'pg';
import { BatchFailure, runEach } from './batch.ts';
import type { Answer, Connection, Request } from './connection.ts';
import { askVersions, type Pair, readVersions, type VersionRow, type Versions } from './versions.ts';

/** Most statements per batch; the rest goes in parallel or next. */
const MOST_AT_ONCE = 64;
/** Connections used at once. Statements that arrive meanwhile are collected into the next batch. */
const MOST_UNDER_WAY = 2;

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Collects pairs whose current versions are requested. */
class Question {
  readonly #pairs = new Set<Pair>();
  readonly #asking: Waiting<Versions | undefined>[] = [];

  ask(pairs: readonly Pair[]): Promise<Versions | undefined> {
    for (const pair of pairs) this.#pairs.add(pair);
    return new Promise((resolve, reject) => this.#asking.push({ resolve, reject }));
  }

  /** The query for the versions, if any were requested. */
  get statements(): (Waiting<Answer> & { request: Request })[] {
    return this.#asking.length > 0 ? [{ request: askVersions(this.#pairs), ...this.#answerAll() }] : [];
  }

  #answerAll(): Waiting<Answer> {
    return {
      resolve: ({ rows }) => {
        const versions = readVersions(rows as VersionRow[]);
        for (const { resolve } of this.#asking) resolve(versions);
      },
      reject: (error) => {
        for (const { reject } of this.#asking) reject(error);
      },
    };
  }
}

/** Reads requested in one event loop iteration. */
class Turn {
  readonly before = new Question();
  readonly reads: (Waiting<Answer> & { request: Request })[] = [];
  readonly after = new Question();

  get isFull(): boolean {
    return this.reads.length >= MOST_AT_ONCE;
  }

  get statements() {
    return [...this.before.statements, ...this.reads, ...this.after.statements];
  }
}

/**
 * Batches small reads of many callers: those of one event loop iteration share a round trip on one connection. Version
 * queries run before and after all of them. So a result is never older than the versions requested with it, nor newer
 * than those requested after it.
 */
export class BatchedReads implements Connection {
  readonly #pool: pg.Pool;
  #turns: Turn[] = [];
  #underWay = 0;
  #planned = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  query(request: Request | string): Promise<Answer> {
    if (typeof request === 'string') throw new Error('A script cannot run as a read.');
    const turn = this.#plan();
    return new Promise((resolve, reject) => turn.reads.push({ request, resolve, reject }));
  }

  /**
   * Returns the versions before the statements of this batch. Undefined while there are writers that do not maintain
   * versions.
   */
  askVersions(pairs: readonly Pair[]): Promise<Versions | undefined> {
    return this.#plan().before.ask(pairs);
  }

  /** Returns the versions after the statements of this batch. */
  askVersionsAfter(pairs: readonly Pair[]): Promise<Versions | undefined> {
    return this.#plan().after.ask(pairs);
  }

  #plan(): Turn {
    if (!this.#planned) {
      this.#planned = true;
      setImmediate(this.#send);
    }
    let turn = this.#turns.at(-1);
    if (!turn || turn.isFull) {
      turn = new Turn();
      this.#turns.push(turn);
    }
    return turn;
  }

  readonly #send = (): void => {
    this.#planned = false;
    while (this.#underWay < MOST_UNDER_WAY) {
      const turn = this.#turns.shift();
      if (!turn) return;
      this.#underWay++;
      void this.#run(turn).finally(() => {
        this.#underWay--;
        this.#send();
      });
    }
  };

  async #run(turn: Turn): Promise<void> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      await answerTurn(client, turn);
      client.release();
    } catch (error) {
      // The connection was lost, or none was available.
      client?.release(true);
      for (const waiting of turn.statements) waiting.reject(error);
    }
  }
}

async function answerTurn(client: pg.ClientBase, { statements }: Turn): Promise<void> {
  for (let left = statements; left.length > 0; ) {
    const { answers, failure } = await runSome(
      client,
      left.map(({ request }) => request),
    );
    for (const [index, answer] of answers.entries()) left[index]?.resolve(answer);
    // Reject the failed statement. The later ones did not run and are retried.
    if (failure) left[answers.length]?.reject(failure.cause);
    left = left.slice(answers.length + (failure ? 1 : 0));
  }
}

async function runSome(client: pg.ClientBase, requests: readonly Request[]) {
  try {
    return { answers: await runEach(client, requests), failure: undefined };
  } catch (error) {
    if (!(error instanceof BatchFailure)) throw error;
    return { answers: error.answers, failure: error };
  }
}
