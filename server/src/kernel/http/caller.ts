import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '@hostler/database';
import type { Environment } from '../environment.ts';
import type { AppError, ErrorCode } from '../errors.ts';
import type { Network } from '../net/networks.ts';
import type { Scope } from '../scopes.ts';
import type { StaffRole } from '../staff-roles.ts';
import { errors } from './errors.ts';

/** A credential, as far as logs, rates and rights need it, for any API surface. */
export interface Credential<S extends string = string> {
  /** Used in logs and the audit: `key` 12, "deploy". */
  readonly kind: 'key' | 'person' | 'staff' | 'operator_key';
  readonly id: number;
  readonly label: string;
  /** Environment its writes go to. Credentials without a sandbox are always live. */
  readonly environment: Environment;
  readonly scopes: ReadonlySet<S>;
  /** Requests per minute, and the name they are counted under: the tokens of a key share the count of the key. */
  readonly rate: { readonly bucket: string; readonly limit: number };
  /**
   * Namespace of Idempotency-Keys: the same value in another namespace is another key. A number is the id of an API
   * key.
   */
  readonly namespace: number | string;
  /** Networks it may be used from; any if empty. */
  readonly networks: readonly Network[];
  /** End of an access token or a session; null if it does not expire. */
  readonly expiresAt: number | null;
  /** Why the account may do less than others, and what it could do otherwise. */
  readonly bound?: Withheld | undefined;
  /** Returns the error if the credential cannot be used at all: its account is suspended. */
  readonly refuse?: (() => AppError) | undefined;
  /** Record whose end ends the credential, besides its owner: the family of a token, or the session of the panel. */
  readonly dependsOn?: { readonly kind: 'token_family' | 'session'; readonly id: number };
  /** Staff who view an account as its customer: only GET, only in that account. */
  readonly readOnly?: boolean;
}

/** Scopes and rights that a restriction of the account takes from a credential. */
export interface Withheld {
  /** Returns the error that gives the reason. */
  readonly refuse: () => AppError;
  readonly from: ReadonlySet<string>;
}

/** Sender of a request. Each API surface has its own subtype. */
export interface Caller<S extends string = string> {
  readonly credential: Credential<S>;
  /** Account whose data the request is about, if it is a single one. */
  readonly account?: Account;
  /** Accounts of a person who currently acts in none of them. */
  readonly belongsTo?: readonly number[];
  /** Callers with the same key get the same responses to the same requests. */
  readonly cacheKey: string;
}

/** A caller of the public API, or a person on a page of the panel. */
export interface Reader {
  readonly account: Account;
  readonly credential: { readonly environment: Environment; readonly scopes: ReadonlySet<string> };
}

export interface Account {
  readonly id: number;
  readonly name: string;
}

/** A customer's program, or a person who acts for a customer. */
export interface Customer extends Caller<Scope> {
  readonly account: Account;
  /** The person, if the caller is not a program. */
  readonly person?: PersonName;
}

export interface PersonName {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Rights of an owner in the panel beyond the scopes. A member may have `keys`. */
export const RIGHTS = ['keys', 'people', 'audit', 'requests'] as const;
export type Right = (typeof RIGHTS)[number];

/** A person signed in to the panel. Rights depend on the account: see `Member`. */
export interface PanelCaller extends Caller<Scope | Right> {
  readonly person: PersonName & { readonly staffRole: string | null };
  readonly session: {
    readonly id: number;
    /** When the password was last entered; null if never, or if the cookie was replaced since. */
    readonly confirmedAt: number | null;
    readonly endsAt: number;
    /** True if a passkey or a second factor was shown in this session. A password alone is not enough for staff. */
    readonly hasShownFactor: boolean;
  };
  /** The account that staff view as its customer. Undefined for a session of a person. */
  readonly viewed?: ViewedAccount;
}

/** An account as its members see it, with the rights of the view. */
export interface ViewedAccount extends Account {
  readonly role: Member['role'];
  readonly scopes: Scope[];
  readonly sandbox_scopes: Scope[];
  readonly rights: Right[];
  readonly environments: Environment[];
  readonly ownership_offered: boolean;
  readonly waiting: boolean;
  readonly unpaid: boolean;
  readonly suspension: { cause: 'payment' | 'abuse' | 'legal' | 'staff'; reason: string; since: string } | null;
}

/** A panel caller in one of its accounts, with the rights there. */
export interface Member extends PanelCaller {
  readonly account: Account;
  readonly role: 'owner' | 'member';
  /** Scopes in the sandbox, if they differ from those in the live environment. */
  readonly sandboxScopes?: ReadonlySet<Scope>;
}

/** An employee of the hosting company, or one of its programs. Can read the data of all customers. */
export interface Staff<S extends string = string> extends Caller<S> {
  readonly account?: never;
}

/** A caller of the operator API. The scopes of its credential are its roles; an owner has all of them. */
export interface StaffCaller extends Staff<StaffRole> {
  readonly roles: readonly StaffRole[];
  readonly person: PersonName | null;
  readonly key: { readonly id: number; readonly name: string } | null;
  /** The browser session; absent for a key. */
  readonly session?: { readonly id: number };
  /** True if a second factor protects the credential. Keys need none. */
  readonly secondFactor: boolean;
}

/**
 * Returns the key of the budget a request is charged to: the account, or the credential if there is no account (staff).
 */
export function budgetOf({ account, credential }: Caller): number | string {
  return account?.id ?? credential.rate.bucket;
}

/** Returns the owner of a stored response. Callers without an account get a negative number, which no account has. */
export function keeperOf({ account, credential }: Caller): number {
  return account?.id ?? -credential.id;
}

/** Origin of a request. The address is computed on access, because that is costly. */
export interface Source {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** Resolves credentials to a caller. */
export interface Authenticator<C extends Caller = Caller> {
  /** Throws 401. */
  authenticate(source: Source): Awaitable<C>;
  /** Returns whether the request has credentials: a request without any is no guess. */
  isTried(source: Source): boolean;
  /**
   * Throws 403 if valid credentials are not allowed on this host or from this address. Called after the rate is
   * counted.
   */
  checkUse(caller: C, source: Source): void;
  /** Returns the caller in the account that the request names. Throws 404 if the caller does not belong to it. */
  enterAccount?(caller: C, accountId: number): C & { readonly account: Account };
  /** Throws if the password was not entered recently, for routes that require it. */
  checkConfirmed?(caller: C): void;
  /** Error codes this authenticator can throw. */
  readonly refusals: readonly ErrorCode[];
  /** Security schemes in the OpenAPI document; any one of them suffices. */
  readonly schemes: Readonly<Record<string, object>>;
}

/** Required access of a route: a scope, any one of several, any valid credential, or none. Every route declares one. */
export type Access<S extends string = string> = S | readonly S[] | 'any-credential' | 'public';

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Returns words as in `owner, billing or support`. */
export const listAlternatives = (words: readonly string[]): string => ALTERNATIVES.format(words);

/** Like `authorize`, but also accepts a scope that only a restriction of the account withholds for now. */
export function authorizeOnceUnbound(scope: string, caller: Caller): void {
  if (!caller.credential.bound?.from.has(scope)) authorize(scope, caller);
}

/** The part of a credential that decides what it may do. */
export type Permissions = Pick<Credential, 'kind' | 'scopes' | 'bound'>;

export function authorize(access: Access, { credential }: { readonly credential: Permissions }): void {
  if (access === 'any-credential' || access === 'public') return;
  if (typeof access === 'string' && credential.scopes.has(access)) return;
  const accepted = typeof access === 'string' ? [access] : access;
  if (accepted.some((scope) => credential.scopes.has(scope))) return;
  const { bound } = credential;
  if (bound && accepted.some((scope) => bound.from.has(scope))) throw bound.refuse();
  const isStaff = credential.kind === 'staff' || credential.kind === 'operator_key';
  const names = listAlternatives(accepted);
  if (accepted.some((name) => name.includes('.'))) throw errors.scope_missing({ scopes: names });
  throw isStaff ? errors.role_missing({ roles: names }) : errors.right_missing({ rights: names });
}
