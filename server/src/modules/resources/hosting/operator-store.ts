import { type Query, sql } from '../../../kernel/db/query.ts';
import { type HostingRow, hosting, type LivingRow } from './store.ts';

export type OwnedHostingRow = HostingRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from hosting where id = :id');
const ALL = sql<object, OwnedHostingRow>(`select account_id, ${hosting.columns} from hosting order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedHostingRow>(
  `select account_id, ${hosting.columns} from hosting where account_id = :account_id order by id`,
);
const LIVING = sql<object, LivingRow>(
  `select id, account_id, hostname, status, pending, off_since, node, ipv4, ipv6, vcpus, memory_mb, disk_gb, revision,
     updated_at
   from hosting where status <> 'terminated'`,
);

const LIVING_ONE = sql<{ id: number }, { status: HostingRow['status'] }>(
  `select status from hosting where id = :id and status <> 'terminated'`,
);

/** Whose VPS it is; for operators, who see them all. */
export function* findHostingOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

export function findLivingHosting(id: number): Query<Pick<HostingRow, 'status'> | undefined> {
  return LIVING_ONE.one({ id });
}

export function listAllHosting(accountId: number | undefined): Query<OwnedHostingRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}

export function* listLiving(): Query<Map<number, LivingRow>> {
  return new Map((yield* LIVING.all({})).map((row) => [row.id, row]));
}
