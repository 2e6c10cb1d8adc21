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

export const listAllFirewalls = defineStaffList<Owned<FirewallRow> & { servers: number }, FirewallStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${firewalls.columns},
      (select count(*) from firewall_attachments as a where a.firewall_id = firewalls.id) as servers from firewalls`,
  statuses: byColumn(FIREWALL_STATUSES),
  searched: ['name'],
});
