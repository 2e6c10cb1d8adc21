import { lockName, type Query } from '@hostler/database';
import { readNewKey } from './read-key.ts';
import * as store from './store.ts';

/** Adds keys to the account, except those that it already has. Throws QUOTA_EXCEEDED if there are too many. */
export function* keepSshKeys(accountId: number, publicKeys: readonly string[], now: number): Query<void> {
  if (publicKeys.length === 0) return;
  yield* lockSshKeys(accountId);
  for (const public_key of publicKeys) {
    const key = readNewKey({ public_key });
    if (!(yield* store.findSameKey(accountId, key.fingerprint))) yield* store.insertSshKey(accountId, key, now);
  }
  yield* store.sshKeysLimit.check(accountId);
}

/** Serialises creations, so that the same key is not added twice concurrently. */
export function lockSshKeys(accountId: number): Query<void> {
  return lockName(`ssh keys of account ${accountId}`);
}
