import type { Query } from '../../../../kernel/db/query.ts';
import { enqueueJob } from '../../../../kernel/jobs/queue.ts';

export const PUT = 'emails.put-domain';
export const REMOVE = 'emails.remove-domain';

export interface PutPayload {
  accountId: number;
  domainId: number;
}

export interface RemovePayload {
  domain: string;
}

export function* queuePut(
  accountId: number,
  { domain_id, domain }: { domain_id: number; domain: string },
  now: number,
): Query<void> {
  yield* queue(accountId, domain, { kind: PUT, payload: { accountId, domainId: domain_id } satisfies PutPayload, now });
}

export function* queueRemoval(accountId: number, { domain }: { domain: string }, now: number): Query<void> {
  yield* queue(accountId, domain, { kind: REMOVE, payload: { domain } satisfies RemovePayload, now });
}

/** In order by name, also over a removal and a new beginning by somebody else. */
function* queue(
  accountId: number,
  domain: string,
  { kind, payload, now }: { kind: string; payload: object; now: number },
): Query<void> {
  yield* enqueueJob({ kind, payload, accountId, lane: 'mailboxes', serialKey: `mail of ${domain}`, runAt: now });
}
