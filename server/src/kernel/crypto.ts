import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns a uniformly random base62 text. Bytes that would favour some characters are discarded. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

export function toBase62(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text;
}

/**
 * Encrypts values that must be read again (a stored response with a password, a webhook secret) with a key derived from
 * the secret key. Each ciphertext names its key, so that a later rotation can distinguish old from new.
 */
export class Vault {
  readonly #key: Buffer;
  readonly #signingKey: Buffer;
  /** Short name of the secret key. It reveals nothing about the key, but differs for another key. */
  readonly keyName: string;

  constructor(secretKey: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, 'hostler', 'vault', 32));
    this.#signingKey = Buffer.from(hkdfSync('sha256', secretKey, 'hostler', 'signatures', 32));
    this.keyName = createHmac('sha256', this.#key).update('key name').digest('base64url').slice(0, 8);
  }

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.keyName}.${sealed.toString('base64url')}`;
  }

  /** Signs a value for one purpose. When it returns, the signature proves its origin, so nothing has to be stored. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#signingKey).update(`${purpose}\n${text}`).digest('base64url');
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    return equalInConstantTime(this.sign(purpose, text), signature);
  }

  open(sealed: string): string {
    const [version, keyName, data] = sealed.split('.');
    if (version !== 'v1' || keyName !== this.keyName || !data) {
      throw new Error(
        `this text was sealed with the key ${keyName}, not with the configured secret key (${this.keyName})`,
      );
    }
    const bytes = Buffer.from(data, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  }
}

export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}
