import type { EngineHealth } from '../../../../engines/engine.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { attempt, lockName, type Query } from '../../../../kernel/db/query.ts';
import type { Logger } from '../../../../kernel/log.ts';
import type { Clock } from '../../../../kernel/time.ts';
import { noteDone } from './metrics.ts';
import { countFailures, findOldestFailure, forgetFailuresBefore, noteFailure } from './operator-store.ts';
import { BEGINNING, type Due, type RunLine, type RunStep } from './step.ts';

/**
 * Side by side: on PostgreSQL they share the waiting, and on SQLite the write to the disk. More of them are no faster, and on
 * PostgreSQL would leave those who ask meanwhile without a connection.
 */
const AT_ONCE = 8;
/** A dry run is one transaction, which is not to stand in the way of others for long. */
const MOST_IN_DRY_RUN = 1_000;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  steps: readonly RunStep[];
}

interface RunOptions {
  /** What is due at this time is done; now, when absent. */
  at?: number | undefined;
  /** Told of everything that was done and could not be done. */
  onLine?: (line: RunLine) => void;
}

export type BillingOperatorService = ReturnType<typeof createBillingOperatorService>;

export function createBillingOperatorService({ db, clock, log, steps }: Dependencies) {
  /**
   * Does whatever is due, each thing in a transaction of its own. One that fails is noted and keeps no other from being done.
   * Killed at any point and run again, it goes on where it was; two at the same time do everything once.
   */
  async function run({ at = clock.now(), onLine = () => {} }: RunOptions = {}): Promise<void> {
    const began = clock.now();
    for (const step of steps) {
      for await (const dues of inBatches(step, at)) {
        await Promise.all(dues.map((due) => perform(step, due, at, onLine)));
      }
    }
    await db.write(() => forgetFailuresBefore(began));
  }

  async function* inBatches(step: RunStep, at: number): AsyncGenerator<Due[]> {
    let after = BEGINNING;
    for (;;) {
      const dues = await db.read(step.due(at, after, AT_ONCE));
      if (dues.length > 0) yield dues;
      if (dues.length < AT_ONCE) return;
      after = dues.at(-1) ?? after;
    }
  }

  async function perform(step: RunStep, due: Due, at: number, onLine: NonNullable<RunOptions['onLine']>) {
    try {
      const done = await db.write(() => performAlone(step, due, at));
      noteDone('done', done.length);
      for (const what of done) onLine({ step: step.name, account_id: due.accountId, state: 'done', what });
    } catch (error) {
      await noteFailed(step, due, error);
      onLine({ step: step.name, account_id: due.accountId, state: 'failed', what: describe(error) });
    }
  }

  async function noteFailed({ name: step }: RunStep, { accountId: account_id, id }: Due, err: unknown): Promise<void> {
    noteDone('failed', 1);
    log.error({ err, step, account_id, id }, 'the billing run could not do something that is due');
    const failure = { key: `${step} ${id}`, account_id, step, message: describe(err) };
    await db.write(() => noteFailure(failure, clock.now()));
  }

  /** What a run would do, which is found out by doing it in a transaction that is taken back; at most so much of it. */
  async function rehearse({ at = clock.now() }: { at?: number | undefined } = {}): Promise<RunLine[]> {
    const rehearsal = new Rehearsal();
    try {
      await db.write(() => rehearsal.of(steps, at));
    } catch (error) {
      if (error !== rehearsal) throw error;
    }
    return rehearsal.lines;
  }

  async function countFailed(): Promise<number> {
    return db.peek(countFailures());
  }

  /** For `doctor`: what is due and could not be done stays so until somebody mends the cause. */
  async function check(): Promise<EngineHealth> {
    const [count, oldest] = [await countFailed(), await db.peek(findOldestFailure())];
    if (!oldest) return { reachable: true, version: null, detail: 'The last run did all that was due.', advice: null };
    const detail = `${count} due ${count === 1 ? 'thing' : 'things'} could not be done; ${oldest.step} of account ${oldest.account_id}: ${oldest.message}`;
    const advice = 'Mend the cause; `hostler billing run` tries again at once and lists what fails.';
    return { reachable: true, version: null, detail, advice };
  }

  return { run, rehearse, countFailed, check };
}

/** Customers have turns: what is done for one at the same time by another run, or by hand, is seen. */
function* performAlone(step: RunStep, due: Due, at: number): Query<readonly string[]> {
  yield* lockName(`billing of account ${due.accountId}`);
  return yield* step.perform(due, at);
}

/** Thrown at the end, so that nothing of it is kept. */
class Rehearsal extends Error {
  override name = 'Rehearsal';
  lines: RunLine[] = [];

  *of(steps: readonly RunStep[], at: number): Query<never> {
    this.lines = [];
    for (const step of steps) {
      let after = BEGINNING;
      for (let count = 0; count < MOST_IN_DRY_RUN; ) {
        const dues: Due[] = yield* step.due(at, after, AT_ONCE);
        for (const due of dues) yield* this.#perform(step, due, at);
        if (dues.length < AT_ONCE) break;
        after = dues.at(-1) ?? after;
        count += dues.length;
      }
    }
    throw this;
  }

  *#perform(step: RunStep, due: Due, at: number): Query<void> {
    const outcome = yield* attempt(performAlone(step, due, at));
    const about = { step: step.name, account_id: due.accountId };
    if ('error' in outcome) this.lines.push({ ...about, state: 'failed', what: describe(outcome.error) });
    else this.lines.push(...outcome.value.map((what): RunLine => ({ ...about, state: 'done', what })));
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
