import type { Database } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { hostingIdOf } from '../machine.ts';
import { readUserData } from './read-user-data.ts';
import { findUserData } from './store.ts';

export type UserData = ReturnType<typeof createUserData>;

/** User data may contain secrets, so it is encrypted from the request on, and deleted once the machine is created. */
export function createUserData({ db, vault }: { db: Database; vault: Vault }) {
  /** Checks user data and returns it encrypted. Throws VALIDATION_ERROR. */
  function seal(text: string): string {
    return vault.seal(readUserData(text));
  }

  /** Returns the user data of a machine that is not created yet. */
  async function read(name: string): Promise<string | undefined> {
    const id = hostingIdOf(name);
    const sealed = id === undefined ? undefined : await db.read(findUserData(id));
    return sealed === undefined ? undefined : vault.open(sealed);
  }

  return { seal, read };
}
