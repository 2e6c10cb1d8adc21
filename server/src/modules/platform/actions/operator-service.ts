import type { AccountListRequest, Database, Query } from '@hostler/database';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import type { FailureSource } from '#kernel/failure-source.ts';
import type { ActionRetry, AnyActionKind } from '#kernel/jobs/action-kind.ts';
import { asBulkWork } from '#kernel/jobs/staff-queue.ts';
import { type Clock, formatOptionalTime, formatTime, SECOND } from '#kernel/time.ts';
import { errors } from './errors.ts';
import { instead } from './failures.ts';
import { noteAction } from './metrics.ts';
import type { Retried, StaffAction } from './operator-schemas.ts';
import * as store from './operator-store.ts';
import type { STAFF_STATUSES } from './schemas.ts';
import { finishAction } from './store.ts';
import { traceOf, withoutSecretFields } from './trace.ts';

/** Most actions that one call retries. */
const MOST_RETRIED = 200;
const CANCELLED = { code: 'CANCELLED', message: 'Cancelled by staff.' };

interface ListRequest extends AccountListRequest<(typeof STAFF_STATUSES)[number]> {
  readonly type?: string | undefined;
  /** Message or code of the error. */
  readonly error?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: number | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  kinds: readonly AnyActionKind[];
  retries: Readonly<Record<string, ActionRetry>>;
  failures: FailureSource;
}

export type ActionOperatorService = ReturnType<typeof createActionOperatorService>;

export function createActionOperatorService({ db, clock, kinds, retries, failures }: Dependencies) {
  /** Lists the actions of all accounts, the newest first. */
  function* list({ type, error, resource_type, resource_id, ...request }: ListRequest = {}): Query<StaffAction[]> {
    const rows = yield* store.listAllActions(request, { type, error, resource_type, resource_id });
    return rows.map(view);
  }

  function* show({ id }: { id: number }): Query<StaffAction> {
    const action = yield* store.findAnyAction(id);
    if (!action) throw notFound('Action');
    return view(action);
  }

  /** Queues a failed action again. Throws CONFLICT if it has not failed, was retried, or cannot be retried. */
  function* retry({ id }: { id: number }): Query<{ id: number; done: string }> {
    const done = yield* failures.retry(id, clock.now());
    if (done === undefined) throw notFound('Action');
    return { id, done };
  }

  /** Retries failed actions with the same error, the oldest first, each in its own transaction. */
  async function retryAll({
    error,
    limit = MOST_RETRIED,
  }: {
    error: string;
    limit?: number | undefined;
  }): Promise<Retried> {
    const most = Math.min(Math.max(limit, 1), MOST_RETRIED);
    const found = await db.read(store.listSameError(error, most));
    if (found.length === 0) throw errors.no_failed_action_with_error();
    const results: Retried['results'] = [];
    for (const { id } of found) {
      try {
        const { done } = await db.write(() => asBulkWork(retry({ id })));
        results.push({ id, done, refused: null });
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure;
        results.push({ id, done: null, refused: failure.message });
      }
    }
    const retried = results.filter(({ done }) => done !== null).length;
    return { retried, refused: results.length - retried, left: found.length === most, results };
  }

  /**
   * Cancels an action that no engine works on: it ends as a failure, and its record with it. Its job finds it ended and does
   * nothing. Throws CONFLICT with the reason if that is not safe.
   */
  function* cancel({ id }: { id: number }): Query<StaffAction> {
    const action = yield* store.lockAction(id);
    if (!action) throw notFound('Action');
    const { kind, reason } = judgeCancel(action);
    if (!kind) throw conflict(reason);
    const now = clock.now();
    const { account_id: accountId, resource_id: resourceId } = action;
    const input = JSON.parse(action.input ?? '{}');
    yield* kind.fail({ accountId, resourceId, now }, input, CANCELLED, undefined);
    const log = action.log === null ? [] : JSON.parse(action.log);
    yield* finishAction(accountId, action, CANCELLED, now, traceOf(input, log));
    yield* store.resolveAction(id, now);
    noteAction(kind.type, 'failed');
    return yield* show({ id });
  }

  function judgeCancel(action: store.StaffActionRow): { kind?: AnyActionKind; reason: string } {
    const { id, type, status, waiting_since } = action;
    if (status !== 'queued' && status !== 'running') {
      return { reason: `Action ${id} is ${status}. Only an action that has not ended can be cancelled.` };
    }
    const kind = kinds.find((one) => one.type === type);
    if (!kind) return { reason: `Action ${id} belongs to another version of the program. Wait until it ends.` };
    if (kind.waitsForEngine) {
      return {
        reason: `Action ${id} (${type}) must be carried out: cancelling it can leave the engine and the record apart.`,
      };
    }
    if (status === 'running' && waiting_since === null) {
      return { reason: `The engine works on action ${id} now. Wait until it ends.` };
    }
    return { kind, reason: '' };
  }

  function view(row: store.StaffActionRow): StaffAction {
    const hasFailed = row.status === 'failed';
    const advice = hasFailed ? instead(row, retries) : null;
    return {
      id: row.id,
      account_id: row.account_id,
      account_name: row.account_name,
      type: row.type,
      status: row.status,
      progress: row.progress,
      resource_type: row.resource_type,
      resource_id: row.resource_id,
      input: row.input === null ? null : withoutSecretFields(JSON.parse(row.input)),
      calls: row.log === null ? [] : JSON.parse(row.log),
      error_code: row.error_code,
      error_message: row.error_message,
      retryable: hasFailed && row.resolved_at === null && advice === null,
      retry: advice,
      cancellable: judgeCancel(row).kind !== undefined,
      age_seconds: Math.max(0, Math.floor((clock.now() - row.created_at) / SECOND)),
      created_at: formatTime(row.created_at),
      started_at: formatOptionalTime(row.started_at),
      finished_at: formatOptionalTime(row.finished_at),
      waiting_since: formatOptionalTime(row.waiting_since),
      resolved_at: formatOptionalTime(row.resolved_at),
    };
  }

  return { list, show, retry, retryAll, cancel };
}
