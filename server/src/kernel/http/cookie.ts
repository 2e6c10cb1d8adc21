import type { IncomingHttpHeaders } from 'node:http';
import { SECOND } from '../time.ts';

/**
 * An HttpOnly cookie with `SameSite=Strict`: scripts cannot read it, and browsers do not send it for pages of other
 * sites.
 */
export interface Cookie {
  readonly name: string;
  read(headers: IncomingHttpHeaders): string | undefined;
  /** Returns the value of a Set-Cookie header. */
  set(value: string, lifetimeMs: number): string;
  clear(): string;
}

/**
 * Defines a cookie. With https its name begins with `__Host-`: browsers accept such a cookie only from this host and
 * over https.
 */
export function defineCookie(name: string, { secure }: { secure: boolean }): Cookie {
  const full = secure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    name: full,
    read({ cookie = '' }) {
      for (const part of cookie.split(';')) {
        const equals = part.indexOf('=');
        if (part.slice(0, equals).trim() === full) return part.slice(equals + 1).trim();
      }
      return undefined;
    },
    set: (value, lifetimeMs) => `${full}=${value}; Max-Age=${Math.floor(lifetimeMs / SECOND)}; ${attributes}`,
    clear: () => `${full}=; Max-Age=0; ${attributes}`,
  };
}
