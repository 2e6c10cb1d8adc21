import { randomInt } from 'node:crypto';
import type { Vault } from '../../../../kernel/crypto.ts';

const CODES = 10;
const LENGTH = 12;
/** Without what looks like something else. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `k7m2-xq9d-wc4p`: 59 bits, far too many to guess at the rate that is allowed. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Kept instead of it. Made with the secret key: a copy of the database alone gives nobody anything to try codes on. */
export function hashRecoveryCode(personId: number, code: string, vault: Vault): string {
  return vault.sign('recovery code', `${personId} ${code.toLowerCase().replace(/[\s-]/g, '')}`);
}
