import { randomBytes } from 'node:crypto';
import type { Vault } from '#kernel/crypto.ts';
import { MINUTE } from '#kernel/time.ts';

/** The purpose of a challenge. A challenge for signing in cannot add a passkey. */
export type Purpose = 'add' | 'sign in' | 'second factor' | 'confirm';

export const CHALLENGE_MS = 5 * MINUTE;

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

/**
 * Creates a challenge for an authenticator to sign: random bytes with an expiry, signed for one purpose and one holder.
 * The holder is a session, or a cookie before there is one. Nothing is stored when a challenge is issued, however often
 * strangers ask. Used challenges are stored until they expire, and are refused the second time.
 */
export function makeChallenge(purpose: Purpose, holder: string, now: number, vault: Vault): Buffer {
  const head = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  head.writeUIntBE(now + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([head, Buffer.from(sign(head, purpose, holder, vault), 'base64url')]);
}

/** Returns the expiry if the challenge is ours, for this purpose and holder, and still valid. Undefined otherwise. */
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
  // A challenge that expires too late was issued before the clock was set back.
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
