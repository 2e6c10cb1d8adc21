import { countRow, foldForSearch, type Query, sql } from '@hostler/database';
import { keepNewest } from './oldest.ts';
import { type ActionRow, actions, sandboxTotalsOf } from './store.ts';

/** Records of sandbox actions. They are ended when stored, and are deleted after a day or when there are too many. */

const KEEP = sql<ActionRow & { account_id: number; search_text: string }>(
  `insert into sandbox_actions (account_id, search_text, ${actions.columns})
   values (:account_id, :search_text, :id, :type, :status, :progress, :resource_type, :resource_id, :input, :error_code,
     :error_message, :created_at, :started_at, :finished_at)`,
);
const FIND = sql<{ account_id: number; id: number }, ActionRow>(
  `select ${actions.columns} from sandbox_actions where account_id = :account_id and id = :id`,
);
/** The rows form one block of the list, which has to stay small. */
const forgetOldest = keepNewest({
  table: 'sandbox_actions',
  ended: 'true',
  // Their ids are random, so they do not give the order.
  order: 'created_at',
  most: 10_000,
  listOf: sandboxTotalsOf,
});

/** Stores the action under the id that it had in the rolled-back transaction. */
export function* keepSandboxAction(accountId: number, row: ActionRow): Query<void> {
  yield* KEEP.run({ ...row, account_id: accountId, search_text: foldForSearch(row.type) });
  const { id, status, resource_type } = row;
  yield* countRow({ account_id: accountId, list: sandboxTotalsOf(resource_type), status, id, count: 1 });
  yield* forgetOldest(accountId);
}

export function findSandboxAction(accountId: number, id: number): Query<ActionRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}
