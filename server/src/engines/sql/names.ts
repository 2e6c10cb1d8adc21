import { createHash, randomBytes } from 'node:crypto';
import { EngineError } from '../engine.ts';

const namePattern = /^[a-z][a-z0-9_]{0,62}$/;
/** What the servers keep for themselves, and what is ours. */
const reservedPattern =
  /^(postgres|public|none|template[01]|mysql|sys|root|test|information_schema|performance_schema|(pg|hostler)_.*)$/;
const guestPrefix = 'hostler_guest_';
/** Longer than any run of a tool takes. */
const guestLifeMs = 24 * 60 * 60_000;

/** Names come checked from the API already; a driver still trusts nobody with what it writes into a statement. */
export function checkName(name: string): void {
  if (namePattern.test(name) && !reservedPattern.test(name)) return;
  throw new EngineError('refused', 'The name of the database or its user is not valid.');
}

/**
 * The database beside a customer's that a load works in. Its name follows from the customer's, so that the next try
 * finds what one that died left behind.
 */
export function nameBeside(database: string, what: 'new' | 'old' | 'swap'): string {
  return `hostler_${what}_${createHash('sha256').update(database).digest('hex').slice(0, 24)}`;
}

/** A user for one run of a tool; the name tells its age, so that one left behind is known for what it is. */
export function nameGuest(): string {
  return `${guestPrefix}${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
}

/** Left behind, in all likelihood: whether it is still connected is for the caller to see. */
export function isOldGuest(name: string): boolean {
  const [time] = name.startsWith(guestPrefix) ? name.slice(guestPrefix.length).split('_') : [];
  return time !== undefined && Date.now() - Number.parseInt(time, 36) > guestLifeMs;
}
