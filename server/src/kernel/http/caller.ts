import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '../db/database.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Network } from '../net/networks.ts';
import type { Scope } from './scopes.ts';

export type Environment = 'live' | 'test';

/** What a caller showed, as far as logs, rates and rights need to know; whichever door it opens. */
export interface Credential<S extends string = string> {
  /** What logs and the audit call it: `key` 12, "deploy". */
  readonly kind: 'key' | 'person' | 'staff';
  readonly id: number;
  readonly label: string;
  /** Where its writes go. Who has no sandbox is always live. */
  readonly environment: Environment;
  readonly scopes: ReadonlySet<S>;
  /** How many requests a minute, and under which name they are counted: the tokens of a key share that of the key. */
  readonly rate: { readonly bucket: string; readonly limit: number };
  /** Whose an Idempotency-Key is: the same word under another namespace is another key. A number is the id of an API key. */
  readonly namespace: number | string;
  /** From where it may be used; from everywhere when empty. */
  readonly networks: readonly Network[];
  /** When an access token or a session ends; null for what has no such end. */
  readonly expiresAt: number | null;
  /** Why its account may use less than others: told to who asks for more. */
  readonly bound?: string | undefined;
}

/** Who calls. Each door has a type of its own for those who come in by it. */
export interface Caller<S extends string = string> {
  readonly credential: Credential<S>;
  /** Whose data it works on, where that is one customer's. */
  readonly account?: Account;
  /** The accounts of somebody who works on none of them at this moment. */
  readonly belongsTo?: readonly number[];
  /** Two callers with the same text see the same answers to the same questions. */
  readonly cacheKey: string;
}

export interface Account {
  readonly id: number;
  readonly name: string;
}

/** A customer's program, or a person who acts for a customer. */
export interface Customer extends Caller<Scope> {
  readonly account: Account;
  /** Who it is, where that is no program. */
  readonly person?: PersonName;
}

export interface PersonName {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** What an owner may do in the panel beyond the scopes; a member may have `keys`. */
export const RIGHTS = ['keys', 'people', 'audit', 'requests'] as const;
export type Right = (typeof RIGHTS)[number];

/** Somebody who is signed in to the panel. What they may do depends on the account: see `Member`. */
export interface PanelCaller extends Caller<Scope | Right> {
  readonly person: PersonName & { readonly staffRole: string | null };
  readonly session: {
    readonly id: number;
    /** When the password was last entered; null where that was never, or with a cookie that was replaced since. */
    readonly confirmedAt: number | null;
    readonly endsAt: number;
  };
}

/** The same in one of their accounts, with what they may do there. */
export interface Member extends PanelCaller {
  readonly account: Account;
  readonly role: 'owner' | 'member';
}

/** Somebody who works for the hosting company, or one of its own programs: what it sees is everybody's. */
export interface Staff<S extends string = string> extends Caller<S> {
  readonly account?: never;
}

/** Whose budget a request is charged to: the account's, or the credential's where the caller has no account (staff). */
export function budgetOf({ account, credential }: Caller): number | string {
  return account?.id ?? credential.rate.bucket;
}

/** Whose room a kept answer takes. Who has no account has room of their own, under a number that no account has. */
export function keeperOf({ account, credential }: Caller): number {
  return account?.id ?? -credential.id;
}

/** Where a request comes from. The address is found out only when someone asks, which costs something. */
export interface Source {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** Turns credentials into a caller. */
export interface Authenticator<C extends Caller = Caller> {
  /** Throws 401. */
  authenticate(source: Source): Awaitable<C>;
  /** Whether there are credentials at all: none is no guess at any. */
  isTried(source: Source): boolean;
  /** Throws 403 where good credentials are of no use: on this host, from that address. Asked when they were counted. */
  checkUse(caller: C, source: Source): void;
  /** The same caller in the account that the request names, for routes about one; throws 404 where it is none of theirs. */
  enterAccount?(caller: C, accountId: number): C & { readonly account: Account };
  /** Throws where a route asks for a password that was entered a moment ago, and it was not. */
  checkConfirmed?(caller: C): void;
  /** The codes that all of this refuses with. */
  readonly refusals: readonly ErrorCode[];
  /** Its security schemes in the OpenAPI document; one of them will do. */
  readonly schemes: Readonly<Record<string, object>>;
}

/** A scope, any one of several, any valid credential, or nobody at all. Every route declares one. */
export type Access<S extends string = string> = S | readonly S[] | 'any-credential' | 'public';

export function authorize(access: Access, { credential }: Caller): void {
  if (access === 'any-credential' || access === 'public') return;
  if (typeof access === 'string' && credential.scopes.has(access)) return;
  const accepted = typeof access === 'string' ? [access] : access;
  if (accepted.some((scope) => credential.scopes.has(scope))) return;
  const kind = accepted.some((name) => name.includes('.')) ? 'scope' : 'right';
  throw new AppError(
    'FORBIDDEN',
    [`This needs the ${kind} ${accepted.join(' or ')}, which the credentials do not carry.`, credential.bound]
      .filter(Boolean)
      .join(' '),
  );
}
