import {
  addToTotal,
  countRow,
  currentTransaction,
  defineList,
  foldForSearch,
  later,
  lazily,
  moveRow,
  nullable,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { keepNewest } from './oldest.ts';
import type { ActionStatus } from './schemas.ts';

export const actions = table(
  'actions',
  {
    id: number(),
    type: text(),
    status: text<ActionStatus>(),
    progress: number(),
    resource_type: text(),
    resource_id: number(),
    /** Input of the work. Erased when the action ends; if it failed, it is kept without its secrets. */
    input: nullable(text()),
    error_code: later(text()),
    error_message: later(text()),
    created_at: number(),
    started_at: later(number()),
    finished_at: later(number()),
  },
  { hidden: { account_id: number(), search_text: text() } },
);
export type ActionRow = Row<typeof actions>;

const FIND = sql<{ account_id: number; id: number }, ActionRow>(
  `select ${actions.columns} from actions where account_id = :account_id and id = :id`,
);
/** Two workers may begin the same action if one has lost its lease. The second sees the result of the first. */
const LOCK = sql<{ account_id: number; id: number }, Pick<ActionRow, 'status'>>(
  'select status from actions where account_id = :account_id and id = :id {for update}',
);
const BEGIN = sql<{ account_id: number; id: number; now: number }, ActionRow>(
  `update actions set status = 'running', started_at = coalesce(started_at, :now), waiting_since = null
   where account_id = :account_id and id = :id and status in ('queued', 'running') returning ${actions.columns}`,
);
const REPORT = sql<{ account_id: number; id: number; progress: number }>(
  `update actions set progress = :progress where account_id = :account_id and id = :id and status = 'running'`,
);
const FINISH = sql<
  {
    account_id: number;
    id: number;
    status: ActionStatus;
    progress: number;
    error_code: string | null;
    error_message: string | null;
    input: string | null;
    log: string | null;
    now: number;
    resolved_at: number | null;
  },
  ActionRow
>(
  `update actions set status = :status, progress = :progress, error_code = :error_code, error_message = :error_message,
     finished_at = :now, input = :input, log = :log, waiting_since = null,
     resolved_at = :resolved_at
   where account_id = :account_id and id = :id and status in ('queued', 'running') returning ${actions.columns}`,
);

/** Notes that an attempt did not reach the engine and that the action waits for the next one. */
const WAIT = sql<{ account_id: number; id: number; log: string; now: number }>(
  `update actions set log = :log, waiting_since = :now
   where account_id = :account_id and id = :id and status = 'running'`,
);

/** Marks earlier failures of the same work, or of any work if the resource is gone. */
const RESOLVE_OLDER = sql<{
  account_id: number;
  resource_type: string;
  resource_id: number;
  type: string;
  all_types: number;
  id: number;
  now: number;
}>(
  `update actions set resolved_at = :now
   where account_id = :account_id and resource_type = :resource_type and resource_id = :resource_id
     and status = 'failed' and resolved_at is null and id < :id and (type = :type or :all_types = 1)`,
);

/** Ended actions kept per account. */
export const ENDED_ACTIONS_KEPT = 100_000;

/** A single total for all resource types. Queueing an action locks it. */
const UNFINISHED = 'unfinished actions';

export const queuedActionsLimit = defineLimit({
  name: 'queued_actions',
  default: 200,
  what: 'actions that have not ended',
  advice: 'Wait until one has',
  counts: { list: UNFINISHED },
});

/**
 * Ended actions are kept for a year, in which a program in a loop can create millions. Ordered by id, because clocks
 * jump.
 */
const forgetOldest = keepNewest({
  table: 'actions',
  ended: 'finished_at is not null',
  order: 'id',
  most: ENDED_ACTIONS_KEPT,
  listOf: totalsOf,
});

/** Lists are defined per set of scopes, of which there are few. The types are constants, never input of a caller. */
const LISTS = lazily(({ types, withSandbox }: { types: string; withSandbox: boolean }) => {
  const strands = (withSandbox ? ['actions', 'sandbox_actions'] : ['actions']).flatMap((table) =>
    types.split(',').map((type) => ({
      table,
      keys: { account_id: ':account_id', resource_type: `'${type}'` },
      searchable: table === 'actions',
    })),
  );
  return defineList<ActionRow>({ columns: actions.columns, strands });
});

export function* insertAction(
  accountId: number,
  action: Pick<ActionRow, 'type' | 'resource_type' | 'resource_id' | 'input' | 'created_at'>,
): Query<ActionRow> {
  const hidden = { account_id: accountId, search_text: foldForSearch(action.type) };
  const row = yield* actions.insert({ ...action, status: 'queued', progress: 0 }, hidden);
  yield* countRow({
    account_id: accountId,
    list: totalsOf(row.resource_type),
    status: row.status,
    id: row.id,
    count: 1,
  });
  yield* addToTotal(accountId, UNFINISHED, '', 1);
  return row;
}

export function findAction(accountId: number, id: number): Query<ActionRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Returns undefined if the action has ended. */
export function* beginAction(accountId: number, id: number, now: number): Query<ActionRow | undefined> {
  const before = yield* LOCK.one({ account_id: accountId, id });
  const action = yield* BEGIN.one({ account_id: accountId, id, now });
  if (before && action) yield* moveRow(accountId, totalsOf(action.resource_type), id, before.status, 'running');
  yield* announce(id);
  return action;
}

export function* reportProgress(accountId: number, id: number, progress: number): Query<void> {
  yield* REPORT.run({ account_id: accountId, id, progress });
}

export function* noteWait(accountId: number, id: number, log: string, now: number): Query<void> {
  yield* WAIT.run({ account_id: accountId, id, log, now });
}

/** Facts of a failed action that staff look at. */
export interface ActionTrace {
  /** JSON of the input without its secrets. */
  readonly input: string | null;
  /** JSON of the engine calls. */
  readonly log: string | null;
  /** True if staff need not retry it. */
  readonly isResolved?: boolean;
}

export function* finishAction(
  accountId: number,
  action: ActionRow,
  error: { code: string; message: string } | null,
  now: number,
  trace: ActionTrace | null = null,
): Query<ActionRow | undefined> {
  const finished = yield* FINISH.one({
    account_id: accountId,
    id: action.id,
    status: error ? 'failed' : 'succeeded',
    progress: error ? action.progress : 100,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    input: trace?.input ?? null,
    log: trace?.log ?? null,
    now,
    resolved_at: trace?.isResolved ? now : null,
  });
  if (finished) {
    // The total is locked before the row, as when an ending action queues another. The common order prevents a
    // deadlock.
    yield* addToTotal(accountId, UNFINISHED, '', -1);
    yield* moveRow(accountId, totalsOf(action.resource_type), action.id, action.status, finished.status);
    yield* resolveOlder(accountId, finished, now);
    yield* forgetOldest(accountId);
  }
  yield* announce(action.id);
  return finished;
}

/** The newest end of a kind of work counts. A removal ends all work on its resource. */
function* resolveOlder(accountId: number, action: ActionRow, now: number): Query<void> {
  const { id, type, status, resource_type, resource_id } = action;
  const all_types = status === 'succeeded' && /\.(terminate|remove)$/.test(type) ? 1 : 0;
  yield* RESOLVE_OLDER.run({ account_id: accountId, resource_type, resource_id, type, all_types, id, now });
}

/** Lists the actions of these resource types, with those of the sandbox for test keys. */
export function listActions(
  accountId: number,
  types: readonly string[],
  withSandbox: boolean,
  page: PageRequest,
): Query<Page<ActionRow>> {
  const counts = types.flatMap((type) => [totalsOf(type), ...(withSandbox ? [sandboxTotalsOf(type)] : [])]);
  return LISTS({ types: types.join(','), withSandbox })(accountId, page, { counts });
}

export function actionSignal(id: number): string {
  return `action ${id}`;
}

function* announce(id: number): Query<void> {
  (yield* currentTransaction()).signals.add(actionSignal(id));
}

export function totalsOf(type: string): string {
  return `actions/${type}`;
}

export function sandboxTotalsOf(type: string): string {
  return `sandbox actions/${type}`;
}
