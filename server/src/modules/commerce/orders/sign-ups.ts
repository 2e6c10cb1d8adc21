import type { Query } from '@hostler/database';
import { findAuditContext } from '#kernel/audit/record.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { isBlocked } from './blocks/store.ts';
import { errors } from './errors.ts';
import { decideOrder, findSignUpOf, insertOrder } from './store.ts';

/** The same for every cause: it must not tell which data is blocked. */

export type SignUpReview = ReturnType<typeof createSignUpReview>;

/** Keeps sign-ups that wait for approval in the list of orders, and refuses blocked people. */
export function createSignUpReview() {
  return {
    /** Throws FORBIDDEN if the e-mail address or the IP address is blocked. */
    *refuseBlocked(email: string, address: string): Query<void> {
      if (yield* isBlocked({ email, address: sourceOf(address), cards: [] })) throw errors.sign_up_refused();
    },

    /** Adds a new account that waits for approval. */
    *wait(account: { id: number; name: string }, address: string | null, now: number): Query<void> {
      yield* insertOrder({
        account_id: account.id,
        kind: 'sign_up',
        subscription_id: null,
        invoice_id: null,
        name: account.name,
        amount: null,
        currency: null,
        status: 'in_review',
        flags: '[]',
        address: address === null ? null : sourceOf(address),
        card: null,
        by_program: 0,
        waits_since: now,
        created_at: now,
      });
    },

    /** Notes that the account was approved, by whichever command. */
    *approved(accountId: number, now: number): Query<void> {
      const row = yield* findSignUpOf(accountId);
      const by = (yield* findAuditContext())?.actor?.label ?? null;
      if (row) yield* decideOrder(row, { status: 'approved', by }, now);
    },
  };
}
