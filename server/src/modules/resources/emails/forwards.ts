import type { Query } from '@hostler/database';
import { leadsTo } from './address.ts';
import { findByAddress, type MailboxRow } from './store.ts';

/** Maximum number of addresses that one mail is forwarded to, over all mailboxes on the way. */
export const MOST_REACHED = 100;

interface Reached {
  /** The forward address through which mail returns to the mailbox. */
  readonly loop?: string;
  readonly tooMany: boolean;
}

/**
 * Follows the forwards of a mailbox through the mailboxes of the same account. Forwards of other servers are unknown.
 */
export function* followForwards(accountId: number, mailbox: MailboxRow): Query<Reached> {
  const followed = new Set<number>();
  let reached = 0;
  for (const first of readForwards(mailbox)) {
    const waiting = [first];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      if (++reached > MOST_REACHED) return { tooMany: true };
      const next = yield* findReader(accountId, address);
      if (!next || followed.has(next.id)) continue;
      if (next.id === mailbox.id) return { loop: first, tooMany: false };
      followed.add(next.id);
      waiting.push(...readForwards(next));
    }
  }
  return { tooMany: false };
}

/** Returns the mailbox of the account that receives mail for an address. */
function* findReader(accountId: number, address: string): Query<MailboxRow | undefined> {
  for (const candidate of leadsTo(address)) {
    const found = yield* findByAddress(accountId, candidate);
    if (found) return found;
  }
  return undefined;
}

function readForwards({ forward_to }: MailboxRow): string[] {
  return JSON.parse(forward_to);
}
