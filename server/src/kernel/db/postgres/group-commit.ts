import type pg from 'pg';
import { commitGroupSize } from '../metrics.ts';
import type { Query } from '../query.ts';
import { BareLine, Spoilt } from './bare-line.ts';
import { CarefulLine, isImpatience } from './careful-line.ts';
import { drive, type Surroundings } from './drive.ts';
import { GroupFailed, type GroupLine, isServerLost, Left, type Part, type Patience } from './group-line.ts';
import { rollBack } from './transaction.ts';
import { bumpVersions, type Touched } from './versions.ts';

/** So a write waits for those before it in its group for less than 200 ms, and for those that left not at all. */
const PATIENCE: Patience = { groupMs: 25, bodyMs: 50, statementMs: 100, lockMs: 50, restMs: 1_000, carefulGroups: 64 };
/** PostgreSQL keeps 64 savepoints of a transaction at hand, and bodies have some of their own. */
const MOST_IN_A_GROUP = 32;

export interface Write<T> {
  readonly accountId: number;
  /** Begins it in a group. */
  begin(): { query: Query<T>; surroundings: Surroundings & { readonly touched: Touched } };
  committed(surroundings: Surroundings): void;
  /** Runs it in a transaction of its own. */
  runAlone(): Promise<T>;
}

/**
 * Writes that arrive while another is on its way share one transaction, one body after the other: so one commit, and a few
 * round trips, make them all durable. One group is on its way at a time. Where one of them fails that has written, nothing
 * of the group is kept and it runs again, each body in its savepoint. Whoever would hold the others up leaves and is run
 * alone; where the group as a whole fails, all are.
 */
export class GroupCommit {
  readonly #pool: pg.Pool;
  readonly #patience: Patience;
  #queue: Member<unknown>[] = [];
  /** Those a group had no time for. They are the next one, without others: who is last in its order must not be last again. */
  #late: Member<unknown>[] = [];
  #working: Promise<void> | undefined;
  #restUntil = 0;
  #carefulGroups = 0;
  readonly #idsNeeded = new Map<string, number>();

  constructor(pool: pg.Pool, patience: Patience = PATIENCE) {
    this.#pool = pool;
    this.#patience = patience;
  }

  add<T>(write: Write<T>): Promise<T> {
    if (performance.now() < this.#restUntil) return write.runAlone();
    const member = new Member(write);
    this.#queue.push(member as Member<unknown>);
    this.#working ??= this.#work();
    return member.answer;
  }

  /** Resolves when nothing is gathered any more. */
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

  /** As if there were no groups: it waits for nobody, and nobody waits for it for long. */
  async #runOne(member: Member<unknown>): Promise<void> {
    commitGroupSize.observe(1);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#patience.groupMs);
    });
    await Promise.race([member.leave(), patience]);
    clearTimeout(timer);
  }

  /** In the order of their accounts, so that groups of two processes meet in the same order. */
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
      commitGroupSize.observe(group.length);
      client.release();
      for (const member of group) member.settle();
    } catch (error) {
      const broken = await rollBack(client);
      client.release(broken);
      if (error instanceof Spoilt && !broken) {
        late = members.filter((member) => !member.hasLeft);
        // Who was too slow is found out by this one, and has all others rest.
        this.#carefulGroups = isImpatience(error.cause) ? 1 : 1 + this.#patience.carefulGroups;
        return;
      }
      // Whether a commit was done whose answer was lost cannot be known: doing it again might do it twice.
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

  /** Fills the group with those it begins, so that all of them hear of a failure. */
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

/** A write of a group, and what came of it. */
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

  /** Whether others waited for it for as long as they do. */
  get isLate(): boolean {
    return this.#isLate;
  }

  get hasLeft(): boolean {
    return this.#left !== undefined;
  }

  /** From now on it is on its own. */
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

  /** Also a refusal waits for the end of the group: it may rest on what others in the group wrote. */
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
