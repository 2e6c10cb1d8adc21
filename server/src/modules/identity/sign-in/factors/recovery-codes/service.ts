import type { Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import type { Clock } from '#kernel/time.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './code.ts';
import { countCodes, removeCodes, replaceCodes, useCode } from './store.ts';

export type RecoveryCodeService = ReturnType<typeof createRecoveryCodeService>;

export function createRecoveryCodeService({ vault, clock }: { vault: Vault; clock: Clock }) {
  /** Returns ten new codes, shown once. Earlier codes become invalid. */
  function* renew(personId: number): Query<string[]> {
    const codes = makeRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(personId, code, vault));
    yield* replaceCodes(personId, hashes, clock.now());
    return codes;
  }

  function use(personId: number, code: string): Query<boolean> {
    return useCode(personId, hashRecoveryCode(personId, code, vault));
  }

  return { renew, use, count: countCodes, remove: removeCodes };
}
