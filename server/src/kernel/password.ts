import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };

/** `argon2id$memory$passes$salt$hash`: all that is needed to check it later, also when the cost has changed. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce, ...COST });
  return ['argon2id', COST.memory, COST.passes, nonce.toString('base64url'), hash.toString('base64url')].join('$');
}
