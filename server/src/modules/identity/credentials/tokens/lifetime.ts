import { DAY, HOUR } from '#kernel/time.ts';

export const ACCESS_TOKEN_MS = HOUR;
export const REFRESH_TOKEN_MS = 30 * DAY;

/**
 * Returns whether a token with this expiry is valid now. A token that expires later than its lifetime allows was
 * created before the clock was set back. It is refused until that time comes again.
 */
export function isWithinLifetime(expiresAt: number, lifetime: number, now: number): boolean {
  return expiresAt > now && expiresAt - now <= 2 * lifetime;
}
