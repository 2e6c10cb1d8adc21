import { type Query, sql } from '../../../kernel/db/query.ts';

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from tickets where id = :id');

/** Whose ticket it is; for staff, who see them all. */
export function* findTicketOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}
