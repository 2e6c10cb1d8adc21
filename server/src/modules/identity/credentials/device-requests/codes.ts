import { createHash, randomInt } from 'node:crypto';

/** Consonants only: no words, and no letters that look like digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** Returns a code for people to compare, such as `WDJB-MJHT`. */
export function makeUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Returns the letters of a typed code, without case, spaces and hyphens. */
export function foldUserCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
}

/** Returns the challenge of a verifier: the method S256 of RFC 7636. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
