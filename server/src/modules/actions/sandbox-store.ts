import { foldForSearch } from '../../kernel/db/page.ts';
import { type Query, sql } from '../../kernel/db/query.ts';
import { addToTotal } from '../../kernel/db/totals.ts';
import { ACTION_COLUMNS, type ActionRow, sandboxTotalsOf } from './store.ts';

/** What the sandbox leaves behind of an action: it has ended already, and goes after a day. */

const KEEP = sql<ActionRow & { account_id: number; search_text: string }>(
  `insert into sandbox_actions (account_id, search_text, ${ACTION_COLUMNS})
   values (:account_id, :search_text, :id, :type, :status, :progress, :resource_type, :resource_id, :input, :error_code,
     :error_message, :created_at, :started_at, :finished_at)`,
);
const FIND = sql<{ account_id: number; id: number }, ActionRow>(
  `select ${ACTION_COLUMNS} from sandbox_actions where account_id = :account_id and id = :id`,
);
/** Under the id it was given in the rolled-back transaction. */
export function* keepSandboxAction(accountId: number, row: ActionRow): Query<void> {
  yield* KEEP.run({ ...row, account_id: accountId, search_text: foldForSearch(row.type) });
  yield* addToTotal(accountId, sandboxTotalsOf(row.resource_type), row.status, 1);
}

export function findSandboxAction(accountId: number, id: number): Query<ActionRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}
