import { attempt, type Database, type Query } from '@hostler/database';
import { lockAccounts } from './perform.ts';
import {
  BEGINNING,
  type Done,
  type Due,
  describeDone,
  describeFailure,
  describeOther,
  type RunLine,
  type RunStep,
} from './step.ts';

/** Items that a forecast covers. */
const MOST_ITEMS = 1_000;
/** Accounts per transaction. Customers who write wait for its end, so it is as short as those of a run. */
const ACCOUNTS = 16;
/** Further items that may become due by an earlier step of the same forecast. */
const MOST_NEW = 100;

interface Dependencies {
  db: Database;
  steps: readonly RunStep[];
  /** Lets documents have the date of the forecast although billing is held. */
  confirmDate(at: number): Query<void>;
}

interface DueOfStep {
  readonly step: RunStep;
  readonly dues: readonly Due[];
  /** More items are due than the forecast covers. */
  readonly isCut: boolean;
}

/** A line and its place in the run. */
interface Placed {
  readonly stepIndex: number;
  readonly due: Due;
  readonly line: RunLine;
}

/**
 * Returns what a run at this time would do, by performing its steps in transactions that are rolled back. Nothing is
 * stored, sent or charged. Lines are in the order of the run.
 */
export async function forecastRun({ db, steps, confirmDate }: Dependencies, at: number): Promise<RunLine[]> {
  const due = await listDue(db, steps, at);
  const accounts = [...new Set(due.flatMap(({ dues }) => dues.map(({ accountId }) => accountId)))].sort(
    (a, b) => a - b,
  );
  const placed: Placed[] = [];
  for (let from = 0; from < accounts.length; from += ACCOUNTS) {
    const some = new Set(accounts.slice(from, from + ACCOUNTS));
    const trial = new Trial(due, some, at);
    try {
      await db.write(function* () {
        yield* confirmDate(at);
        yield* trial.run();
      });
    } catch (error) {
      if (error !== trial) throw error;
    }
    placed.push(...trial.placed);
  }
  const inOrder = placed.toSorted(
    (a, b) => a.stepIndex - b.stepIndex || a.due.time - b.due.time || a.due.id - b.due.id,
  );
  return [...inOrder.map(({ line }) => line), ...describeCut(due)];
}

async function listDue(db: Database, steps: readonly RunStep[], at: number): Promise<DueOfStep[]> {
  const due: DueOfStep[] = [];
  let left = MOST_ITEMS;
  for (const step of steps) {
    const found = await db.read(step.due(at, BEGINNING, left + 1));
    const dues = found.slice(0, left);
    due.push({ step, dues, isCut: found.length > left });
    left -= dues.length;
  }
  return due;
}

function describeCut(due: readonly DueOfStep[]): RunLine[] {
  const cut = due.filter(({ isCut }) => isCut).map(({ step }) => step.name);
  if (cut.length === 0) return [];
  const what = `The forecast covers the first ${MOST_ITEMS} due tasks. More are due in: ${cut.join(', ')}.`;
  return [describeOther({ step: 'billing', account_id: null, state: 'more', what })];
}

/** Performs the steps of some accounts. Thrown at the end, so that the transaction is rolled back. */
class Trial extends Error {
  override name = 'Trial';
  placed: Placed[] = [];
  readonly #due: readonly DueOfStep[];
  readonly #accounts: ReadonlySet<number>;
  readonly #at: number;

  constructor(due: readonly DueOfStep[], accounts: ReadonlySet<number>, at: number) {
    super('A forecast is rolled back.');
    this.#due = due;
    this.#accounts = accounts;
    this.#at = at;
  }

  *run(): Query<never> {
    this.placed = [];
    yield* lockAccounts([...this.#accounts].map((accountId) => ({ accountId })));
    for (const [stepIndex, of] of this.#due.entries()) {
      for (const due of yield* this.#list(of)) yield* this.#perform(stepIndex, of.step, due);
    }
    throw this;
  }

  /** Lists the items again, because an earlier step may have made one due. */
  *#list({ step, dues, isCut }: DueOfStep): Query<readonly Due[]> {
    const now = isCut ? dues : yield* step.due(this.#at, BEGINNING, dues.length + MOST_NEW);
    return now.filter(({ accountId }) => this.#accounts.has(accountId));
  }

  *#perform(stepIndex: number, step: RunStep, due: Due): Query<void> {
    const outcome = yield* attempt(step.perform(due, this.#at));
    const lines =
      'error' in outcome
        ? [describeFailure(step, due, outcome.error)]
        : outcome.value.map((done) => describeDone(step, due, withoutNumber(done)));
    this.placed.push(...lines.map((line) => ({ stepIndex, due, line })));
  }
}

/** An invoice gets its number when it is issued, so a forecast cannot name it. */
function withoutNumber(done: Done): Done {
  return done.issued === undefined
    ? done
    : { ...done, what: done.what.replace(`Invoice ${done.issued}`, 'An invoice') };
}
