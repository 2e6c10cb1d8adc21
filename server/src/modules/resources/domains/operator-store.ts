import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { DOMAIN_STATUSES, type DomainStatus } from './schemas.ts';
import { type DomainRow, domains, type ZoneRow } from './store.ts';

export type KeptZone = Pick<
  ZoneRow,
  'id' | 'domain' | 'status' | 'hosting_id' | 'dns_status' | 'records' | 'revision' | 'zone_digest'
> & { account_id: number };

const ZONES = sql<{ after: number; limit: number; failed_before: number; now: number }, KeptZone>(
  `select id, account_id, domain, status, hosting_id, dns_status, records, revision, zone_digest from domains
   where id > :after and claimed is null and dns_status <> 'pending' and (status = 'active'
     or (status = 'error' and (updated_at < :failed_before or updated_at > :now)))
   order by id limit :limit`,
);

/** Lists zones of all accounts without work in progress, by id. Failed zones follow after a pause. */
export function listZones(after: number, now: number, pause: number, limit: number): Query<KeptZone[]> {
  return ZONES.all({ after, failed_before: now - pause, now, limit });
}

/** Lists the domains of all accounts or of one. */
export const listAllDomains = defineStaffList<Owned<DomainRow>, DomainStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${domains.columns} from domains`,
  statuses: byColumn(DOMAIN_STATUSES),
  searched: ['coalesce(claimed, domain)'],
});
