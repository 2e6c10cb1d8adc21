import type { DomainRow } from '../store.ts';
import type { ZonePlan } from '../zone.ts';
import { toRelativeName } from './name.ts';
import type { ZoneRecord } from './records.ts';
import type { DomainRecords } from './schemas.ts';

/** A domain with the planned content of its zone. */
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
