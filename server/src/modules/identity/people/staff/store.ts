import { defineStaffList, sql } from '@hostler/database';
import { PERSON_COLUMNS, type PersonRow } from '../store.ts';

export const STAFF_STATUSES = ['active', 'disabled'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];

const UPDATE = sql<{ id: number; staff_role: string; name: string }, PersonRow>(
  `update persons set staff_role = :staff_role, name = :name where id = :id returning ${PERSON_COLUMNS}`,
);
const DISABLE = sql<{ id: number; now: number }, PersonRow>(
  `update persons set staff_disabled_at = coalesce(staff_disabled_at, :now) where id = :id
   returning ${PERSON_COLUMNS}`,
);

export const listStaff = defineStaffList<PersonRow, StaffStatus>({
  select: `select ${PERSON_COLUMNS} from persons`,
  where: 'staff_role is not null',
  statuses: {
    active: 'staff_disabled_at is null and disabled_at is null',
    disabled: 'staff_disabled_at is not null or disabled_at is not null',
  },
  searched: ['email', 'name'],
});
export const updateStaff = UPDATE.one;
export const disableStaff = DISABLE.one;
