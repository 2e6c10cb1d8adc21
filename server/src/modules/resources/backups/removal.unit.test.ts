import { expect, it } from 'vitest';
import { readStorageKey, storageKey } from './removal.ts';

it('reads the account and backup id from a storage key', () => {
  expect(readStorageKey(storageKey(7, 42))).toEqual({ accountId: 7, backupId: 42 });
});

it('refuses any other storage key', () => {
  for (const key of ['notes.txt', 'account-7', 'account-07/backup-1', 'account-7/backup-0', 'a/account-7/backup-1']) {
    expect(readStorageKey(key), key).toBe(undefined);
    expect(readStorageKey(`${storageKey(7, 42)}${key}`), key).toBe(undefined);
  }
});
