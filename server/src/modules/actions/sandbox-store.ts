import type { CountChange } from '../../kernel/db/blocks.ts';
import { type Query, sql } from '../../kernel/db/query.ts';
import { foldForSearch } from '../../kernel/db/search.ts';
import { countRows } from '../../kernel/db/totals.ts';
import { type ActionStatus, RESOURCE_TYPES, type ResourceType } from './schemas.ts';
import { ACTION_COLUMNS, type ActionRow, sandboxTotalsOf } from './store.ts';

/** What the sandbox leaves behind of an action: it has ended already, and goes after a day, or when there are too many. */

const KEEP = sql<ActionRow & { account_id: number; search_text: string }>(
  `insert into sandbox_actions (account_id, search_text, ${ACTION_COLUMNS})
   values (:account_id, :search_text, :id, :type, :status, :progress, :resource_type, :resource_id, :input, :error_code,
     :error_message, :created_at, :started_at, :finished_at)`,
);
const FIND = sql<{ account_id: number; id: number }, ActionRow>(
  `select ${ACTION_COLUMNS} from sandbox_actions where account_id = :account_id and id = :id`,
);
interface GoneRow {
  id: number;
  account_id: number;
  status: ActionStatus;
  resource_type: ResourceType;
}

const COUNT = sql<{ account_id: number }, { count: number }>(
  `select coalesce(sum(count), 0) as count from totals
   where account_id = :account_id and list in (${RESOURCE_TYPES.map((type) => `'${sandboxTotalsOf(type)}'`).join(', ')})`,
);
const FORGET_OLDEST = sql<{ account_id: number; limit: number }, GoneRow>(
  `delete from sandbox_actions where account_id = :account_id and id in (
     select id from sandbox_actions where account_id = :account_id order by created_at limit :limit)
   returning id, account_id, status, resource_type`,
);

/** So many of an account are kept; the oldest make room. They are one block of the list, which has to stay small. */
const SANDBOX_ACTIONS_KEPT = 10_000;
/** Where there were more from before. */
const FORGET_AT_ONCE = 500;

/** Under the id it was given in the rolled-back transaction. */
export function* keepSandboxAction(accountId: number, row: ActionRow): Query<void> {
  yield* KEEP.run({ ...row, account_id: accountId, search_text: foldForSearch(row.type) });
  const kept = (yield* COUNT.one({ account_id: accountId }))?.count ?? 0;
  const tooMany = kept + 1 - SANDBOX_ACTIONS_KEPT;
  const limit = Math.min(tooMany, FORGET_AT_ONCE);
  const gone = tooMany > 0 ? yield* FORGET_OLDEST.all({ account_id: accountId, limit }) : [];
  yield* countRows([toChange({ ...row, account_id: accountId }, 1), ...gone.map((old) => toChange(old, -1))]);
}

export function findSandboxAction(accountId: number, id: number): Query<ActionRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

function toChange({ id, account_id, status, resource_type }: GoneRow, count: number): CountChange {
  return { account_id, list: sandboxTotalsOf(resource_type), status, id, count };
}
