import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** What the record is called before `._domainkey`. */
export const DKIM_SELECTOR = 'hostler';
/** Of a key that really signs; one that only shows what the record looks like is made fast. */
export const DKIM_BITS = { real: 2_048, simulated: 1_024 };

export interface DkimKey {
  /** As the record has it. */
  readonly public: string;
  /** PEM, PKCS #8. */
  readonly private: string;
}

const generate = promisify(generateKeyPair);
let last: Promise<unknown> = Promise.resolve();

/** One after the other: each takes a thread for a good part of a second, and everybody's passwords need those too. */
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
