import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { EngineError } from '../../engine.ts';

const iterations = 4096;
const digest = 'sha256';
const keyLength = 32;

/** RFC 3454, tables C.1.2 and B.1: characters that clients convert to a space, or remove, before hashing. */
const otherSpaces = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
const leftOut = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;

/**
 * Returns the verifier that PostgreSQL stores (RFC 5802). The server accepts a verifier, so the password itself never
 * reaches it or its log.
 */
export async function makeScramVerifier(password: string): Promise<string> {
  if (password === '' || password.includes('\0')) throw new EngineError('refused', 'The password is not valid.');
  const prepared = password.replace(otherSpaces, ' ').replace(leftOut, '').normalize('NFKC');
  const salt = randomBytes(16);
  const salted = await promisify(pbkdf2)(prepared, salt, iterations, keyLength, digest);
  const storedKey = createHash(digest).update(sign(salted, 'Client Key')).digest('base64');
  const serverKey = sign(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function sign(key: Buffer, text: string): Buffer {
  return createHmac(digest, key).update(text).digest();
}
