import { DAY, HOUR } from '../../../../kernel/time.ts';

export const ACCESS_TOKEN_MS = HOUR;
export const REFRESH_TOKEN_MS = 30 * DAY;

/**
 * Whether a token that ends then is good now. One that would last longer than twice its life was made by a clock that has
 * been put back since; it must not be good until that time comes again.
 */
export function isWithinLife(expiresAt: number, life: number, now: number): boolean {
  return expiresAt > now && expiresAt - now <= 2 * life;
}
