import { sql } from '../../../kernel/db/query.ts';
import type { PersonRow } from './store.ts';

const COLUMNS = 'id, email, name, staff_role, password_changed_at, disabled_at, created_at';

const ALL = sql<object, PersonRow>(`select ${COLUMNS} from persons order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, PersonRow>(
  `select ${COLUMNS} from persons where id in (select person_id from memberships where account_id = :account_id) order by id`,
);
const DISABLE = sql<{ id: number; now: number }, PersonRow>(
  `update persons set disabled_at = coalesce(disabled_at, :now) where id = :id returning ${COLUMNS}`,
);
const SET_STAFF_ROLE = sql<{ id: number; staff_role: string }, PersonRow>(
  `update persons set staff_role = :staff_role where id = :id returning ${COLUMNS}`,
);

export const listPersons = (accountId: number | undefined) =>
  accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
export const disablePerson = DISABLE.one;
export const setStaffRole = SET_STAFF_ROLE.one;
