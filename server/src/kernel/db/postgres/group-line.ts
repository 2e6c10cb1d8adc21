import type pg from 'pg';
import { Statement } from '../statement.ts';
import { toStatementError } from '../statement-error.ts';
import { BatchFailure, runBatch } from './batch.ts';
import { type Answer, type Connection, type Request, toRequest } from './connection.ts';
import { Abandoned } from './drive.ts';
import { BEGIN, isSerializationFailure } from './transaction.ts';

/** How long one write may hold the others up. */
export interface Patience {
  /** What has not begun by then waits for the next group; and so long the next group waits for a write that is alone. */
  readonly groupMs: number;
  /** Of a body, between two of its statements. */
  readonly bodyMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  /** After a body that was too slow, for how long nobody shares a commit: it is the machine perhaps, or somebody's intent. */
  readonly restMs: number;
}

const MOST_DEFERRED = 100;
/** For this transaction alone: nothing of it may stay with a connection that others are given next. */
const BE_IMPATIENT = new Statement(
  `select set_config('lock_timeout', :lock, true), set_config('statement_timeout', :statement, true)`,
);
const SAVEPOINT: Request = { text: 'savepoint body' };
const ROLLBACK_TO: Request = { text: 'rollback to savepoint body' };
const RELEASE: Request = { text: 'release savepoint body' };
const COMMIT: Request = { text: 'commit' };

/** One body of a group. It is told when one of its statements fails that it did not wait for. */
export interface Part {
  fail(error: unknown): void;
}

/** The body cannot go on in the group: it would hold the others up, or did. */
export class Left extends Abandoned {
  readonly isLate: boolean;

  constructor(isLate: boolean) {
    super('the body left its group');
    this.isLate = isLate;
  }
}

/** Nothing of the group is kept, unless its commit was sent and the connection lost. */
export class GroupFailed extends Abandoned {
  readonly isCommitSent: boolean;

  constructor(cause: unknown, isCommitSent: boolean) {
    super('the group could not be committed', { cause });
    this.isCommitSent = isCommitSent;
  }
}

interface Entry {
  readonly request: Request;
  /** Whose it is; of the group itself where absent. */
  readonly part: Part | undefined;
}

/**
 * The transaction that bodies share, one after the other, each in a savepoint. What one does not wait for goes with the first
 * statement of the next; where it fails, only its own body is undone.
 */
export class GroupLine implements Connection {
  readonly #client: pg.ClientBase;
  readonly #bodyMs: number;
  #deferred: Entry[] = [];
  #part: Part | undefined;
  #since = 0;

  constructor(client: pg.ClientBase, { bodyMs, lockMs, statementMs }: Patience) {
    this.#client = client;
    this.#bodyMs = bodyMs;
    this.#add(BEGIN);
    this.#add(toRequest(BE_IMPATIENT, [`${lockMs}ms`, `${statementMs}ms`]));
  }

  begin(part: Part): void {
    this.#part = part;
    this.#since = performance.now();
    this.#add(SAVEPOINT);
  }

  keep(): void {
    this.#add(RELEASE);
    this.#part = undefined;
  }

  undo(): void {
    const part = this.#part;
    this.#part = undefined;
    const isBegun = !this.#deferred.some((entry) => entry.part === part && entry.request === SAVEPOINT);
    this.#deferred = this.#deferred.filter((entry) => entry.part !== part);
    if (isBegun) this.#deferred.push(...UNDO);
  }

  async commit(): Promise<void> {
    const { command } = await this.query(COMMIT);
    // What PostgreSQL answers when the transaction had failed before.
    if (command !== 'COMMIT') throw new GroupFailed(new Error(`COMMIT was answered by ${command}`), false);
  }

  demandAlone(): void {
    throw new Left(false);
  }

  defer(request: Request): Promise<void> | undefined {
    this.#add(request);
    return this.#deferred.length < MOST_DEFERRED ? undefined : this.#flush();
  }

  async query(request: Request | string): Promise<Answer> {
    if (typeof request === 'string') throw new Left(false);
    if (this.#part && performance.now() - this.#since > this.#bodyMs) throw new Left(true);
    return this.#send([...this.#deferred.splice(0), { request, part: this.#part }], 1);
  }

  #add(request: Request): void {
    this.#deferred.push({ request, part: this.#part });
  }

  async #flush(): Promise<void> {
    await this.#send(this.#deferred.splice(0), 0);
  }

  async #send(given: readonly Entry[], awaited: 0 | 1): Promise<Answer> {
    for (let entries = given; ; ) {
      try {
        return await runBatch(
          this.#client,
          entries.map(({ request }) => request),
        );
      } catch (error) {
        const isLast = !(error instanceof BatchFailure) || error.index === entries.length - 1;
        const { cause, index } = error instanceof BatchFailure ? error : { cause: error, index: entries.length - 1 };
        const failed = entries[index];
        if (!(error instanceof BatchFailure) || !failed?.part || isFatal(cause)) {
          throw new GroupFailed(cause, isLast && entries.at(-1)?.request === COMMIT);
        }
        const reason = isImpatience(cause) ? new Left(true) : nameFailure(failed, isLast && awaited === 1, cause);
        if (failed.part === this.#part) throw reason;
        failed.part.fail(reason);
        // The server has looked at nothing that came after it.
        entries = [...UNDO, ...entries.slice(index + 1).filter(({ part }) => part !== failed.part)];
      }
    }
  }
}

/** What waits for its statement names that itself. */
function nameFailure({ request }: Entry, isAwaited: boolean, cause: unknown): unknown {
  return isAwaited ? cause : toStatementError(request.text, cause);
}

const UNDO: readonly Entry[] = [ROLLBACK_TO, RELEASE].map((request) => ({ request, part: undefined }));

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

function isImpatience(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED;
}

/** Bodies that wait for each other, or a server that ends the connection (class 57P, and 08 of a proxy). */
function isFatal(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return isSerializationFailure(error) || code.startsWith('57P') || code.startsWith('08');
}
