import { addToTotal, later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';
import { defineLimit } from '#kernel/limits/limit.ts';
import type { AccountBound } from './bound.ts';

/** People belong to no account. They are found by id or address, and memberships decide what they may see. */
const persons = table(
  'persons',
  {
    id: number(),
    email: text(),
    name: text(),
    /** Roles, separated by commas. Null if the person never was staff. */
    staff_role: nullable(text()),
    password_changed_at: nullable(number()),
    disabled_at: later(number()),
    /** End of the access as staff. The person may still be a customer. */
    staff_disabled_at: later(number()),
    created_at: number(),
  },
  { hidden: { password_hash: nullable(text()) }, unique: 'email' },
);
export type PersonRow = Row<typeof persons>;
export const PERSON_COLUMNS = persons.columns;

const memberships = table(
  'memberships',
  {
    id: number(),
    person_id: number(),
    account_id: number(),
    role: text<Member['role']>(),
    /** Scopes of a member. Owners have all scopes. */
    scopes: text(),
    rights: text(),
    ownership_offered_at: later(number()),
    created_at: number(),
  },
  { unique: 'person_id, account_id' },
);
export type MembershipRow = Row<typeof memberships>;

/** Counts members and open invitations. */
export const peopleLimit = defineLimit({
  name: 'people',
  default: 100,
  what: 'people',
  advice: 'Remove one',
  counts: { list: 'people' },
});

/** A membership with its account, as the person sees it. */
export interface AccountMembership
  extends Pick<MembershipRow, 'account_id' | 'role' | 'scopes' | 'rights' | 'ownership_offered_at'> {
  account_name: string;
  /** When the account began to wait for approval by staff. */
  waits_since: number | null;
  bound: AccountBound | null;
  suspension: string | null;
}

const BY_EMAIL = sql<{ email: string }, PersonRow & { password_hash: string | null }>(
  `select ${persons.columns}, password_hash from persons where email = :email`,
);
const BY_ID = sql<{ id: number }, PersonRow & { password_hash: string | null }>(
  `select ${persons.columns}, password_hash from persons where id = :id`,
);
const ACCOUNTS_OF = sql<{ person_id: number }, AccountMembership>(
  `select m.account_id, m.role, m.scopes, m.rights, m.ownership_offered_at, a.name as account_name, a.waits_since,
     a.bound, a.suspension
   from memberships as m join accounts as a on a.id = m.account_id where m.person_id = :person_id order by m.id`,
);

/** A person who can sign in and therefore gets mail. */
export type PersonToTell = Pick<PersonRow, 'id' | 'name' | 'email'>;
export type MemberToTell = PersonToTell & Pick<MembershipRow, 'role' | 'scopes'>;

const MEMBERS = sql<{ account_id: number }, MemberToTell>(
  `select p.id, p.name, p.email, m.role, m.scopes from memberships as m join persons as p on p.id = m.person_id
   where m.account_id = :account_id and p.disabled_at is null order by m.id`,
);
const STAFF = sql<object, PersonToTell>(
  `select id, name, email from persons
   where staff_role is not null and staff_disabled_at is null and disabled_at is null order by id`,
);

export const listMembersToTell = (accountId: number) => MEMBERS.all({ account_id: accountId });
export const listStaffToTell = () => STAFF.all({});

const SET_NAME = sql<{ person_id: number; name: string }>('update persons set name = :name where id = :person_id');
const SET_EMAIL = sql<{ person_id: number; email: string }>('update persons set email = :email where id = :person_id');
const SET_PASSWORD = sql<{ person_id: number; password_hash: string; now: number }>(
  'update persons set password_hash = :password_hash, password_changed_at = :now where id = :person_id',
);

export const changeName = SET_NAME.run;
export const changeEmail = SET_EMAIL.run;
export const changePassword = SET_PASSWORD.run;
export const insertPerson = persons.insert;
export const findPersonByEmail = (email: string) => BY_EMAIL.one({ email });
export const findPerson = (id: number) => BY_ID.one({ id });
export const listAccountsOf = (personId: number) => ACCOUNTS_OF.all({ person_id: personId });

const GIVE_STAFF_ROLE = sql<{ id: number; staff_role: string }>(
  'update persons set staff_role = :staff_role, staff_disabled_at = null where id = :id',
);
const FIND_MEMBERSHIP = sql<{ account_id: number; person_id: number }, MembershipRow>(
  `select ${memberships.columns} from memberships where account_id = :account_id and person_id = :person_id`,
);
const CHANGE_MEMBERSHIP = sql<
  Pick<MembershipRow, 'account_id' | 'person_id' | 'role' | 'scopes' | 'rights' | 'ownership_offered_at'>
>(
  `update memberships set role = :role, scopes = :scopes, rights = :rights, ownership_offered_at = :ownership_offered_at
   where account_id = :account_id and person_id = :person_id`,
);
const REMOVE_MEMBERSHIP = sql<{ account_id: number; person_id: number }>(
  'delete from memberships where account_id = :account_id and person_id = :person_id',
);
/** A person who cannot sign in does not count as an owner. */
const OTHER_OWNERS = sql<{ account_id: number; person_id: number }, { email: string }>(
  `select p.email from memberships as m join persons as p on p.id = m.person_id
   where m.account_id = :account_id and m.role = 'owner' and m.person_id <> :person_id and p.disabled_at is null
   order by m.id`,
);
const ACCOUNT_NAME = sql<{ account_id: number }, { name: string }>('select name from accounts where id = :account_id');

export const giveStaffRole = GIVE_STAFF_ROLE.run;
export const findMembership = (accountId: number, personId: number) =>
  FIND_MEMBERSHIP.one({ account_id: accountId, person_id: personId });
export const changeMembership = CHANGE_MEMBERSHIP.run;
export const listOtherOwners = (accountId: number, personId: number) =>
  OTHER_OWNERS.all({ account_id: accountId, person_id: personId });

export function* findAccountName(accountId: number): Query<string | undefined> {
  return (yield* ACCOUNT_NAME.one({ account_id: accountId }))?.name;
}

export function* removeMembership(accountId: number, personId: number): Query<void> {
  const removed = yield* REMOVE_MEMBERSHIP.run({ account_id: accountId, person_id: personId });
  yield* addToTotal(accountId, 'people', '', -removed);
}

/** Returns undefined if the person is already a member. */
export function* insertMembership(row: Parameters<typeof memberships.insert>[0]): Query<MembershipRow | undefined> {
  const made = yield* memberships.insert(row);
  if (made) yield* addToTotal(row.account_id, 'people', '', 1);
  return made;
}
