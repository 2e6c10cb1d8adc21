import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import { type LoggedCall, logCalls } from '#kernel/call-log.ts';
import type { ActionError, AnyActionKind } from '#kernel/jobs/action-kind.ts';
import { LeaseLost } from '#kernel/jobs/queue.ts';
import type { JobHandler, JobWork } from '#kernel/jobs/worker.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { announceActions, noteAction } from './metrics.ts';
import { type ActionRow, beginAction, finishAction, noteWait, reportProgress } from './store.ts';
import { traceOf } from './trace.ts';

/** An action fails for the customer after its engine was unreachable for this long. */
const UNREACHABLE_PATIENCE_MS = 15 * MINUTE;
/** The same limit without a clock, which may be set back: the pauses between this many attempts add up to more. */
const MOST_ATTEMPTS = 30;

/** Creates the job that carries out a kind of action. */
export function actionJob(kind: AnyActionKind, { db, clock }: { db: Database; clock: Clock }): JobHandler {
  async function run(work: JobWork): Promise<void> {
    const { accountId, actionId } = work.payload as { accountId: number; actionId: number };
    const action = await db.write(() => beginAction(accountId, actionId, clock.now()));
    // The action has ended. Either the process died after that commit and before the job was deleted, or staff ended
    // it.
    if (!action) return;
    const input = JSON.parse(action.input ?? '{}');
    const subject = () => ({ accountId, resourceId: action.resource_id, now: clock.now() });
    const report = async (progress: number) => {
      await db.write(() => reportProgress(accountId, actionId, Math.round(progress)));
    };
    let outcome: unknown;
    const calls: LoggedCall[] = [];
    try {
      outcome = await logCalls(calls, () => kind.run(input, { signal: work.signal, report }));
    } catch (error) {
      work.signal.throwIfAborted();
      // The process was suspended for so long that another worker may have the job. That worker runs it.
      if (error instanceof LeaseLost) throw error;
      if (isUnreachable(error) && (kind.waitsForEngine || !isOverdue(action, work.job.attempts, clock.now()))) {
        await db.write(() => noteWait(accountId, actionId, JSON.stringify(calls), clock.now()));
        throw error;
      }
      // The outage itself is in the log.
      const told = isUnreachable(error) ? { reason: (error as EngineError).message } : { err: error };
      work.log.warn({ ...told, action_id: actionId }, 'action failed');
      const reason = explain(error);
      const found = await kind.inspect?.(input).catch(() => undefined);
      await db.write(function* () {
        yield* kind.fail(subject(), input, reason, found);
        yield* finishAction(accountId, action, reason, clock.now(), {
          ...traceOf(input, calls),
          isResolved: kind.repeatsItself ?? false,
        });
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

/** The customer sees the engine's own sentence. Unexpected errors stay in the log. */
function explain(error: unknown): ActionError {
  if (error instanceof EngineError) return { code: `ENGINE_${error.code.toUpperCase()}`, message: error.message };
  return {
    code: 'INTERNAL_ERROR',
    message: 'The work failed on our side. We have been notified and will look into it.',
  };
}
