import { createHmac, randomBytes } from 'node:crypto';
import { SECOND } from '#kernel/time.ts';
import { toBase32 } from './base32.ts';

/** RFC 6238 as authenticator apps implement it: HMAC-SHA-1, six digits, a new code every 30 seconds. */
const STEP_MS = 30 * SECOND;
const DIGITS = 6;
/** The length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Clocks differ and typing takes time, so the previous and the next code are accepted too. */
const DRIFT = 1;

export function makeTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** RFC 4226. */
export function makeCode(secret: Buffer, step: number, digits = DIGITS, hash = 'sha1'): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(hash, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS);
}

/**
 * Returns the step of the code, near now and after the last used step. Undefined if there is none. A last step too far
 * ahead was used before the clock was set back, and is ignored.
 */
export function findStep(secret: Buffer, code: string, now: number, used: number): number | undefined {
  const middle = stepAt(now);
  const lastStep = used > middle + 2 * DRIFT ? 0 : used;
  for (let step = middle - DRIFT; step <= middle + DRIFT; step++) {
    if (step > lastStep && step >= 0 && makeCode(secret, step) === code) return step;
  }
  return undefined;
}

/** Returns the URI for the QR code of an app. */
export function makeTotpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  // A colon separates issuer and account, so neither may contain one.
  const [by, whose] = [issuer, account].map((text) => encodeURIComponent(text.replaceAll(':', ' ')));
  return `otpauth://totp/${by}:${whose}?secret=${toBase32(secret)}&issuer=${by}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / SECOND}`;
}
