import type { VpsKind } from '../../../engines/vps/driver.ts';
import { defineList, ofAccount } from '../../../kernel/db/page.ts';
import { insert, type Query, type SqlValue, sql } from '../../../kernel/db/query.ts';
import { foldForSearch } from '../../../kernel/db/search.ts';
import { countRow, moveRow } from '../../../kernel/db/totals.ts';
import { defineLimit } from '../../../kernel/limits/limit.ts';
import { HOSTING_STATUSES, type HostingStatus } from './schemas.ts';

/** The kinds of work on a VPS; each is an action of its own. */
export type HostingWork =
  | 'create'
  | 'adopt'
  | 'start'
  | 'stop'
  | 'restart'
  | 'access'
  | 'suspend'
  | 'unsuspend'
  | 'terminate';

export interface HostingRow {
  id: number;
  subscription_id: number | null;
  hostname: string;
  label: string | null;
  status: HostingStatus;
  /** The work that was accepted last and has not ended. */
  pending: HostingWork | null;
  /** To go back to when a suspension or a restore ends. */
  status_before: HostingStatus | null;
  plan: string | null;
  region: string;
  /** Null until the engine has made it. */
  node: string | null;
  vcpus: number;
  memory_mb: number;
  disk_gb: number;
  image: string;
  kind: VpsKind;
  /** JSON of VpsBounds. */
  bounds: string;
  /** JSON arrays. */
  ipv4: string;
  ipv6: string;
  ssh_keys: string;
  suspended_at: number | null;
  suspension_reason: string | null;
  /** Counts the changes: whoever changes a row must have seen the latest. */
  revision: number;
  created_at: number;
  updated_at: number;
}

/** What can change after the creation; the size only of one that is adopted, whose machine knows it. */
const STATE = [
  'status',
  'pending',
  'status_before',
  'node',
  'vcpus',
  'memory_mb',
  'disk_gb',
  'image',
  'kind',
  'ipv4',
  'ipv6',
  'ssh_keys',
  'suspended_at',
  'suspension_reason',
] as const;
export type HostingState = Pick<HostingRow, (typeof STATE)[number]>;

/** What the upkeep needs of each VPS that is not terminated; it reads them all at once. */
export type LivingRow = { account_id: number } & Pick<
  HostingRow,
  'id' | 'status' | 'pending' | 'node' | 'ipv4' | 'ipv6' | 'vcpus' | 'revision' | 'updated_at'
>;

const NEW = [
  'subscription_id',
  'hostname',
  'label',
  'plan',
  'region',
  'vcpus',
  'memory_mb',
  'disk_gb',
  'image',
  'kind',
  'bounds',
  'ssh_keys',
] as const;
export type NewHostingRow = Pick<HostingRow, (typeof NEW)[number]>;

type InsertedRow = Omit<HostingRow, 'id' | 'status_before' | 'node' | 'suspended_at' | 'suspension_reason'>;

export const HOSTING_COLUMNS = `id, subscription_id, hostname, label, status, pending, status_before, plan, region, node, vcpus,
  memory_mb, disk_gb, image, kind, bounds, ipv4, ipv6, ssh_keys, suspended_at, suspension_reason, revision, created_at, updated_at`;

const INSERT = insert<InsertedRow & { account_id: number; search_text: string }>('hosting', [
  ...NEW,
  'account_id',
  'status',
  'pending',
  'ipv4',
  'ipv6',
  'search_text',
  'revision',
  'created_at',
  'updated_at',
]);
const FIND = sql<{ account_id: number; id: number }, HostingRow>(
  `select ${HOSTING_COLUMNS} from hosting where account_id = :account_id and id = :id`,
);
const CHANGE = sql<Record<string, SqlValue>, HostingRow>(
  `update hosting set ${STATE.map((column) => `${column} = :${column}`).join(', ')}, revision = :next_revision,
     updated_at = :now
   where account_id = :account_id and id = :id and revision = :revision returning ${HOSTING_COLUMNS}`,
);

export const serversLimit = defineLimit({
  name: 'servers',
  default: 100,
  what: 'servers',
  advice: 'Have one terminated',
  counts: { list: 'hosting', statuses: HOSTING_STATUSES.filter((status) => status !== 'terminated') },
});

export const listHosting = defineList<HostingRow>({ columns: HOSTING_COLUMNS, strands: [ofAccount('hosting')] });

export function findHosting(accountId: number, id: number): Query<HostingRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function* insertHosting(
  accountId: number,
  hosting: NewHostingRow,
  pending: 'create' | 'adopt',
  now: number,
): Query<HostingRow> {
  const row: InsertedRow = {
    ...hosting,
    status: 'provisioning',
    pending,
    ipv4: '[]',
    ipv6: '[]',
    revision: 0,
    created_at: now,
    updated_at: now,
  };
  const search_text = foldForSearch(hosting.hostname, hosting.label);
  const id = yield* INSERT({ ...row, account_id: accountId, search_text });
  yield* countRow({ account_id: accountId, list: 'hosting', status: row.status, id, count: 1 });
  return { ...row, id, status_before: null, node: null, suspended_at: null, suspension_reason: null };
}

/** Changes a row from what it was read as; undefined when someone else changed it meanwhile. */
export function* changeHosting(
  accountId: number,
  row: HostingRow,
  changes: Partial<HostingState>,
  now: number,
): Query<HostingRow | undefined> {
  const changed = yield* CHANGE.one({
    ...stateOf(row),
    ...changes,
    account_id: accountId,
    id: row.id,
    revision: row.revision,
    next_revision: row.revision + 1,
    now,
  });
  if (changed) yield* moveRow(accountId, 'hosting', row.id, row.status, changed.status);
  return changed;
}

function stateOf(row: HostingRow): HostingState {
  return Object.fromEntries(STATE.map((column) => [column, row[column]])) as unknown as HostingState;
}
