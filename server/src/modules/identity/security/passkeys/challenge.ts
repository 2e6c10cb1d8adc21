import { randomBytes } from 'node:crypto';
import type { Vault } from '../../../../kernel/crypto.ts';
import { MINUTE } from '../../../../kernel/time.ts';

/** What a challenge is for; one for signing in adds no passkey. */
export type Purpose = 'add' | 'sign in' | 'second factor' | 'confirm';

export const CHALLENGE_MS = 5 * MINUTE;

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

/**
 * Something new for an authenticator to sign: random, with its end, signed by us for one purpose and one holder (a session,
 * or a cookie before there is one). So nothing is kept when it is given out, however often strangers ask; only those that
 * worked are remembered until their end, and are refused the second time.
 */
export function makeChallenge(purpose: Purpose, holder: string, now: number, vault: Vault): Buffer {
  const head = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  head.writeUIntBE(now + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([head, Buffer.from(sign(head, purpose, holder, vault), 'base64url')]);
}

/** When it ends, where it is ours, for this and for them, and has not; else undefined. */
export function readChallenge(
  challenge: string,
  purpose: Purpose,
  holder: string,
  now: number,
  vault: Vault,
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length <= HEAD_BYTES) return undefined;
  const head = bytes.subarray(0, HEAD_BYTES);
  const end = head.readUIntBE(NONCE_BYTES, TIME_BYTES);
  const isOurs = vault.isSigned(
    nameSignature(purpose),
    nameHead(head, holder),
    bytes.subarray(HEAD_BYTES).toString('base64url'),
  );
  // One that ends later than any can was made by a clock that has been put back since.
  return isOurs && end > now && end - now <= CHALLENGE_MS + MINUTE ? end : undefined;
}

function sign(head: Buffer, purpose: Purpose, holder: string, vault: Vault): string {
  return vault.sign(nameSignature(purpose), nameHead(head, holder));
}

function nameSignature(purpose: Purpose): string {
  return `passkey challenge to ${purpose}`;
}

function nameHead(head: Buffer, holder: string): string {
  return `${head.toString('hex')} ${holder}`;
}
