import type { EngineHealth } from '#engines/engine.ts';
import type { MailDomainRow } from './store.ts';

interface Proofs {
  readonly counts: { readonly pending: number; readonly active: number; readonly lost: number };
  /** Domains whose proof has disappeared. */
  readonly unproved: readonly Pick<MailDomainRow, 'domain' | 'status'>[];
}

/** Describes the proofs of mail domains. A domain that lost its proof receives no mail, and its owner may not know. */
export function describeProofs({ counts, unproved }: Proofs): EngineHealth {
  const total = counts.pending + counts.active + counts.lost;
  const said = [
    `${total} ${total === 1 ? 'domain has' : 'domains have'} mail`,
    ...(counts.pending > 0 ? [`${counts.pending} pending verification`] : []),
    ...(counts.lost > 0 ? [`${counts.lost} no longer verified`] : []),
  ];
  const named = unproved.map(({ domain, status }) => (status === 'lost' ? `${domain} (mail stopped)` : domain));
  const advice = `The verification record is missing from the DNS of ${named.join(', ')}: contact the owners, then run: hostler email domain verify`;
  return { reachable: true, version: null, detail: said.join(', '), advice: named.length > 0 ? advice : null };
}
