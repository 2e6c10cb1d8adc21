import type pg from 'pg';
import type { DatabaseOptions } from '../database.ts';
import type { Query } from '../query.ts';
import { BareLine, WroteBeforeFailure } from './bare-line.ts';
import { CarefulLine, isImpatience } from './careful-line.ts';
import { drive, type Surroundings } from './drive.ts';
import { GroupFailed, type GroupLine, isServerLost, Left, type Part, type Patience } from './group-line.ts';
import { rollBack } from './transaction.ts';
import { bumpVersions, type Touched } from './versions.ts';

/** With these limits a write waits less than 200 ms for the others in its group, and not at all for those that left. */
const PATIENCE: Patience = { groupMs: 25, bodyMs: 50, statementMs: 100, lockMs: 50, restMs: 1_000, carefulGroups: 64 };
/** PostgreSQL keeps 64 savepoints of a transaction in memory, and bodies use some themselves. */
const MOST_IN_A_GROUP = 32;

export interface Write<T> {
  readonly accountId: number;
  /** Begins the write in a group. */
  begin(): { query: Query<T>; surroundings: Surroundings & { readonly touched: Touched } };
  committed(surroundings: Surroundings): void;
  /** Runs the write in its own transaction. */
  runAlone(): Promise<T>;
}

interface GroupCommitOptions extends Pick<DatabaseOptions, 'onCommit'> {
  readonly patience?: Patience;
}

/**
 * Lets concurrent writes share one transaction, so that one commit and a few round trips make them all durable. Bodies
 * run one after the other, and one group runs at a time. If a body fails after it has written, the group is rolled back
 * and runs again with a savepoint per body. A body that would delay the others leaves the group and runs alone. If the
 * whole group fails, all run alone.
 */
export class GroupCommit {
  readonly #pool: pg.Pool;
  readonly #patience: Patience;
  readonly #onCommit: DatabaseOptions['onCommit'];
  #queue: Member<unknown>[] = [];
  /**
   * Members the last group had no time for. They form the next group without new ones, so that they are not last again.
   */
  #late: Member<unknown>[] = [];
  #working: Promise<void> | undefined;
  #restUntil = 0;
  #carefulGroups = 0;
  readonly #idsNeeded = new Map<string, number>();

  constructor(pool: pg.Pool, { patience = PATIENCE, onCommit }: GroupCommitOptions = {}) {
    this.#pool = pool;
    this.#patience = patience;
    this.#onCommit = onCommit;
  }

  add<T>(write: Write<T>): Promise<T> {
    if (performance.now() < this.#restUntil) return write.runAlone();
    const member = new Member(write);
    this.#queue.push(member as Member<unknown>);
    this.#working ??= this.#work();
    return member.answer;
  }

  /** Resolves when no group is running or waiting. */
  async finish(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#queue.length + this.#late.length > 0) {
      const members = this.#late.length > 0 ? this.#late.splice(0) : this.#queue.splice(0, MOST_IN_A_GROUP);
      const [first, second] = members;
      if (first && !second) await this.#runOne(first);
      else await this.#runGroup(members);
    }
    this.#working = undefined;
  }

  /** Runs a single write without a group. Others wait for it only briefly. */
  async #runOne(member: Member<unknown>): Promise<void> {
    this.#onCommit?.(1);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#patience.groupMs);
    });
    await Promise.race([member.leave(), patience]);
    clearTimeout(timer);
  }

  /** Runs a group in the order of the accounts, so that groups of two processes lock in the same order. */
  async #runGroup(members: Member<unknown>[]): Promise<void> {
    members.sort((one, other) => one.write.accountId - other.write.accountId);
    const client = await this.#pool.connect().catch((error: unknown) => {
      for (const member of members) member.reject(error);
    });
    if (!client) return;
    const group: Member<unknown>[] = [];
    let late: Member<unknown>[] | undefined;
    try {
      await this.#commit(this.#beginLine(client), members, group);
      this.#onCommit?.(group.length);
      client.release();
      for (const member of group) member.settle();
    } catch (error) {
      const broken = await rollBack(client);
      client.release(broken);
      if (error instanceof WroteBeforeFailure && !broken) {
        late = members.filter((member) => !member.hasLeft);
        // The next group finds the slow body, and makes all others rest.
        this.#carefulGroups = isImpatience(error.cause) ? 1 : 1 + this.#patience.carefulGroups;
        return;
      }
      // If the result of a commit was lost, it may have succeeded: a retry might apply it twice.
      const isLost = broken !== undefined || (error instanceof GroupFailed && isServerLost(error.cause));
      const isUnknown = isLost && error instanceof GroupFailed && error.isCommitSent;
      if (isUnknown) for (const member of group) member.reject(error.cause);
      else for (const member of group) void member.leave();
    } finally {
      if (group.some(({ isLate }) => isLate)) this.#restUntil = performance.now() + this.#patience.restMs;
      this.#late = late ?? members.slice(group.length);
    }
  }

  #beginLine(client: pg.PoolClient): GroupLine {
    if (this.#carefulGroups === 0) return new BareLine(client, this.#patience, this.#idsNeeded);
    this.#carefulGroups--;
    return new CarefulLine(client, this.#patience);
  }

  /** Adds each started member to the group, so that all of them learn of a failure. */
  async #commit(line: GroupLine, members: readonly Member<unknown>[], group: Member<unknown>[]): Promise<void> {
    const until = performance.now() + this.#patience.groupMs;
    for (const member of members) {
      group.push(member);
      await member.runIn(line);
      if (performance.now() > until) break;
    }
    await bumpVersions(
      line,
      group.flatMap((member) => member.listTouched()),
    );
    await line.commit();
  }
}

/** A write of a group and its result. */
class Member<T> implements Part {
  readonly write: Write<T>;
  readonly #answer = Promise.withResolvers<T>();
  #surroundings: ReturnType<Write<T>['begin']>['surroundings'] | undefined;
  #outcome: { value: T } | { error: unknown } | undefined;
  #left: Promise<void> | undefined;
  #isLate = false;

  constructor(write: Write<T>) {
    this.write = write;
  }

  get answer(): Promise<T> {
    return this.#answer.promise;
  }

  async runIn(line: GroupLine): Promise<void> {
    line.begin(this);
    try {
      const { query, surroundings } = this.write.begin();
      this.#surroundings = surroundings;
      this.#outcome = { value: await drive(line, query, surroundings) };
      line.keep();
    } catch (error) {
      if (error instanceof GroupFailed) throw error;
      line.undo();
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    this.#outcome = { error };
    if (!(error instanceof Left)) return;
    this.#isLate = error.isLate;
    void this.leave();
  }

  /** True if the member exceeded the time others wait for it. */
  get isLate(): boolean {
    return this.#isLate;
  }

  get hasLeft(): boolean {
    return this.#left !== undefined;
  }

  /** Leaves the group and runs alone. */
  leave(): Promise<void> {
    this.#left ??= this.write.runAlone().then(this.#answer.resolve, this.#answer.reject);
    return this.#left;
  }

  reject(error: unknown): void {
    if (!this.#left) this.#answer.reject(error);
  }

  listTouched(): Touched[] {
    if (this.#left || !this.#outcome || 'error' in this.#outcome) return [];
    return this.#surroundings ? [this.#surroundings.touched] : [];
  }

  /**
   * Settles the result. An error also waits for the end of the group, because it may depend on writes of other members.
   */
  settle(): void {
    if (this.#left || !this.#outcome) return;
    if ('error' in this.#outcome) {
      this.#answer.reject(this.#outcome.error);
    } else {
      this.#answer.resolve(this.#outcome.value);
      if (this.#surroundings) this.write.committed(this.#surroundings);
    }
  }
}
