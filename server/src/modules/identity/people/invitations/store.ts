import { addToTotal, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';

const invitations = table(
  'invitations',
  {
    id: number(),
    /** Null for an invitation to the staff. */
    account_id: nullable(number()),
    email: text(),
    role: text<Member['role']>(),
    scopes: text(),
    rights: text(),
    staff_role: nullable(text()),
    invited_by: nullable(number()),
    /** Proposed name of a new staff member. */
    name: nullable(text()),
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

/** An invitation with the name of its account. */
export interface InvitationFound extends InvitationRow {
  account_name: string | null;
}

const COLUMNS = invitations.columns
  .split(', ')
  .map((column) => `i.${column}`)
  .join(', ');
const FIND = sql<{ hash: string; now: number }, InvitationFound>(
  `select ${COLUMNS}, a.name as account_name from invitations as i left join accounts as a on a.id = i.account_id
   where i.hash = :hash and i.expires_at > :now`,
);
const USE = sql<{ id: number }>('delete from invitations where id = :id');
const REMOVE_BY = sql<{ account_id: number; invited_by: number }>(
  'delete from invitations where account_id = :account_id and invited_by = :invited_by',
);
const REMOVE = sql<{ account_id: number; id: number }>(
  'delete from invitations where account_id = :account_id and id = :id',
);

export function* removeInvitation(accountId: number, id: number): Query<boolean> {
  const removed = yield* REMOVE.run({ account_id: accountId, id });
  yield* addToTotal(accountId, 'people', '', -removed);
  return removed > 0;
}

export const findInvitation = (hash: string, now: number) => FIND.one({ hash, now });

/** Returns false if the invitation was used or withdrawn concurrently. */
export function* spendInvitation({ id, account_id }: InvitationRow): Query<boolean> {
  const spent = yield* USE.run({ id });
  if (account_id !== null) yield* addToTotal(account_id, 'people', '', -spent);
  return spent > 0;
}

/** Removes the invitations that a person sent, once they may no longer invite. */
export function* removeInvitationsBy(accountId: number, personId: number): Query<void> {
  const removed = yield* REMOVE_BY.run({ account_id: accountId, invited_by: personId });
  yield* addToTotal(accountId, 'people', '', -removed);
}

/** Inserts an invitation. It replaces an earlier one for the same address and account, whose link becomes invalid. */
export function* insertInvitation(row: Parameters<typeof invitations.insert>[0], hash: string): Query<InvitationRow> {
  const { account_id, email } = row;
  if (account_id === null) yield* FORGET_OF_STAFF.run({ email });
  else {
    const replaced = yield* FORGET_OF_ACCOUNT.run({ account_id, email });
    yield* addToTotal(account_id, 'people', '', 1 - replaced);
  }
  return yield* invitations.insert(row, { hash });
}
