import { randomInt } from 'node:crypto';
import type { Vault } from '#kernel/crypto.ts';

const CODES = 10;
const LENGTH = 12;
/** Leaves out characters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `k7m2-xq9d-wc4p`: 59 bits, too many to guess at the permitted rate. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Hashes with the secret key, so that a copy of the database alone cannot be used to test codes. */
export function hashRecoveryCode(personId: number, code: string, vault: Vault): string {
  return vault.sign('recovery code', `${personId} ${code.toLowerCase().replace(/[\s-]/g, '')}`);
}
