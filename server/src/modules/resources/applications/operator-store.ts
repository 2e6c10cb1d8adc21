import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { APPLICATION_STATUSES } from './schemas.ts';
import { type ApplicationRow, applications } from './store.ts';

export type OwnedApplicationRow = Owned<ApplicationRow> & { hostname: string | null };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from applications where id = :id');

/** Returns the account of an application, for operators, who see all accounts. */
export function* findApplicationOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

export const listAllApplications = defineStaffList<OwnedApplicationRow, (typeof APPLICATION_STATUSES)[number]>({
  select: `select account_id, ${ACCOUNT_NAME}, ${applications.columns},
      (select hostname from hosting where hosting.id = hosting_id) as hostname from applications`,
  statuses: byColumn(APPLICATION_STATUSES),
  searched: ['slug', 'url'],
});
