import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { FIREWALL_STATUSES, type FirewallStatus } from './schemas.ts';
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

export const listAllFirewalls = defineStaffList<Owned<FirewallRow> & { servers: number }, FirewallStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${firewalls.columns},
      (select count(*) from firewall_attachments as a where a.firewall_id = firewalls.id) as servers from firewalls`,
  statuses: byColumn(FIREWALL_STATUSES),
  searched: ['name'],
});
