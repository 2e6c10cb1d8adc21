import { formatTime } from '#kernel/time.ts';
import { describeProof } from './claims/proof.ts';
import type { Domain } from './schemas.ts';
import type { DomainRow } from './store.ts';

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
    mailboxes: row.mailboxes,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  });
}
