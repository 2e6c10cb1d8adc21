import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** Public key as in RFC 7638, with its fields in the order of the thumbprint. */
interface PublicJwk {
  readonly crv: 'P-256';
  readonly kty: 'EC';
  readonly x: string;
  readonly y: string;
}

export interface AccountKey {
  readonly jwk: PublicJwk;
  /** Returns the signature as ES256 requires it. */
  sign(text: string): string;
}

/**
 * Derives the key of the account at the authority from a seed of 32 bytes per attempt. The same secret gives the same
 * account, so nothing is stored. A seed that is no valid scalar, which practically never happens, is skipped.
 */
export function deriveAccountKey(seedOf: (attempt: number) => Buffer): AccountKey {
  for (let attempt = 1; ; attempt++) {
    const seed = seedOf(attempt);
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(seed);
    } catch {
      continue;
    }
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const jwk: PublicJwk = { crv: 'P-256', kty: 'EC', x, y };
    const key = createPrivateKey({ format: 'jwk', key: { ...jwk, d: seed.toString('base64url') } });
    return { jwk, sign: (text) => signText(text, key) };
  }
}

function signText(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
