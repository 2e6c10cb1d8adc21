import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type AppError, errors } from './errors.ts';
import { defineCounter } from './metrics/metric.ts';

const derive = promisify(argon2);
/** Second recommendation of OWASP for argon2id: 19 MiB, two passes. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
const SALT_BYTES = 16;

/** A hash occupies a core for a while, and 19 MiB. A process runs 2 at once and queues up to 50. */
const AT_ONCE = 2;
const MOST_WAITING = 50;

const hashings = defineCounter({ name: 'hostler_password_hashings_total', help: 'Passwords hashed or checked.' });
export const passwordMetrics = [hashings];

let running = 0;
const waiting: (() => void)[] = [];

/** Returns `argon2id$memory$passes$salt$hash`, which can be checked even after the cost has changed. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashInTurn(password, salt, COST);
  return ['argon2id', COST.memory, COST.passes, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Returns a hash in the PHC format, which other programs read (`{ARGON2ID}` in Dovecot). */
export async function hashPasswordForOthers(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashInTurn(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBareBase64(salt)}$${toBareBase64(hash)}`;
}

function toBareBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/**
 * Checks a password. Without a stored hash it takes as long and returns false, so that the time does not reveal which
 * users exist.
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, salt, hash] = stored?.split('$') ?? [];
  if (!salt || !hash) {
    await hashInTurn(password, randomBytes(SALT_BYTES), COST);
    return false;
  }
  const cost = { ...COST, memory: Number(memory), passes: Number(passes) };
  return timingSafeEqual(
    await hashInTurn(password, Buffer.from(salt, 'base64url'), cost),
    Buffer.from(hash, 'base64url'),
  );
}

async function hashInTurn(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw tooBusy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  hashings.inc();
  try {
    return await derive('argon2id', { message: password, nonce, ...cost });
  } finally {
    // Pass the slot to the next in the queue, so that a new caller cannot take it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function tooBusy(): AppError {
  return errors.too_many_sign_ins({ seconds: 5 }, { headers: { 'retry-after': '5' } });
}
