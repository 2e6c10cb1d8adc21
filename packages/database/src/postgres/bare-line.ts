import type pg from 'pg';
import type { Awaitable } from '../database.ts';
import { Statement } from '../statement.ts';
import { BatchFailure, runSome } from './batch.ts';
import { type Answer, type Judge, type Request, toRequest } from './connection.ts';
import { Gathered } from './gathered.ts';
import {
  type Entry,
  GroupFailed,
  GroupLine,
  isCommitUnderWay,
  isFatal,
  type Part,
  type Patience,
} from './group-line.ts';

/**
 * Fewest ids reserved at once. Otherwise as many as were needed so far, or by the previous group, so that few stay
 * unused.
 */
const FEWEST_IDS = 4;
const NEXT_IDS = new Statement(
  `select nextval(cast(pg_get_serial_sequence(cast(:table as text), 'id') as regclass)) as id
   from generate_series(1, cast(:count as bigint)) as number`,
);

/** A body failed after it had written, and its writes cannot be separated from those of the others. */
export class WroteBeforeFailure extends GroupFailed {
  constructor(cause: unknown) {
    super(cause, false);
  }
}

/**
 * A group without savepoints, each of which would cost as much as another statement. Statements without awaited results
 * are deferred, so bodies that only write need a few round trips together. If anything fails, the whole group is rolled
 * back.
 */
export class BareLine extends GroupLine {
  readonly #ids = new Map<string, { free: number[]; given: number }>();
  /** Ids per table that the last group needed. */
  readonly #needed: Map<string, number>;
  readonly #gathered = new Gathered();
  #hasWritten = false;

  constructor(client: pg.ClientBase, patience: Patience, needed: Map<string, number>) {
    super(client, patience);
    this.#needed = needed;
  }

  override begin(part: Part): void {
    super.begin(part);
    this.#gathered.beginBody();
    this.#hasWritten = false;
  }

  undo(): void {
    if (this.#hasWritten) throw new WroteBeforeFailure(undefined);
    const { part } = this;
    this.deferred = this.deferred.filter((entry) => entry.part !== part);
    if (part) this.#gathered.forget(part);
    this.keep();
  }

  override async commit(): Promise<void> {
    this.#release();
    // Run all checks before the commit.
    if (this.deferred.some(({ judge }) => judge)) await this.flush();
    await super.commit();
    for (const [table, { given }] of this.#ids) this.#needed.set(table, given);
  }

  override defer(request: Request): Promise<void> | undefined {
    this.#note(request);
    if (this.part && this.#gathered.add(request, this.part)) return this.#gathered.isFull ? this.flush() : undefined;
    this.#release();
    return super.defer(request);
  }

  check(request: Request, judge: Judge): void {
    if (this.part) this.#gathered.ask(request, this.part, judge);
  }

  override query(request: Request | string): Promise<Answer> {
    this.#note(request);
    if (typeof request === 'string' || !this.#gathered.mayOvertake(request.statement)) this.#release();
    return super.query(request);
  }

  protected override async flush(): Promise<void> {
    this.#release();
    await super.flush();
  }

  takeId(table: string): Awaitable<number> {
    const ids = this.#ids.get(table) ?? { free: [], given: 0 };
    this.#ids.set(table, ids);
    const id = ids.free.shift();
    if (id === undefined) return this.#fetchIds(table, ids).then(() => this.takeId(table));
    ids.given++;
    return id;
  }

  async #fetchIds(table: string, ids: { free: number[]; given: number }): Promise<void> {
    const count = Math.max(FEWEST_IDS, ids.given || (this.#needed.get(table) ?? 0));
    const { rows } = await this.query(toRequest(NEXT_IDS, [table, count]));
    ids.free.push(...rows.map(({ id }: { id: number }) => id));
  }

  #note(request: Request | string): void {
    if (typeof request !== 'string' && request.statement?.written.length) this.#hasWritten = true;
  }

  #release(): void {
    this.deferred.push(...this.#gathered.release());
  }

  protected async send(entries: readonly Entry[], awaited: 0 | 1): Promise<Answer> {
    const answers = await this.#run(entries, awaited);
    for (const [index, { judge }] of entries.entries()) {
      try {
        judge?.(answers[index]?.rows as never[]);
      } catch (error) {
        throw new WroteBeforeFailure(error);
      }
    }
    return answers.at(-1) as Answer;
  }

  async #run(entries: readonly Entry[], awaited: 0 | 1): Promise<Answer[]> {
    const last = entries.length - 1;
    try {
      return await runSome(
        this.client,
        entries.map(({ request }) => request),
        (index) => entries[index]?.judge !== undefined || (index === last && awaited === 1),
      );
    } catch (error) {
      const { cause, index } = error instanceof BatchFailure ? error : { cause: error, index: last };
      if (error instanceof BatchFailure && entries[index]?.part && !isFatal(cause)) throw new WroteBeforeFailure(cause);
      throw new GroupFailed(cause, isCommitUnderWay(entries, index, cause));
    }
  }
}
