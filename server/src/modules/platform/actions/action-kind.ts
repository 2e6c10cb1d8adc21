import { EngineError } from '../../../engines/engine.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { currentTransaction, type Query } from '../../../kernel/db/query.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { LaneName } from '../../../kernel/jobs/lanes.ts';
import { countChain, enqueueJob } from '../../../kernel/jobs/queue.ts';
import type { JobHandler, JobWork } from '../../../kernel/jobs/worker.ts';
import { type Clock, MINUTE } from '../../../kernel/time.ts';
import { announceActions, noteAction } from './metrics.ts';
import { keepSandboxAction } from './sandbox-store.ts';
import type { ResourceType } from './schemas.ts';
import {
  type ActionRow,
  beginAction,
  finishAction,
  insertAction,
  queuedActionsLimit,
  reportProgress,
} from './store.ts';

/** How long an engine may be out of reach before the customer is told that the action failed. */
const UNREACHABLE_PATIENCE_MS = 15 * MINUTE;
/** The same without a clock, which may have been put back: the pauses between so many attempts are longer than that. */
const MOST_ATTEMPTS = 30;
/** What may wait for one resource, whoever asked for it: work on it is done one by one. */
const MOST_WAITING = 10;

const LANES: Record<ResourceType, LaneName> = { hosting: 'vps', domain: 'dns', database: 'sql', backup: 'copies' };

/**
 * One kind of queued engine work: what is done on the engine, and what each end of it means for our records. `Found` is
 * what the engine says after a failure, for kinds that look.
 */
export interface ActionKind<Input extends object, Outcome, Found = never> {
  /** `hosting.restart` */
  readonly type: string;
  readonly resource: ResourceType;
  /** The work on the engine, outside any transaction. May run again after a crash; a second run must do no harm. */
  run(input: Input, work: EngineWork): Promise<Outcome>;
  /** Commits the result, in one transaction with the end of the action. */
  succeed(about: ActionSubject, input: Input, outcome: Outcome): Query<void>;
  /** After a failure: what is really there, because the record must say what is true. It may not be known. */
  look?(input: Input): Promise<Found>;
  /** Commits what failure means for the record. */
  fail(about: ActionSubject, input: Input, error: ActionError, found: Found | undefined): Query<void>;
  /** What the engine would have said; for the sandbox, where no engine is asked. */
  simulate(input: Input): Outcome;
  /** Never give up on an engine that is away: for removals, which would leave something behind that nobody sees. */
  readonly waitsForEngine?: boolean;
  /** Taken however much is waiting: for what the operator decides, and for removals. */
  readonly neverRefused?: boolean;
  /** Where it waits its turn; by default with all work on the same kind of resource. */
  readonly lane?: LaneName;
}

export interface EngineWork {
  readonly signal: AbortSignal;
  /** Percent done. */
  report(progress: number): Promise<void>;
}

export interface ActionSubject {
  readonly accountId: number;
  readonly resourceId: number;
  readonly now: number;
}

export interface ActionError {
  readonly code: string;
  readonly message: string;
}

export interface NewAction<Input> {
  accountId: number;
  resourceId: number;
  input: Input;
  now: number;
  /** Work with the same key is done in order; by default that of the same resource. */
  serialKey?: string;
  /** Instead of the kind's. */
  lane?: LaneName;
}

/** Commits the action and its job with the caller's change; answers the action. */
export function* startAction<Input extends object, Outcome, Found>(
  kind: ActionKind<Input, Outcome, Found>,
  { accountId, resourceId, input, now, serialKey = `${kind.resource} ${resourceId}`, lane }: NewAction<Input>,
): Query<ActionRow> {
  const { simulation } = yield* currentTransaction();
  if (!kind.neverRefused) yield* refuseIfCrowded(serialKey);
  const action = yield* insertAction(accountId, {
    type: kind.type,
    resource_type: kind.resource,
    resource_id: resourceId,
    input: JSON.stringify(input),
    created_at: now,
  });
  if (!kind.neverRefused) yield* queuedActionsLimit.check(accountId);
  if (!simulation) {
    yield* enqueueJob({
      kind: kind.type,
      payload: { accountId, actionId: action.id },
      accountId,
      lane: lane ?? kind.lane ?? LANES[kind.resource],
      serialKey,
      runAt: now,
    });
    return action;
  }
  const about = { accountId, resourceId, now };
  const error = simulation.fail ? SIMULATED_FAILURE : null;
  simulation.followUps.push(function* () {
    if (error) yield* kind.fail(about, input, error, undefined);
    else yield* kind.succeed(about, input, kind.simulate(input));
  });
  simulation.afterRollback.push(() => keepSandboxAction(accountId, endInSandbox(action, error, now)));
  return action;
}

/** Throws CONFLICT when so much waits for a resource that one more makes no sense. */
export function* refuseIfCrowded(serialKey: string): Query<void> {
  if ((yield* countChain(serialKey, MOST_WAITING)) < MOST_WAITING) return;
  throw new AppError(
    'CONFLICT',
    `There are ${MOST_WAITING} actions waiting for this resource already. Try again when some of them have ended.`,
  );
}

const SIMULATED_FAILURE = { code: 'ENGINE_REFUSED', message: 'This failure was asked for by X-Sandbox-Scenario.' };

function endInSandbox(action: ActionRow, error: ActionError | null, now: number): ActionRow {
  return {
    ...action,
    status: error ? 'failed' : 'succeeded',
    progress: error ? 0 : 100,
    input: null,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    started_at: now,
    finished_at: now,
  };
}

/** The job that carries a kind of action out. */
export function actionJob<Input extends object, Outcome, Found>(
  kind: ActionKind<Input, Outcome, Found>,
  { db, clock }: { db: Database; clock: Clock },
): JobHandler {
  async function run(work: JobWork): Promise<void> {
    const { accountId, actionId } = work.payload as { accountId: number; actionId: number };
    const action = await db.write(() => beginAction(accountId, actionId, clock.now()));
    // Ended already: the process died after that commit and before the job was gone, or someone ended it by hand.
    if (!action) return;
    const input = JSON.parse(action.input ?? '{}') as Input;
    const subject = () => ({ accountId, resourceId: action.resource_id, now: clock.now() });
    const report = async (progress: number) => {
      await db.write(() => reportProgress(accountId, actionId, Math.round(progress)));
    };
    let outcome: Outcome;
    try {
      outcome = await kind.run(input, { signal: work.signal, report });
    } catch (error) {
      work.signal.throwIfAborted();
      if (isUnreachable(error) && (kind.waitsForEngine || !isOverdue(action, work.job.attempts, clock.now())))
        throw error;
      work.log.warn({ err: error, action_id: actionId }, 'action failed');
      const reason = explain(error);
      const found = await kind.look?.(input).catch(() => undefined);
      await db.write(function* () {
        yield* kind.fail(subject(), input, reason, found);
        yield* finishAction(accountId, action, reason, clock.now());
        yield* work.complete();
      });
      noteAction(kind.type, 'failed');
      return;
    }
    await db.write(function* () {
      yield* kind.succeed(subject(), input, outcome);
      yield* finishAction(accountId, action, null, clock.now());
      yield* work.complete();
    });
    noteAction(kind.type, 'succeeded');
  }
  announceActions(kind.type);
  return { kind: kind.type, run, retryForever: true };
}

function isUnreachable(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'unreachable';
}

function isOverdue({ started_at }: ActionRow, attempts: number, now: number): boolean {
  return now - (started_at ?? now) >= UNREACHABLE_PATIENCE_MS || attempts >= MOST_ATTEMPTS;
}

/** The customer reads the engine's own sentence; what we did not foresee stays in the log. */
function explain(error: unknown): ActionError {
  if (error instanceof EngineError) return { code: `ENGINE_${error.code.toUpperCase()}`, message: error.message };
  return { code: 'INTERNAL_ERROR', message: 'The work failed on our side. We have been told and will look into it.' };
}
