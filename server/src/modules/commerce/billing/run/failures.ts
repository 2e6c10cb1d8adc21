import { defineStaffList, type Query, sql } from '@hostler/database';
import type { FailureSource, FoundFailure } from '#kernel/failure-source.ts';
import { errors } from '../errors.ts';
import type { BillingHold } from '../hold/service.ts';
import type { Failure } from './operator-store.ts';
import { performAlone } from './perform.ts';
import { BEGINNING, type Done, type Due, type RunStep } from './step.ts';

type FailedDue = Failure & { first_at: number; last_at: number };

const COLUMNS = 'key, account_id, step, message, first_at, last_at';
const AT_ONCE = 500;

const listFailed = defineStaffList<FailedDue>({
  select: `select ${COLUMNS} from billing_failures`,
  cursor: 'first_at',
  searched: ['step', 'message'],
  filters: { since: 'last_at >= :since' },
});
const FIND = sql<{ key: string }, FailedDue>(`select ${COLUMNS} from billing_failures where key = :key`);
const FORGET = sql<{ key: string }>('delete from billing_failures where key = :key');

interface Dependencies {
  steps: readonly RunStep[];
  hold: Pick<BillingHold, 'find'>;
}

/** Lists what the billing run failed to do. The number is the id of the subscription, invoice or account concerned. */
export function billingFailures({ steps, hold }: Dependencies): FailureSource {
  function* retryStep(step: RunStep, failure: FailedDue, id: number, now: number): Query<string> {
    if (!step.neverHeld && (yield* hold.find())) {
      throw errors.billing_held();
    }
    const due = yield* findDue(step, id, now);
    const done = due ? yield* perform(step, due, now) : [];
    yield* FORGET.run({ key: failure.key });
    return `${step.name} ${id}: ${done.map(({ what }) => what).join(' ') || 'It is not due any more.'}`;
  }

  return {
    kind: 'billing',
    part: 'run',

    *list({ since, ...request }) {
      return (yield* listFailed(request, { since })).map(view);
    },

    *retry(id, now) {
      const done: string[] = [];
      for (const step of steps) {
        const failure = yield* FIND.one({ key: `${step.name} ${id}` });
        if (failure) done.push(yield* retryStep(step, failure, id, now));
      }
      return done.length > 0 ? done.join(' ') : undefined;
    },
  };
}

function* findDue(step: RunStep, id: number, now: number): Query<Due | undefined> {
  for (let after = BEGINNING; ; ) {
    const dues: Due[] = yield* step.due(now, after, AT_ONCE);
    const found = dues.find((due) => due.id === id);
    if (found || dues.length < AT_ONCE) return found;
    after = dues.at(-1) ?? after;
  }
}

function* perform(step: RunStep, due: Due, now: number): Query<readonly Done[]> {
  try {
    return yield* performAlone(step, due, now);
  } catch (error) {
    throw errors.billing_step_failed({ step: step.name, id: due.id, problem: (error as Error).message });
  }
}

function view(failure: FailedDue): FoundFailure {
  const { key, step, account_id, message, first_at, last_at } = failure;
  const id = Number(key.slice(step.length + 1));
  const what = `${step} ${id}`;
  return { cursor: first_at, id, account_id, what, reason: message, failed_at: last_at, instead: null };
}
