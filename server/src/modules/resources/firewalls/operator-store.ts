import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { listRules } from './policies/store.ts';
import { countNetworks } from './rules/count-networks.ts';
import { FIREWALL_STATUSES, type FirewallStatus, MAX_NETWORKS_PER_SERVER } from './schemas.ts';
import { type FirewallRow, firewalls } from './store.ts';

const SERVERS = sql<{ account_id: number }, { id: number }>(
  `select id from hosting where account_id = :account_id and status <> 'terminated' order by id`,
);

/** Lists the servers of an account that are not terminated. */
export function* listServerIds(accountId: number): Query<number[]> {
  return (yield* SERVERS.all({ account_id: accountId })).map(({ id }) => id);
}

const ATTACHED = sql<{ hosting_id: number }, Pick<FirewallRow, 'id' | 'name' | 'status'>>(
  `select f.id, f.name, f.status from firewall_attachments as a join firewalls as f on f.id = a.firewall_id
   where a.hosting_id = :hosting_id order by f.id`,
);

/** Lists the firewalls that are attached to a server. */
export function listAttached(hostingId: number): Query<Pick<FirewallRow, 'id' | 'name' | 'status'>[]> {
  return ATTACHED.all({ hosting_id: hostingId });
}

/** Even short networks have 7 characters with their quotes, so few servers are read in detail. */
const LARGE = sql<{ characters: number; most: number }, { hosting_id: number; hostname: string }>(
  `select a.hosting_id, h.hostname from firewall_attachments as a join firewalls as f on f.id = a.firewall_id
   join hosting as h on h.id = a.hosting_id group by a.hosting_id, h.hostname
   having sum(length(f.inbound) + length(f.outbound)) > :characters order by a.hosting_id limit :most`,
);
const SHORTEST = 7;
const MOST_READ = 1_000;

/** Returns the names of servers whose firewalls have more networks than a change may have. */
export function* listOverLimit(): Query<string[]> {
  const found: string[] = [];
  const large = yield* LARGE.all({ characters: SHORTEST * MAX_NETWORKS_PER_SERVER, most: MOST_READ });
  for (const { hosting_id, hostname } of large) {
    const rules = yield* listRules(hosting_id);
    const count = rules.reduce((sum, one) => sum + countNetworks(one), 0);
    if (count > MAX_NETWORKS_PER_SERVER) found.push(`${hostname} (VPS ${hosting_id}, ${count} networks)`);
  }
  return found;
}

export const listAllFirewalls = defineStaffList<Owned<FirewallRow> & { servers: number }, FirewallStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${firewalls.columns},
      (select count(*) from firewall_attachments as a where a.firewall_id = firewalls.id) as servers from firewalls`,
  statuses: byColumn(FIREWALL_STATUSES),
  searched: ['name'],
});
