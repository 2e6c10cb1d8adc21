import { createHash } from 'node:crypto';
import { type Query, sql } from '@hostler/database';
import type { ProviderCard } from '#engines/payment/driver.ts';

/** A card or bank account that an account saved or paid with. */
export interface KnownCard {
  /** Hash that is equal for the same card in every account. */
  readonly fingerprint: string;
  /** Country that issued it; null if the provider does not report it. */
  readonly country: string | null;
}

const MOST_CARDS = 20;
const NOTE = sql<KnownCard & { account_id: number; now: number }>(
  `insert into payment_cards (account_id, fingerprint, country, seen_at)
   values (:account_id, :fingerprint, :country, :now)
   on conflict (account_id, fingerprint) do update set seen_at = excluded.seen_at`,
);
const LIST = sql<{ account_id: number; limit: number }, KnownCard>(
  `select fingerprint, country from payment_cards where account_id = :account_id order by seen_at desc limit :limit`,
);

/** Records the card of a payment or a saved method. A card without a fingerprint is ignored. */
export function* noteCard(accountId: number, driver: string, card: ProviderCard, now: number): Query<void> {
  if (!card.fingerprint) return;
  const fingerprint = hashFingerprint(driver, card.fingerprint);
  yield* NOTE.run({ account_id: accountId, fingerprint, country: card.country ?? null, now });
}

/** Returns the cards of an account, the last used first. */
export function listCards(accountId: number): Query<KnownCard[]> {
  return LIST.all({ account_id: accountId, limit: MOST_CARDS });
}

/** Only a hash is stored: it is compared and never shown. */
export function hashFingerprint(driver: string, fingerprint: string): string {
  return createHash('sha256').update(`${driver}:${fingerprint}`).digest('hex');
}
