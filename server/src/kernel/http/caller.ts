import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Scope } from './scopes.ts';

export type Environment = 'live' | 'test';

/** Who calls, as far as the rest of the server needs to know. */
export interface Caller {
  readonly account: { readonly id: number; readonly name: string };
  readonly key: { readonly id: number; readonly name: string };
  readonly environment: Environment;
  readonly scopes: ReadonlySet<Scope>;
  readonly rateLimit: number;
  /** Under which name its requests are counted; the tokens of a key share it. */
  readonly rateKey: string;
  /** Null for a key; the access token's end otherwise. */
  readonly tokenExpiresAt: number | null;
  /** Whether the key may be used from there. */
  allowsSource(source: Source): boolean;
  /** Two callers with the same text see the same answers to the same questions. */
  readonly cacheKey: string;
}

/** Where a request comes from. The address is found out only when someone asks, which costs something. */
export interface Source {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** Turns credentials into a caller, or throws 401. */
export interface Authenticator {
  authenticate(source: Source): Awaitable<Caller>;
}

/** A scope, any one of several, any valid credential, or nobody at all. Every route declares one. */
export type Access = Scope | readonly Scope[] | 'any-credential' | 'public';

export function authorize(access: Access, caller: Caller): void {
  if (access === 'any-credential' || access === 'public') return;
  const accepted = typeof access === 'string' ? [access] : access;
  if (accepted.some((scope) => caller.scopes.has(scope))) return;
  throw new AppError('FORBIDDEN', `This needs the scope ${accepted.join(' or ')}, which the credentials do not carry.`);
}
