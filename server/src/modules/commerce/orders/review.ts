import type { Query } from '@hostler/database';
import { findAuditContext } from '#kernel/audit/record.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import type { ReviewSettings } from '#settings/commerce.ts';
import { getAccount } from '../../identity/accounts/index.ts';
import { listCards } from '../payments/index.ts';
import { findProfile } from '../profiles/index.ts';
import type { OrderFlag, OrderReview } from '../subscriptions/index.ts';
import { isBlocked } from './blocks/store.ts';
import { errors } from './errors.ts';
import { findFlags } from './flags.ts';
import * as store from './store.ts';

/** The same for every cause: it must not tell which data is blocked. */
const BLOCKED_CARD: OrderFlag = { code: 'blocked_card', reason: 'The card is on the block list.' };

interface Dependencies {
  settings: ReviewSettings;
  /** Returns whether the account has ever paid an invoice. */
  hasPaid(accountId: number): Query<boolean>;
}

/** Decides by the settings which orders wait for staff, and keeps the list of orders. */
export function createOrderReview({ settings, hasPaid }: Dependencies): OrderReview {
  function* readFacts(accountId: number) {
    const { email } = yield* getAccount(accountId);
    const { country } = yield* findProfile(accountId);
    return { email, country, cards: yield* listCards(accountId) };
  }

  function* mustWait(accountId: number, isTrusted: boolean, flags: readonly OrderFlag[]): Query<boolean> {
    if (settings.mode === 'none') return false;
    if (settings.mode === 'all') return true;
    if (isTrusted) return false;
    return settings.mode === 'new' ? !(yield* hasPaid(accountId)) : flags.length > 0;
  }

  return {
    *examine(accountId, { price, isTrusted }, now) {
      const { email, country, cards } = yield* readFacts(accountId);
      const address = yield* findAddress();
      const fingerprints = cards.map(({ fingerprint }) => fingerprint);
      if (yield* isBlocked({ email, address, cards: fingerprints })) throw errors.order_refused();
      const { currency } = price;
      const amount = price.price + price.setup_fee;
      const flags = yield* findFlags({ email, country, cards, address, amount, currency }, settings, now);
      return { waits: yield* mustWait(accountId, isTrusted, flags), flags, address, card: fingerprints[0] ?? null };
    },

    *record(accountId, { subscriptionId, name, price, invoice, byProgram, verdict }, now) {
      const { waits, flags, address, card } = verdict;
      yield* store.insertOrder({
        account_id: accountId,
        kind: 'order',
        subscription_id: subscriptionId,
        invoice_id: invoice?.id ?? null,
        name,
        amount: invoice?.total ?? price.price + price.setup_fee,
        currency: price.currency,
        status: waits ? 'in_review' : 'accepted',
        flags: JSON.stringify(flags),
        address,
        card,
        by_program: byProgram ? 1 : 0,
        waits_since: waits ? now : null,
        created_at: now,
      });
    },

    *reconsider(accountId, subscriptionId, now) {
      const row = yield* store.findOrderOf(accountId, subscriptionId);
      if (row?.status !== 'accepted') return false;
      const { country, cards } = yield* readFacts(accountId);
      const fingerprints = cards.map(({ fingerprint }) => fingerprint);
      const isCardBlocked = yield* isBlocked({ email: null, address: null, cards: fingerprints });
      const known = parseFlags(row.flags);
      const about = { email: '', country, cards, address: null, amount: 0, currency: row.currency ?? '', id: row.id };
      const found = [...(isCardBlocked ? [BLOCKED_CARD] : []), ...(yield* findFlags(about, settings, now))];
      const flags = [...known, ...found.filter(({ code }) => !known.some((one) => one.code === code))];
      const { trusted } = yield* findProfile(accountId);
      const isFlagged = settings.mode === 'flagged' && !trusted && flags.length > known.length;
      const [card] = fingerprints;
      if (card !== undefined) yield* store.noteOrderCard(row, card);
      if (!isFlagged && !isCardBlocked) return false;
      yield* store.holdOrder(row, JSON.stringify(flags), now);
      return true;
    },

    *close(accountId, subscriptionId, now) {
      const row = yield* store.findOrderOf(accountId, subscriptionId);
      if (row) yield* store.decideOrder(row, { status: 'cancelled', by: null }, now);
    },
  };
}

/** Returns the IP address of the request. Null for background work and the command line. */
function* findAddress(): Query<string | null> {
  const address = (yield* findAuditContext())?.address;
  return address ? sourceOf(address) : null;
}

export function parseFlags(flags: string): OrderFlag[] {
  return JSON.parse(flags) as OrderFlag[];
}
