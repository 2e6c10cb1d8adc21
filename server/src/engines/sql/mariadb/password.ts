import { createHash } from 'node:crypto';
import { EngineError } from '../../engine.ts';

/**
 * Returns the hash that the server stores (mysql_native_password, which every client supports). The server accepts a
 * hash, so the password itself never reaches it or its log.
 */
export function hashPassword(password: string): string {
  if (password === '') throw new EngineError('refused', 'The password is not valid.');
  const once = createHash('sha1').update(password).digest();
  return `*${createHash('sha1').update(once).digest('hex').toUpperCase()}`;
}
