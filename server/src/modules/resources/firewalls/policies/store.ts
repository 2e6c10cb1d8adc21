import { type Query, sql } from '@hostler/database';

export interface PolicyRow {
  hosting_id: number;
  account_id: number;
  /** Grows with every change of the packet rules. */
  version: number;
  /** Version that the engine has confirmed; null if unknown. */
  applied_version: number | null;
}

type One = { hosting_id: number };

const TOUCH = sql<{ account_id: number; hosting_id: number; now: number }, Pick<PolicyRow, 'version'>>(
  `insert into firewall_policies (hosting_id, account_id, version, changed_at, tried_at)
   values (:hosting_id, :account_id, 1, :now, :now)
   on conflict (hosting_id) do update set version = firewall_policies.version + 1, changed_at = :now, tried_at = :now
   returning version`,
);
const FIND = sql<One, PolicyRow>(
  'select hosting_id, account_id, version, applied_version from firewall_policies where hosting_id = :hosting_id',
);
const ISOLATION = sql<One, { isolation_reason: string | null }>(
  'select isolation_reason from hosting where id = :hosting_id',
);
const RULES = sql<One, { inbound: string; outbound: string }>(
  `select f.inbound, f.outbound from firewall_attachments as a join firewalls as f on f.id = a.firewall_id
   where a.hosting_id = :hosting_id order by f.id`,
);
const APPLIED = sql<One & { version: number }>(
  `update firewall_policies set applied_version = :version
   where hosting_id = :hosting_id and (applied_version is null or applied_version < :version)`,
);
const DOUBT = sql<One & { now: number }>(
  `update firewall_policies set applied_version = null, changed_at = :now, tried_at = 0
   where hosting_id = :hosting_id`,
);
const TRIED = sql<One & { now: number }>('update firewall_policies set tried_at = :now where hosting_id = :hosting_id');
const DELETE = sql<One>('delete from firewall_policies where hosting_id = :hosting_id');
const OPEN = 'applied_version is null or applied_version < version';
const COUNT_OPEN = sql<{ firewall_id: number }, { count: number }>(
  `select count(*) as count from firewall_attachments as a join firewall_policies as p on p.hosting_id = a.hosting_id
   where a.firewall_id = :firewall_id and (p.applied_version is null or p.applied_version < p.version)`,
);
const LIST_OPEN = sql<{ before: number; most: number }, PolicyRow>(
  `select hosting_id, account_id, version, applied_version from firewall_policies
   where (${OPEN}) and tried_at <= :before order by tried_at, hosting_id limit :most`,
);

const UNPROTECTED = sql<{ before: number; most: number }, { hostname: string }>(
  `select h.hostname from firewall_policies as p join hosting as h on h.id = p.hosting_id
   where (p.applied_version is null or p.applied_version < p.version) and p.changed_at <= :before
     and (h.isolation_reason is not null
       or exists (select 1 from firewall_attachments as a where a.hosting_id = p.hosting_id))
   order by p.tried_at, p.hosting_id limit :most`,
);

/** Records a change of the packet rules of a server. Returns the new version. */
export function* touchPolicy(accountId: number, hostingId: number, now: number): Query<number> {
  const row = yield* TOUCH.one({ account_id: accountId, hosting_id: hostingId, now });
  return row?.version ?? 0;
}

/** Returns undefined if the server never had packet rules. */
export function findPolicy(hostingId: number): Query<PolicyRow | undefined> {
  return FIND.one({ hosting_id: hostingId });
}

/** Returns the rules of the firewalls of a server, as stored. */
export function listRules(hostingId: number): Query<{ inbound: string; outbound: string }[]> {
  return RULES.all({ hosting_id: hostingId });
}

export function* isIsolated(hostingId: number): Query<boolean> {
  return ((yield* ISOLATION.one({ hosting_id: hostingId }))?.isolation_reason ?? null) !== null;
}

export function* noteApplied(hostingId: number, version: number): Query<void> {
  yield* APPLIED.run({ hosting_id: hostingId, version });
}

/** Has the packet rules of a server applied again. */
export function* doubtPolicy(hostingId: number, now: number): Query<void> {
  yield* DOUBT.run({ hosting_id: hostingId, now });
}

export function* noteTry(hostingId: number, now: number): Query<void> {
  yield* TRIED.run({ hosting_id: hostingId, now });
}

export function* deletePolicy(hostingId: number): Query<void> {
  yield* DELETE.run({ hosting_id: hostingId });
}

/** Returns how many servers of a firewall do not have their latest packet rules yet. */
export function* countOpen(firewallId: number): Query<number> {
  return (yield* COUNT_OPEN.one({ firewall_id: firewallId }))?.count ?? 0;
}

/** Returns servers of all accounts without their latest packet rules that were not tried since a time. */
export function listOpen(before: number, most: number): Query<PolicyRow[]> {
  return LIST_OPEN.all({ before, most });
}

/** Returns the names of servers whose firewalls or isolation were changed before a time and are not in effect. */
export function* listUnprotected(before: number, most: number): Query<string[]> {
  return (yield* UNPROTECTED.all({ before, most })).map(({ hostname }) => hostname);
}
