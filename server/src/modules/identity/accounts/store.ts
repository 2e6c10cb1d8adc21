import { type Query, sql } from '../../../kernel/db/query.ts';

const EXISTS = sql<{ account_id: number }, { id: number }>('select id from accounts where id = :account_id');

export function* accountExists(accountId: number): Query<boolean> {
  return (yield* EXISTS.one({ account_id: accountId })) !== undefined;
}
