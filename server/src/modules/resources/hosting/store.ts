import type { VpsKind } from '../../../engines/vps/driver.ts';
import { defineList, ofAccount } from '../../../kernel/db/page.ts';
import { type Query, sql } from '../../../kernel/db/query.ts';
import { foldForSearch } from '../../../kernel/db/search.ts';
import { later, type NewRow, nullable, number, type Row, table, text } from '../../../kernel/db/table.ts';
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

export const hosting = table(
  'hosting',
  {
    id: number(),
    subscription_id: nullable(number()),
    hostname: text(),
    label: nullable(text()),
    status: text<HostingStatus>(),
    /** The work that was accepted last and has not ended. */
    pending: nullable(text<HostingWork>()),
    /** To go back to when a suspension or a restore ends. */
    status_before: later(text<HostingStatus>()),
    plan: nullable(text()),
    region: text(),
    /** Null until the engine has made it. */
    node: later(text()),
    vcpus: number(),
    memory_mb: number(),
    disk_gb: number(),
    image: text(),
    kind: text<VpsKind>(),
    /** JSON of VpsBounds. */
    bounds: text(),
    /** JSON arrays. */
    ipv4: text(),
    ipv6: text(),
    ssh_keys: text(),
    suspended_at: later(number()),
    suspension_reason: later(text()),
    /** Counts the changes: whoever changes a row must have seen the latest. */
    revision: number(),
    created_at: number(),
    updated_at: number(),
  },
  { hidden: { account_id: number(), search_text: text() } },
);
export type HostingRow = Row<typeof hosting>;
export type NewHostingRow = Omit<
  NewRow<typeof hosting>,
  'status' | 'pending' | 'ipv4' | 'ipv6' | 'revision' | 'created_at' | 'updated_at'
>;

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

const FIND = sql<{ account_id: number; id: number }, HostingRow>(
  `select ${hosting.columns} from hosting where account_id = :account_id and id = :id`,
);
const CHANGE = sql<
  HostingState & { account_id: number; id: number; revision: number; next_revision: number; now: number },
  HostingRow
>(
  `update hosting set ${STATE.map((column) => `${column} = :${column}`).join(', ')}, revision = :next_revision,
     updated_at = :now
   where account_id = :account_id and id = :id and revision = :revision returning ${hosting.columns}`,
);

export const serversLimit = defineLimit({
  name: 'servers',
  default: 100,
  what: 'servers',
  advice: 'Have one terminated',
  counts: { list: 'hosting', statuses: HOSTING_STATUSES.filter((status) => status !== 'terminated') },
});

export const listHosting = defineList<HostingRow>({ columns: hosting.columns, strands: [ofAccount('hosting')] });

export function findHosting(accountId: number, id: number): Query<HostingRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function* insertHosting(
  accountId: number,
  server: NewHostingRow,
  pending: 'create' | 'adopt',
  now: number,
): Query<HostingRow> {
  const start = { status: 'provisioning', pending, ipv4: '[]', ipv6: '[]', revision: 0 } as const;
  const hidden = { account_id: accountId, search_text: foldForSearch(server.hostname, server.label) };
  const row = yield* hosting.insert({ ...server, ...start, created_at: now, updated_at: now }, hidden);
  yield* countRow({ account_id: accountId, list: 'hosting', status: row.status, id: row.id, count: 1 });
  return row;
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
