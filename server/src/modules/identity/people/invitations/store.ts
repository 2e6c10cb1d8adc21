import { type Query, sql } from '../../../../kernel/db/query.ts';
import { nullable, number, type Row, table, text } from '../../../../kernel/db/table.ts';
import { addToTotal } from '../../../../kernel/db/totals.ts';
import type { Member } from '../../../../kernel/http/caller.ts';
import type { StaffRole } from '../staff-roles.ts';

const invitations = table(
  'invitations',
  {
    id: number(),
    /** Null where somebody is invited to work for the hosting company. */
    account_id: nullable(number()),
    email: text(),
    role: text<Member['role']>(),
    scopes: text(),
    rights: text(),
    staff_role: nullable(text<StaffRole>()),
    invited_by: nullable(number()),
    created_at: number(),
    expires_at: number(),
  },
  { hidden: { hash: text() } },
);
export type InvitationRow = Row<typeof invitations>;

const FORGET_OF_ACCOUNT = sql<{ account_id: number; email: string }>(
  'delete from invitations where account_id = :account_id and email = :email',
);
const FORGET_OF_STAFF = sql<{ email: string }>('delete from invitations where account_id is null and email = :email');

const REMOVE = sql<{ account_id: number; id: number }>(
  'delete from invitations where account_id = :account_id and id = :id',
);

export function* removeInvitation(accountId: number, id: number): Query<boolean> {
  const removed = yield* REMOVE.run({ account_id: accountId, id });
  yield* addToTotal(accountId, 'people', '', -removed);
  return removed > 0;
}

/** Of an address there is one in an account: a new one takes the place of the one before, whose link is then void. */
export function* insertInvitation(row: Parameters<typeof invitations.insert>[0], hash: string): Query<InvitationRow> {
  const { account_id, email } = row;
  if (account_id === null) yield* FORGET_OF_STAFF.run({ email });
  else {
    const replaced = yield* FORGET_OF_ACCOUNT.run({ account_id, email });
    yield* addToTotal(account_id, 'people', '', 1 - replaced);
  }
  return yield* invitations.insert(row, { hash });
}
