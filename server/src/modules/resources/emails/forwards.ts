import type { Query } from '../../../kernel/db/query.ts';
import { leadsTo } from './address.ts';
import { findByAddress, type MailboxRow } from './store.ts';

/** Addresses that one mail may be sent on to in all, over however many mailboxes it goes. */
export const MOST_REACHED = 100;

interface Reached {
  /** The address among those it forwards to by which mail comes back to it. */
  readonly loop?: string;
  readonly tooMany: boolean;
}

/** Follows the forwards of a mailbox over those of its own account; what others do with a mail nobody here can know. */
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

/** Whose mailbox of the account gets mail to an address. */
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
