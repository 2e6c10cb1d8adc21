import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import type { Logger } from '#kernel/log.ts';
import { oneByOne } from '#kernel/one-by-one.ts';
import { type Clock, DAY, HOUR } from '#kernel/time.ts';
import { withAccountNames } from '../../../identity/accounts/index.ts';
import { BEHIND_ADVICE, describeBehind, describeHold, HOLD_ADVICE } from '../hold/describe.ts';
import type { Hold } from '../hold/judge.ts';
import type { BillingHold, RunRequest } from '../hold/service.ts';
import { readBillingClock } from '../hold/store.ts';
import { forecastRun } from './forecast.ts';
import { noteDone } from './metrics.ts';
import { countFailures, findOldestFailure, forgetFailuresBefore, noteFailure } from './operator-store.ts';
import { performAlone, performTogether } from './perform.ts';
import {
  BEGINNING,
  type Done,
  type Due,
  describeDone,
  describeError,
  describeFailure,
  describeOther,
  type ForecastLine,
  type RunLine,
  type RunStep,
} from './step.ts';

/**
 * Concurrent transactions. They share round trips on PostgreSQL and disk writes on SQLite. More are no faster, and
 * would take PostgreSQL connections from requests.
 */
const AT_ONCE = 8;
/**
 * Items per transaction of a step with `performAll`. All other invoicing waits for its end. SQLite answers no request
 * meanwhile, so it takes fewer: a few milliseconds of work.
 */
const TOGETHER = { sqlite: 4, postgres: 16 };
/** Concurrent transactions of such a step: one prepares while the other issues. */
const GROUPS = 2;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  steps: readonly RunStep[];
  hold: Pick<BillingHold, 'begin' | 'find' | 'confirmDate'>;
}

const MOST_DAYS_FORECAST = 40;
/** The server runs billing at this interval. */
export const RUN_EVERY_MS = HOUR;

interface RunOptions extends RunRequest {
  /** Called for everything that was done or failed. */
  onLine?: (line: RunLine) => void;
}

type OnLine = NonNullable<RunOptions['onLine']>;

export type BillingOperatorService = ReturnType<typeof createBillingOperatorService>;

export function createBillingOperatorService({ db, clock, log, steps, hold }: Dependencies) {
  /**
   * Does everything that is due, each item in its own transaction. A failure is recorded and does not stop the others.
   * A killed run can be repeated and continues where it stopped; concurrent runs do everything once. While billing is
   * held, only the steps that are never held run, unless `yes` confirms the run.
   */
  async function run({ onLine = () => {}, ...request }: RunOptions = {}): Promise<void> {
    const began = clock.now();
    const permit = await db.write(() => hold.begin(request));
    const { at, isLimited } = permit;
    if (permit.hold) onLine(tellHold(permit.hold));
    for (const step of isLimited ? steps.filter(({ neverHeld }) => neverHeld) : steps) {
      const each = step.performAll ? TOGETHER[db.dialect] : 1;
      const side = step.performAll ? GROUPS : AT_ONCE;
      for await (const dues of inBatches(step, at, each * side)) {
        const groups = Array.from({ length: side }, (_, index) => dues.slice(index * each, (index + 1) * each));
        await Promise.all(groups.map((group) => performGroup(step, group, at, onLine)));
        await oneByOne();
      }
    }
    // A limited run skips steps, so their earlier failures are still open.
    if (!isLimited) await db.write(() => forgetFailuresBefore(began));
  }

  async function* inBatches(step: RunStep, at: number, size: number): AsyncGenerator<Due[]> {
    let after = BEGINNING;
    for (;;) {
      const dues = await db.read(step.due(at, after, size));
      if (dues.length > 0) yield dues;
      if (dues.length < size) return;
      after = dues.at(-1) ?? after;
    }
  }

  /**
   * Performs items in one transaction. If that fails, performs them one by one, so that one failure does not block the
   * others.
   */
  async function performGroup(step: RunStep, dues: readonly Due[], at: number, onLine: OnLine): Promise<void> {
    if (dues.length > 1) {
      try {
        const done = await db.write(() => performTogether(step, dues, at));
        for (const [index, due] of dues.entries()) tellDone(step, due, done[index] ?? [], onLine);
        return;
      } catch (err) {
        if (err instanceof DatabaseUnavailable) throw err;
        log.warn({ err, step: step.name }, 'billing run: batch failed, retrying items one by one');
      }
    }
    for (const due of dues) await perform(step, due, at, onLine);
  }

  function tellDone(step: RunStep, due: Due, done: readonly Done[], onLine: OnLine): void {
    noteDone('done', done.length);
    for (const one of done) onLine(describeDone(step, due, one));
  }

  async function perform(step: RunStep, due: Due, at: number, onLine: OnLine): Promise<void> {
    try {
      tellDone(step, due, await db.write(() => performAlone(step, due, at)), onLine);
    } catch (error) {
      // The failure could not be recorded. The next run continues here.
      if (error instanceof DatabaseUnavailable) throw error;
      await noteFailed(step, due, error);
      onLine(describeFailure(step, due, error));
    }
  }

  async function noteFailed({ name: step }: RunStep, { accountId: account_id, id }: Due, err: unknown): Promise<void> {
    noteDone('failed', 1);
    log.error({ err, step, account_id, id }, 'the billing run could not do something that is due');
    const failure = { key: `${step} ${id}`, account_id, step, message: describeError(err) };
    await db.write(() => noteFailure(failure, clock.now()));
  }

  /**
   * Returns what a run would do at a time, in some days, or when it runs next. Covers the first 1,000 due items; a last
   * line tells if there are more. Changes nothing.
   */
  async function forecast(when: ForecastTime = {}): Promise<ForecastLine[]> {
    const at = when.at ?? clock.now() + readDistance(when.days);
    const held = await db.read(hold.find());
    const lines = await forecastRun({ db, steps, confirmDate: hold.confirmDate }, at);
    return db.read(withAccountNames(held ? [tellHold(held), ...lines] : lines));
  }

  async function countFailed(): Promise<number> {
    return db.peek(countFailures());
  }

  async function findHold(): Promise<Hold | undefined> {
    return db.peek(hold.find());
  }

  /** Reports to `doctor` what the last run could not do. It stays reported until the cause is fixed. */
  async function check(): Promise<EngineHealth> {
    const held = await findHold();
    if (held) return { reachable: true, version: null, detail: describeHold(held), advice: HOLD_ADVICE };
    const known = await db.peek(readBillingClock());
    const behind = known && describeBehind(known.at, clock.now());
    if (behind) return { reachable: true, version: null, detail: behind, advice: BEHIND_ADVICE };
    const [count, oldest] = [await countFailed(), await db.peek(findOldestFailure())];
    if (!oldest)
      return { reachable: true, version: null, detail: 'The last run completed all due tasks.', advice: null };
    const detail = `${count} due ${count === 1 ? 'task' : 'tasks'} failed; ${oldest.step} of account ${oldest.account_id}: ${oldest.message}`;
    const advice = 'Fix the cause, then run `hostler billing run` to retry now and list failures.';
    return { reachable: true, version: null, detail, advice };
  }

  return { run, forecast, countFailed, findHold, check };
}

interface ForecastTime {
  at?: number | undefined;
  days?: number | undefined;
}

function readDistance(days: number | undefined): number {
  if (days === undefined) return RUN_EVERY_MS;
  if (days <= MOST_DAYS_FORECAST) return days * DAY;
  throw validationError([fieldErrors.too_large('days', { max: MOST_DAYS_FORECAST })]);
}

function tellHold(hold: Hold): RunLine {
  const what = `${describeHold(hold)} ${HOLD_ADVICE}`;
  return describeOther({ step: 'billing', account_id: null, state: 'held', what });
}
