import { currentTransaction, type Query } from '@hostler/database';
import type { ActionError, ActionKind } from '#kernel/jobs/action-kind.ts';
import type { LaneName } from '#kernel/jobs/lanes.ts';
import { countChain, enqueueJob } from '#kernel/jobs/queue.ts';
import { errors } from './errors.ts';
import { keepSandboxAction } from './sandbox-store.ts';
import { type ActionRow, insertAction, queuedActionsLimit } from './store.ts';

/** Unfinished actions per resource. They are carried out one by one. */
const MOST_WAITING = 10;

export interface NewAction<Input> {
  accountId: number;
  resourceId: number;
  input: Input;
  now: number;
  /** Actions with the same key run in order. The default is the key of the resource. */
  serialKey?: string;
  /** Replaces the lane of the kind. */
  lane?: LaneName;
}

/** Commits the action and its job with the caller's change. Returns the action. */
export function* startAction<Input extends object, Outcome, Found>(
  kind: ActionKind<Input, Outcome, Found>,
  { accountId, resourceId, input, now, serialKey = `${kind.resource.type} ${resourceId}`, lane }: NewAction<Input>,
): Query<{ id: number }> {
  const { simulation } = yield* currentTransaction();
  if (!kind.neverRefused) yield* refuseIfCrowded(serialKey);
  const action = yield* insertAction(accountId, {
    type: kind.type,
    resource_type: kind.resource.type,
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
      lane: lane ?? kind.lane ?? kind.resource.lane,
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

/** Throws CONFLICT if too many actions wait for the resource. */
export function* refuseIfCrowded(serialKey: string): Query<void> {
  if ((yield* countChain(serialKey, MOST_WAITING)) < MOST_WAITING) return;
  throw errors.too_many_waiting_actions({ max: MOST_WAITING });
}

const SIMULATED_FAILURE = {
  code: 'ENGINE_REFUSED',
  message: 'Simulated failure: the request has the header X-Sandbox-Scenario.',
};

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
