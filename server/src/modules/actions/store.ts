import { defineList, foldForSearch, type Page, type PageRequest } from '../../kernel/db/page.ts';
import { currentTransaction, insert, type Query, sql } from '../../kernel/db/query.ts';
import { addToTotal, moveTotal } from '../../kernel/db/totals.ts';
import type { Environment } from '../../kernel/http/caller.ts';
import type { ActionStatus, ResourceType } from './schemas.ts';

export interface ActionRow {
  id: number;
  environment: Environment;
  type: string;
  status: ActionStatus;
  progress: number;
  resource_type: ResourceType;
  resource_id: number;
  /** What the work needs to know; erased when it ends. */
  input: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}

const COLUMNS = `id, environment, type, status, progress, resource_type, resource_id, input, error_code, error_message,
  created_at, started_at, finished_at`;

type Owned<T> = T & { account_id: number; search_text: string };

const INSERT = insert<Owned<Omit<ActionRow, 'id' | 'error_code' | 'error_message' | 'started_at' | 'finished_at'>>>(
  'actions',
  [
    'account_id',
    'environment',
    'type',
    'status',
    'progress',
    'resource_type',
    'resource_id',
    'input',
    'search_text',
    'created_at',
  ],
);
const INSERT_WITH_ID = sql<Owned<ActionRow>>(
  `insert into actions (account_id, search_text, ${COLUMNS})
   values (:account_id, :search_text, :id, :environment, :type, :status, :progress, :resource_type, :resource_id, :input,
     :error_code, :error_message, :created_at, :started_at, :finished_at)`,
);
const FIND = sql<{ account_id: number; id: number }, ActionRow>(
  `select ${COLUMNS} from actions where account_id = :account_id and id = :id`,
);
const BEGIN = sql<{ account_id: number; id: number; now: number }, ActionRow>(
  `update actions set status = 'running', started_at = coalesce(started_at, :now)
   where account_id = :account_id and id = :id and status in ('queued', 'running') returning ${COLUMNS}`,
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
    now: number;
  },
  ActionRow
>(
  `update actions set status = :status, progress = :progress, error_code = :error_code, error_message = :error_message,
     finished_at = :now, input = null
   where account_id = :account_id and id = :id and status in ('queued', 'running') returning ${COLUMNS}`,
);
/** One for each set of rights that was ever met; there are few. */
const LISTS = new Map<string, ReturnType<typeof defineList<ActionRow>>>();

export function* insertAction(
  accountId: number,
  action: Pick<ActionRow, 'environment' | 'type' | 'resource_type' | 'resource_id' | 'input' | 'created_at'>,
): Query<ActionRow> {
  const row = { ...action, status: 'queued' as const, progress: 0 };
  const id = yield* INSERT({ ...row, account_id: accountId, search_text: foldForSearch(action.type) });
  yield* addToTotal(accountId, totalsOf(row), 'queued', 1);
  return { ...row, id, error_code: null, error_message: null, started_at: null, finished_at: null };
}

/** Keeps an action of the sandbox under the id it was given in the rolled-back transaction. */
export function* keepAction(accountId: number, row: ActionRow): Query<void> {
  yield* INSERT_WITH_ID.run({ ...row, account_id: accountId, search_text: foldForSearch(row.type) });
  yield* addToTotal(accountId, totalsOf(row), row.status, 1);
}

export function findAction(accountId: number, id: number): Query<ActionRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Undefined when it has ended already. */
export function* beginAction(accountId: number, id: number, now: number): Query<ActionRow | undefined> {
  const before = yield* findAction(accountId, id);
  const action = yield* BEGIN.one({ account_id: accountId, id, now });
  if (before && action) yield* moveTotal(accountId, totalsOf(action), before.status, 'running');
  yield* announce(id);
  return action;
}

export function* reportProgress(accountId: number, id: number, progress: number): Query<void> {
  yield* REPORT.run({ account_id: accountId, id, progress });
}

export function* finishAction(
  accountId: number,
  action: ActionRow,
  error: { code: string; message: string } | null,
  now: number,
): Query<ActionRow | undefined> {
  const finished = yield* FINISH.one({
    account_id: accountId,
    id: action.id,
    status: error ? 'failed' : 'succeeded',
    progress: error ? action.progress : 100,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    now,
  });
  if (finished) yield* moveTotal(accountId, totalsOf(action), action.status, finished.status);
  yield* announce(action.id);
  return finished;
}

/** The actions of the given kinds of resource; of the sandbox too where a test key asks. */
export function listActions(
  accountId: number,
  types: readonly ResourceType[],
  environments: readonly Environment[],
  page: PageRequest,
): Query<Page<ActionRow>> {
  const where = `resource_type in (${quote(types)}) and environment in (${quote(environments)})`;
  const list = LISTS.get(where) ?? defineList<ActionRow>({ table: 'actions', columns: COLUMNS, where });
  LISTS.set(where, list);
  const totals = types.flatMap((type) =>
    environments.map((environment) => totalsOf({ resource_type: type, environment })),
  );
  return list(accountId, page, {}, totals);
}

export function actionSignal(id: number): string {
  return `action ${id}`;
}

function* announce(id: number): Query<void> {
  (yield* currentTransaction()).signals.add(actionSignal(id));
}

function totalsOf({ resource_type, environment }: Pick<ActionRow, 'resource_type' | 'environment'>): string {
  return `actions/${environment}/${resource_type}`;
}

/** Words of our own lists only, never a caller's. */
function quote(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

const FORGET_SANDBOX = sql<
  { before: number; limit: number },
  { account_id: number; status: ActionStatus; resource_type: ResourceType }
>(
  `delete from actions where id in (
     select id from actions where environment = 'test' and created_at < :before order by created_at limit :limit)
   returning account_id, status, resource_type`,
);

/** A few at a time, so that no write waits long; answers how many went. */
export function* forgetSandboxActions(before: number, limit: number): Query<number> {
  const gone = yield* FORGET_SANDBOX.all({ before, limit });
  const totals = new Map<string, { accountId: number; list: string; status: string; count: number }>();
  for (const { account_id, status, resource_type } of gone) {
    const list = totalsOf({ resource_type, environment: 'test' });
    const key = `${account_id} ${list} ${status}`;
    const total = totals.get(key) ?? { accountId: account_id, list, status, count: 0 };
    totals.set(key, { ...total, count: total.count - 1 });
  }
  for (const key of [...totals.keys()].sort()) {
    const total = totals.get(key);
    if (total) yield* addToTotal(total.accountId, total.list, total.status, total.count);
  }
  return gone.length;
}
