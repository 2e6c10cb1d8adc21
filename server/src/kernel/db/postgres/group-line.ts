import type pg from 'pg';
import { Statement } from '../statement.ts';
import { type Answer, type Connection, type Judge, type Request, toRequest } from './connection.ts';
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
  /** After a group that had to run again with savepoints, so many have them: whoever has writes refused at will gains little. */
  readonly carefulGroups: number;
}

const MOST_DEFERRED = 100;
/** For this transaction alone: nothing of it may stay with a connection that others are given next. */
const BE_IMPATIENT = new Statement(
  `select set_config('lock_timeout', :lock, true), set_config('statement_timeout', :statement, true)`,
);
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

export interface Entry {
  readonly request: Request;
  /** Whose it is; of the group itself where absent. */
  readonly part: Part | undefined;
  readonly judge?: Judge;
}

/** The transaction that bodies share, one after the other. What one does not wait for goes with what comes next. */
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

  /** As if the body that has begun had not. */
  abstract undo(): void;

  async commit(): Promise<void> {
    const { command } = await this.query(COMMIT);
    // What PostgreSQL answers when the transaction had failed before.
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

  /** Answers what the last came to; how many of them somebody waits for is said. */
  protected abstract send(entries: readonly Entry[], awaited: 0 | 1): Promise<Answer>;
}

/** Bodies that wait for each other, or a server that ends the connection (class 57P), or a proxy that has lost it. */
export function isFatal(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return isSerializationFailure(error) || code.startsWith('57P') || isServerLost(error);
}

/** What a proxy says (class 08): it may have lost answers with the server, and may itself be there all the same. */
export function isServerLost(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return code.startsWith('08');
}

/** Whether a commit may have been done: the server answers in order, a proxy that has lost it answers no more of anything. */
export function isCommitUnderWay(entries: readonly Entry[], index: number, cause: unknown): boolean {
  const last = entries.length - 1;
  return entries[last]?.request === COMMIT && (index === last || isServerLost(cause));
}
