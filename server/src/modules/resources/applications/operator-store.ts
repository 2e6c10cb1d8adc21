import { type Query, sql } from '../../../kernel/db/query.ts';
import { type ApplicationRow, applications } from './store.ts';

export type OwnedApplicationRow = ApplicationRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from applications where id = :id');
const ALL = sql<object, OwnedApplicationRow>(
  `select account_id, ${applications.columns} from applications order by id`,
);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedApplicationRow>(
  `select account_id, ${applications.columns} from applications where account_id = :account_id order by id`,
);

/** Whose application it is; for operators, who see them all. */
export function* findApplicationOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

export function listAllApplications(accountId: number | undefined): Query<OwnedApplicationRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}
