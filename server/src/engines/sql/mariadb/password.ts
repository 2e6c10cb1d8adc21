import { createHash } from 'node:crypto';
import { EngineError } from '../../engine.ts';

/**
 * What the server stores in place of a password (mysql_native_password, which every client speaks). It takes one that
 * is computed here just as well, so the password itself never reaches the server, nor its log.
 */
export function hashPassword(password: string): string {
  if (password === '') throw new EngineError('refused', 'The password is not valid.');
  const once = createHash('sha1').update(password).digest();
  return `*${createHash('sha1').update(once).digest('hex').toUpperCase()}`;
}
