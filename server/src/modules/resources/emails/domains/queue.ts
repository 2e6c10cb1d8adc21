import type { Query } from '@hostler/database';
import { countChain, enqueueJob } from '#kernel/jobs/queue.ts';

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

/**
 * Returns true if a job for the domain is queued behind the running one. Locks the queue of the domain, so that no job is
 * added before the transaction ends.
 */
export function* isMoreQueued(domain: string): Query<boolean> {
  return (yield* countChain(nameChain(domain), 2)) > 1;
}

function nameChain(domain: string): string {
  return `mail of ${domain}`;
}

/** Queues a job. Jobs of one domain name run in order, even if another account adds the domain after its removal. */
function* queue(
  accountId: number,
  domain: string,
  { kind, payload, now }: { kind: string; payload: object; now: number },
): Query<void> {
  yield* enqueueJob({ kind, payload, accountId, lane: 'mailboxes', serialKey: nameChain(domain), runAt: now });
}
