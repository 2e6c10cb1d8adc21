import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { HOSTING_STATUSES } from './schemas.ts';
import { type HostingRow, hosting, type LivingRow } from './store.ts';

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from hosting where id = :id');
const SELECT_LIVING = `select id, account_id, hostname, status, pending, off_since, missing_since, node, ipv4, ipv6, vcpus, memory_mb,
     disk_gb, bounds, throttled_mbps, revision, updated_at
   from hosting where status <> 'terminated'`;
const LIVING = sql<object, LivingRow>(SELECT_LIVING);
const LIVING_AFTER = sql<{ after: number; limit: number }, LivingRow>(
  `${SELECT_LIVING} and id > :after order by id limit :limit`,
);

const LIVING_ONE = sql<{ id: number }, { status: HostingRow['status'] }>(
  `select status from hosting where id = :id and status <> 'terminated'`,
);

/** Returns the account of a VPS, for operators, who see all accounts. */
export function* findHostingOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

export function findLivingHosting(id: number): Query<Pick<HostingRow, 'status'> | undefined> {
  return LIVING_ONE.one({ id });
}

/** Filters `node` and `plan` are exact names. */
export const listAllHosting = defineStaffList<Owned<HostingRow>, (typeof HOSTING_STATUSES)[number]>({
  select: `select account_id, ${ACCOUNT_NAME}, ${hosting.columns} from hosting`,
  statuses: byColumn(HOSTING_STATUSES),
  searched: ['hostname', 'label', 'plan', 'node', 'ipv4', 'ipv6'],
});

export function* listLiving(): Query<Map<number, LivingRow>> {
  return new Map((yield* LIVING.all({})).map((row) => [row.id, row]));
}

/** Lists servers in the order of their ids. */
export function listLivingAfter(after: number, limit: number): Query<LivingRow[]> {
  return LIVING_AFTER.all({ after, limit });
}

const NOTE_SIZE_REASON = sql<{ id: number; reason: string | null }>(
  'update hosting set size_reason = :reason where id = :id',
);

/** Notes why a server has another size than its plan; null once it has the size of a plan again. */
export function* noteSizeReason(id: number, reason: string | null): Query<void> {
  yield* NOTE_SIZE_REASON.run({ id, reason });
}
