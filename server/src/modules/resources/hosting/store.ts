import { later, listedTable, type NewRow, nullable, number, type Query, type Row, sql, text } from '@hostler/database';
import type { VpsKind } from '#engines/vps/driver.ts';
import { defineLimit } from '#kernel/limits/limit.ts';
import { recordAddresses } from './addresses/store.ts';
import { HOSTING_ORDERS, HOSTING_STATUSES, type HostingLogin, type HostingStatus } from './schemas.ts';

/** Kinds of work on a VPS. Each is an action. */
export type HostingWork =
  | 'create'
  | 'adopt'
  | 'start'
  | 'stop'
  | 'restart'
  | 'access'
  | 'password'
  | 'rebuild'
  | 'rescue'
  | 'resize'
  | 'snapshot'
  | 'suspend'
  | 'unsuspend'
  | 'terminate';

export const hosting = listedTable('hosting', {
  id: number(),
  subscription_id: nullable(number()),
  hostname: text(),
  label: nullable(text()),
  status: text<HostingStatus>(),
  /** The last accepted action that has not ended. */
  pending: nullable(text<HostingWork>()),
  /** Status to return to when a suspension or restore ends. */
  status_before: later(text<HostingStatus>()),
  plan: nullable(text()),
  region: text(),
  /** Null until the engine has created the machine. */
  node: later(text()),
  vcpus: number(),
  memory_mb: number(),
  disk_gb: number(),
  image: text(),
  kind: text<VpsKind>(),
  /** JSON of VpsBounds. */
  bounds: text(),
  /** IP addresses and SSH keys are JSON arrays. */
  ipv4: text(),
  ipv6: text(),
  ssh_keys: text(),
  /** How the customer chose to log in for the first time; null if unknown. */
  login: nullable(text<HostingLogin>()),
  /** JSON array. Rows of `hosting_tags` repeat it for the filter. */
  tags: text(),
  note: later(text()),
  /** Time since which the VPS is protected against termination by the customer and rebuild. */
  protected_at: later(number()),
  /** Time since which the VPS runs its rescue system. */
  rescue_since: later(number()),
  /** Time since which the VPS is off although nobody stopped it. */
  off_since: later(number()),
  /** Time since which the machine could not be created and is retried. */
  delayed_since: later(number()),
  /** Sentence for the customer on why it could not be created; null if there is only the usual one. */
  delay_reason: later(text()),
  /** Time at which the machine was first found missing on the engine. */
  missing_since: later(number()),
  suspended_at: later(number()),
  suspension_reason: later(text()),
  /** Month and outbound bytes of `traffic` in the record. The readings write them. */
  traffic_month: later(text()),
  traffic_out_bytes: later(number()),
  /** Network limit in Mbit/s while the server is throttled. */
  throttled_mbps: later(number()),
  /** Time since which the host does not enforce that limit, because its kernel cannot; null if it does. */
  throttle_missing_since: later(number()),
  /** Why staff turned off the network; null if it is on. */
  isolation_reason: later(text()),
  /** Counts the changes. A change is refused unless it is based on the latest revision. */
  revision: number(),
  /** Time of the last successful verification of one of its backups. */
  drilled_at: later(number()),
  /** JSON of ServerSource; null if the disk comes from an image. */
  source: nullable(text()),
  created_at: number(),
  updated_at: number(),
});
export type HostingRow = Row<typeof hosting>;
export type NewHostingRow = Omit<
  NewRow<typeof hosting>,
  'status' | 'pending' | 'ipv4' | 'ipv6' | 'revision' | 'created_at' | 'updated_at'
>;

/** Columns that can change after the creation. */
const STATE = [
  'subscription_id',
  'status',
  'pending',
  'status_before',
  'plan',
  'node',
  'vcpus',
  'memory_mb',
  'disk_gb',
  'image',
  'kind',
  'bounds',
  'ipv4',
  'ipv6',
  'ssh_keys',
  'rescue_since',
  'off_since',
  'delayed_since',
  'delay_reason',
  'drilled_at',
  'missing_since',
  'suspended_at',
  'suspension_reason',
  'isolation_reason',
  'throttled_mbps',
  'throttle_missing_since',
] as const;
export type HostingState = Pick<HostingRow, (typeof STATE)[number]>;

/** Columns that recurring jobs need of each VPS that is not terminated. They read all rows at once. */
export type LivingRow = { account_id: number } & Pick<
  HostingRow,
  | 'id'
  | 'hostname'
  | 'status'
  | 'pending'
  | 'off_since'
  | 'missing_since'
  | 'node'
  | 'ipv4'
  | 'ipv6'
  | 'vcpus'
  | 'memory_mb'
  | 'disk_gb'
  | 'bounds'
  | 'throttled_mbps'
  | 'revision'
  | 'updated_at'
>;

const CHANGE = sql<
  HostingState & { account_id: number; id: number; revision: number; next_revision: number; now: number },
  HostingRow
>(
  `update hosting set ${STATE.map((column) => `${column} = :${column}`).join(', ')}, revision = :next_revision,
     missing_reported_at = case when cast(:missing_since as bigint) is null then null else missing_reported_at end, updated_at = :now
   where account_id = :account_id and id = :id and revision = :revision returning ${hosting.columns}`,
);

export const serversLimit = defineLimit({
  name: 'servers',
  default: 100,
  what: 'servers',
  advice: 'Have one terminated',
  counts: { list: 'hosting', statuses: HOSTING_STATUSES.filter((status) => status !== 'terminated') },
});

export const listHosting = hosting.listIn(HOSTING_ORDERS);
export const findHosting = hosting.find;

export function insertHosting(
  accountId: number,
  server: NewHostingRow,
  pending: 'create' | 'adopt',
  now: number,
): Query<HostingRow> {
  const start = { status: 'provisioning', pending, ipv4: '[]', ipv6: '[]', revision: 0 } as const;
  const row = { ...server, ...start, created_at: now, updated_at: now };
  return hosting.insert(accountId, row, { search: [server.hostname, server.label] });
}

/** Changes a VPS. Returns undefined if it was changed concurrently. */
export function changeHosting(
  accountId: number,
  row: HostingRow,
  changes: Partial<HostingState>,
  now: number,
): Query<HostingRow | undefined> {
  const state = { ...stateOf(row), ...changes };
  const update = CHANGE.one({
    ...state,
    off_since: isOff(state) ? state.off_since : null,
    delayed_since: state.status === 'provisioning' ? state.delayed_since : null,
    delay_reason: state.status === 'provisioning' ? state.delay_reason : null,
    missing_since: canBeMissing(state) ? state.missing_since : null,
    account_id: accountId,
    id: row.id,
    revision: row.revision,
    next_revision: row.revision + 1,
    now,
  });
  return recordChange(accountId, row, hosting.change(accountId, row, update), now);
}

/** Writes the history of addresses in the transaction that changes them. */
function* recordChange(
  accountId: number,
  before: HostingRow,
  change: Query<HostingRow | undefined>,
  now: number,
): Query<HostingRow | undefined> {
  const after = yield* change;
  const isChanged = after && (after.ipv4 !== before.ipv4 || after.ipv6 !== before.ipv6);
  if (isChanged) yield* recordAddresses(accountId, after, now);
  return after;
}

function stateOf(row: HostingRow): HostingState {
  return Object.fromEntries(STATE.map((column) => [column, row[column]])) as unknown as HostingState;
}

/** Returns true for the only statuses in which `off_since` is kept. */
function isOff({ status }: HostingState): boolean {
  return status === 'stopped' || status === 'error';
}

/** A restore that fails leaves the machine missing, so staff are not notified of it again. */
function canBeMissing({ status }: HostingState): boolean {
  return status === 'error' || status === 'suspended' || status === 'restoring';
}

const IDS = sql<{ account_id: number }, { id: number }>(
  `select id from hosting where account_id = :account_id and status <> 'terminated' order by id`,
);

/** Lists the servers of an account that are not terminated. */
export function* listHostingIds(accountId: number): Query<number[]> {
  return (yield* IDS.all({ account_id: accountId })).map(({ id }) => id);
}
