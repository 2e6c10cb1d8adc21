import { defineStaffList, type Query, sql } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';
import { PERSON_COLUMNS as COLUMNS, type PersonRow } from './store.ts';

export const PERSON_STATUSES = ['active', 'disabled'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** A membership of a person, with the name of the account. */
export interface PersonAccount {
  person_id: number;
  id: number;
  name: string;
  role: Member['role'];
}

const ACCOUNTS_OF = sql<{ ids: string; most: number }, PersonAccount>(
  `select person_id, id, name, role from (
     select m.person_id, a.id, a.name, m.role, row_number() over (partition by m.person_id order by m.id) as place
     from memberships as m join accounts as a on a.id = m.account_id where m.person_id {in :ids}) as found
   where place <= :most order by person_id, place`,
);
const DISABLE = sql<{ id: number; now: number }, PersonRow>(
  `update persons set disabled_at = coalesce(disabled_at, :now) where id = :id returning ${COLUMNS}`,
);
const SET_STAFF_ROLE = sql<{ id: number; staff_role: string }, PersonRow>(
  `update persons set staff_role = :staff_role, staff_disabled_at = null where id = :id returning ${COLUMNS}`,
);

/** Lists the people of all accounts or of one. */
export const listPersons = defineStaffList<PersonRow, PersonStatus>({
  select: `select ${COLUMNS} from persons`,
  statuses: { active: 'disabled_at is null', disabled: 'disabled_at is not null' },
  searched: ['email', 'name'],
  filters: { account_id: 'id in (select person_id from memberships where account_id = :account_id)' },
});

/** Lists the first `most` accounts of each person. */
export function listAccountsOf(ids: readonly number[], most: number): Query<PersonAccount[]> {
  return ACCOUNTS_OF.all({ ids: JSON.stringify(ids), most });
}
export const disablePerson = DISABLE.one;
export const setStaffRole = SET_STAFF_ROLE.one;
