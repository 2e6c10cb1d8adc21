import { type Query, sql } from '@hostler/database';
import { type ApplicationRow, applications } from '../store.ts';

/** State of the certificate of an application. */
export type HttpsState = Pick<
  ApplicationRow,
  'url' | 'https_status' | 'https_error' | 'https_expires_at' | 'https_next_at' | 'https_tries'
>;

type One = { account_id: number; id: number };

const CHANGE = sql<HttpsState & One, ApplicationRow>(
  `update applications set url = :url, https_status = :https_status, https_error = :https_error,
     https_expires_at = :https_expires_at, https_next_at = :https_next_at, https_tries = :https_tries
   where account_id = :account_id and id = :id returning ${applications.columns}`,
);
const OF_DOMAIN = sql<{ account_id: number; domain: string }, ApplicationRow>(
  `select ${applications.columns} from applications
   where account_id = :account_id and domain = :domain and status <> 'failed' order by id`,
);
const GUESTS = sql<{ account_id: number; zone_id: number }, { name: string; hosting_id: number }>(
  `select domain as name, hosting_id from applications
   where account_id = :account_id and zone_id = :zone_id and status <> 'failed' order by id`,
);

export function changeHttps(
  accountId: number,
  row: ApplicationRow,
  changes: Partial<HttpsState>,
): Query<ApplicationRow | undefined> {
  const { id, url, https_status, https_error, https_expires_at, https_next_at, https_tries } = row;
  const state: HttpsState = { url, https_status, https_error, https_expires_at, https_next_at, https_tries };
  return CHANGE.one({ ...state, ...changes, account_id: accountId, id });
}

export function* findOfDomain(accountId: number, domain: string): Query<ApplicationRow | undefined> {
  return (yield* OF_DOMAIN.all({ account_id: accountId, domain }))[0];
}

/** Lists the names in a zone that follow the servers of their applications. */
export function listGuests(accountId: number, zoneId: number): Query<{ name: string; hosting_id: number }[]> {
  return GUESTS.all({ account_id: accountId, zone_id: zoneId });
}
