import { type Query, sql } from '../../../../kernel/db/query.ts';
import { type CheckRow, checks } from './store.ts';

type OwnedRow = CheckRow & { account_id: number };

const ALL = sql<object, OwnedRow>(`select account_id, ${checks.columns} from monitoring_checks order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedRow>(
  `select account_id, ${checks.columns} from monitoring_checks where account_id = :account_id order by id`,
);
const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from monitoring_checks where id = :id');

/** For operators, who see them all. */
export function listAllChecks(accountId: number | undefined): Query<OwnedRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}

export function* findCheckOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}
