import { createHash, randomBytes } from 'node:crypto';
import { EngineError } from '../engine.ts';

const namePattern = /^[a-z][a-z0-9_]{0,62}$/;
/** Names that are reserved by the servers or by Hostler. */
const reservedPattern =
  /^(postgres|public|none|template[01]|mysql|sys|root|test|information_schema|performance_schema|(pg|hostler)_.*)$/;
const guestPrefix = 'hostler_guest_';
/** Longer than any run of a tool. */
const guestLifetimeMs = 24 * 60 * 60_000;

/** Checks a name again, although the API has checked it: it becomes part of a statement. */
export function checkName(name: string): void {
  if (namePattern.test(name) && !reservedPattern.test(name)) return;
  throw new EngineError('refused', 'The name of the database or its user is not valid.');
}

/**
 * Returns the name of the database that a load works in, next to the customer's. It derives from the customer's name,
 * so that the next attempt finds what a dead one left behind.
 */
export function nameBeside(database: string, what: 'new' | 'old' | 'swap'): string {
  return `hostler_${what}_${createHash('sha256').update(database).digest('hex').slice(0, 24)}`;
}

/** Returns the name of a user for one run of a tool. It contains its age, so that a leftover is recognised. */
export function nameGuest(): string {
  return `${guestPrefix}${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
}

/** Returns whether a guest is probably a leftover. The caller must check that it is not connected. */
export function isOldGuest(name: string): boolean {
  const [time] = name.startsWith(guestPrefix) ? name.slice(guestPrefix.length).split('_') : [];
  return time !== undefined && Date.now() - Number.parseInt(time, 36) > guestLifetimeMs;
}
