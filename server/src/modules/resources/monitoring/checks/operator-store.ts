import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { CHECK_STATUSES } from './schemas.ts';
import { type CheckRow, checks } from './store.ts';

type OwnedRow = CheckRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from monitoring_checks where id = :id');

/** Lists the checks of all accounts for staff. */
export const listAllChecks = defineStaffList<OwnedRow, (typeof CHECK_STATUSES)[number]>({
  select: `select account_id, ${checks.columns} from monitoring_checks`,
  statuses: byColumn(CHECK_STATUSES),
  searched: ['name', 'target'],
});

export function* findCheckOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}
