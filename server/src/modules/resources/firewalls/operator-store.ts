import { byColumn, defineStaffList } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { FIREWALL_STATUSES, type FirewallStatus } from './schemas.ts';
import { type FirewallRow, firewalls } from './store.ts';

export const listAllFirewalls = defineStaffList<Owned<FirewallRow> & { servers: number }, FirewallStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${firewalls.columns},
      (select count(*) from firewall_attachments as a where a.firewall_id = firewalls.id) as servers from firewalls`,
  statuses: byColumn(FIREWALL_STATUSES),
  searched: ['name'],
});
