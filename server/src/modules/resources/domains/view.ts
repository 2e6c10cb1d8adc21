import { formatTime } from '../../../kernel/time.ts';
import { describeProof } from './claims/proof.ts';
import { toRelativeName } from './records/name.ts';
import type { ZoneRecord } from './records/records.ts';
import type { Domain, DomainRecords } from './schemas.ts';
import type { DomainRow } from './store.ts';
import type { ZonePlan } from './zone.ts';

export type DomainView = (row: DomainRow) => Domain;

/** The name servers are a setting of the installation, the same for every domain. */
export function createDomainView(nameservers: readonly string[]): DomainView {
  return (row) => ({
    id: row.id,
    domain: row.domain,
    status: row.status,
    hosting_id: row.hosting_id,
    nameservers: [...nameservers],
    dns_status: row.dns_status,
    verification:
      row.proof_token !== null && row.status === 'pending' ? describeProof(row.domain, row.proof_token) : null,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  });
}

/** A domain with what its zone shall hold. */
export interface DomainZone {
  readonly domain: DomainRow;
  readonly plan: ZonePlan;
}

export function viewRecords({ domain: { id, domain, dns_status }, plan: { managed, own } }: DomainZone): DomainRecords {
  const view = (isManaged: boolean) => (record: ZoneRecord) => ({
    name: toRelativeName(record.name, domain),
    type: record.type,
    ttl: record.ttl,
    content: record.content,
    managed: isManaged,
    hosting_id: record.hosting_id,
  });
  return { id, domain, dns_status, records: [...managed.map(view(true)), ...own.map(view(false))] };
}

export function viewQueuedRecords({ actionId, ...zone }: DomainZone & { actionId: number }) {
  return { ...viewRecords(zone), action_id: actionId };
}
