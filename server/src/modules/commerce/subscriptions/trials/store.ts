import { type Query, sql } from '@hostler/database';

/** Hashes of payment methods that had a trial. The account may have removed the method since. */
const CLAIM = sql<{ fingerprint: string; account_id: number; created_at: number }>(
  `insert into trial_methods (fingerprint, account_id, created_at) values (:fingerprint, :account_id, :created_at)
   on conflict (fingerprint) do nothing`,
);

const KNOWN = sql<{ fingerprint: string }, { fingerprint: string }>(
  'select fingerprint from trial_methods where fingerprint = :fingerprint',
);

/** Returns whether one of these payment methods had a trial, in any account. */
export function* hadTrialMethod(fingerprints: readonly string[]): Query<boolean> {
  for (const fingerprint of fingerprints) if (yield* KNOWN.one({ fingerprint })) return true;
  return false;
}

/** Returns false if another account claimed the method first. */
export function* claimTrialMethod(accountId: number, fingerprint: string, now: number): Query<boolean> {
  return (yield* CLAIM.run({ fingerprint, account_id: accountId, created_at: now })) === 1;
}
