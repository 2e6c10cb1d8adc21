import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** Name of the record before `._domainkey`. */
export const DKIM_SELECTOR = 'hostler';
/** Key sizes. Simulated keys only show the format of the record and are generated fast. */
export const DKIM_BITS = { real: 2_048, simulated: 1_024 };

export interface DkimKey {
  /** Base64, as in the DNS record. */
  readonly public: string;
  /** PEM, PKCS #8. */
  readonly private: string;
}

const generate = promisify(generateKeyPair);
let last: Promise<unknown> = Promise.resolve();

/**
 * Generates keys one at a time. Each blocks a thread for much of a second, and password hashing needs the same threads.
 */
export function makeDkimKey(bits: number): Promise<DkimKey> {
  const key = last.then(async () => {
    const pair = await generate('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    return { public: pair.publicKey.toString('base64'), private: pair.privateKey };
  });
  last = key.catch(() => {});
  return key;
}
