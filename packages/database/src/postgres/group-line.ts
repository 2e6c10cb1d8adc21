import type pg from 'pg';
import { Statement } from '../statement.ts';
import { isSerializationFailure } from '../statement-error.ts';
import { type Answer, type Connection, type Judge, type Request, toRequest } from './connection.ts';
import { Abandoned } from './drive.ts';
import { BEGIN } from './transaction.ts';

/** Longest time that one write may delay the others. */
export interface Patience {
  /**
   * Members that have not begun by then wait for the next group. Also how long the next group waits for a single write.
   */
  readonly groupMs: number;
  /** Time of a body between two of its statements. */
  readonly bodyMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  /**
   * Time that groups pause after a body that was too slow: the machine may be overloaded, or a caller may be hostile.
   */
  readonly restMs: number;
  /**
   * Number of groups with savepoints after one that had to run again, so that a caller who has writes refused on
   * purpose gains little.
   */
  readonly carefulGroups: number;
}

const MOST_DEFERRED = 100;
/** Local to the transaction: the setting must not stay on a connection that others use next. */
const BE_IMPATIENT = new Statement(
  `select set_config('lock_timeout', :lock, true), set_config('statement_timeout', :statement, true)`,
);
const COMMIT: Request = { text: 'commit' };

/** A body of a group. Called if a statement fails whose result it did not await. */
export interface Part {
  fail(error: unknown): void;
}

/** The body must leave the group: it would delay the others, or did. */
export class Left extends Abandoned {
  readonly isLate: boolean;

  constructor(isLate: boolean) {
    super('the body left its group');
    this.isLate = isLate;
  }
}

/** The group is rolled back, unless its commit was sent and the connection was lost. */
export class GroupFailed extends Abandoned {
  readonly isCommitSent: boolean;

  constructor(cause: unknown, isCommitSent: boolean) {
    super('the group could not be committed', { cause });
    this.isCommitSent = isCommitSent;
  }
}

export interface Entry {
  readonly request: Request;
  /** Body the statement belongs to; undefined for the group itself. */
  readonly part: Part | undefined;
  readonly judge?: Judge;
}

/**
 * The transaction that bodies share, one after the other. Statements without an awaited result are sent with the next
 * one.
 */
export abstract class GroupLine implements Connection {
  protected readonly client: pg.ClientBase;
  protected deferred: Entry[] = [];
  protected part: Part | undefined;
  readonly #bodyMs: number;
  #since = 0;

  constructor(client: pg.ClientBase, { bodyMs, lockMs, statementMs }: Patience) {
    this.client = client;
    this.#bodyMs = bodyMs;
    const first = [BEGIN, toRequest(BE_IMPATIENT, [`${lockMs}ms`, `${statementMs}ms`])];
    this.deferred.push(...first.map((request) => ({ request, part: undefined })));
  }

  begin(part: Part): void {
    this.part = part;
    this.#since = performance.now();
  }

  keep(): void {
    this.part = undefined;
  }

  /** Rolls back the current body. */
  abstract undo(): void;

  async commit(): Promise<void> {
    const { command } = await this.query(COMMIT);
    // PostgreSQL answers ROLLBACK if the transaction had failed before.
    if (command !== 'COMMIT') throw new GroupFailed(new Error(`COMMIT was answered by ${command}`), false);
  }

  demandAlone(): void {
    throw new Left(false);
  }

  defer(request: Request): Promise<void> | undefined {
    this.deferred.push({ request, part: this.part });
    return this.deferred.length < MOST_DEFERRED ? undefined : this.flush();
  }

  async query(request: Request | string): Promise<Answer> {
    if (typeof request === 'string') throw new Left(false);
    if (this.part && performance.now() - this.#since > this.#bodyMs) throw new Left(true);
    return this.send([...this.deferred.splice(0), { request, part: this.part }], 1);
  }

  protected async flush(): Promise<void> {
    await this.send(this.deferred.splice(0), 0);
  }

  /** Sends statements and returns the result of the last. `awaited` says whether a body awaits it. */
  protected abstract send(entries: readonly Entry[], awaited: 0 | 1): Promise<Answer>;
}

/**
 * Returns whether the group cannot continue: a deadlock, a server that closes the connection (class 57P), or a proxy
 * that lost it.
 */
export function isFatal(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return isSerializationFailure(error) || code.startsWith('57P') || isServerLost(error);
}

/**
 * Returns whether a proxy has lost the server (class 08). Results may be lost with it, while the proxy itself is still
 * reachable.
 */
export function isServerLost(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return code.startsWith('08');
}

/**
 * Returns whether a commit may have succeeded. The server answers in order, but a proxy that lost it answers nothing
 * more.
 */
export function isCommitUnderWay(entries: readonly Entry[], index: number, cause: unknown): boolean {
  const last = entries.length - 1;
  return entries[last]?.request === COMMIT && (index === last || isServerLost(cause));
}
