import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Awaitable, Database, Query } from '@hostler/database';
import { sha256 } from '#kernel/crypto.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import type { Environment } from '#kernel/environment.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Authenticator, Customer, Source } from '#kernel/http/caller.ts';
import { CredentialLookUps, UseMarks } from '#kernel/http/credential-look-ups.ts';
import type { Logger } from '#kernel/log.ts';
import { admits, parseNetworks } from '#kernel/net/networks.ts';
import { isScope, nameScopes, type Scope } from '#kernel/scopes.ts';
import type { Clock } from '#kernel/time.ts';
import { readSuspension, reduce, scopesOf, suspendedError, withholdFrom } from '../people/index.ts';
import { errors } from './errors.ts';
import { isWellFormedApiKey, looksLikeApiKey } from './keys/format.ts';
import { findKeyByHash, findKeys, findToken, type KeyRow, markKeyUsed, type TokenRow } from './store.ts';
import { ACCESS_TOKEN_MS, isWithinLifetime } from './tokens/lifetime.ts';

interface Found {
  readonly caller: Customer;
  readonly keyExpiresAt: number | null;
  /** Lifetime of access tokens of this kind, in milliseconds. */
  readonly tokenLifetime: number;
}

interface FoundKey extends Found {
  readonly hash: string;
  readonly row: KeyRow;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Environments whose keys this host accepts. */
  environments: ReadonlySet<Environment>;
  /** Bearer tokens that people have in the browser, besides those of API keys. */
  panelTokens: readonly PanelTokens[];
}

/** Tokens of panel sessions, or of staff who view an account. */
export interface PanelTokens {
  readonly lifetimeMs: number;
  looksLike(token: string): boolean;
  find(token: string): Query<Customer | undefined>;
}

/** Finds the caller by `X-API-Key` or bearer token. A cached credential costs no query and no hash. */
export function createAuthenticator({
  db,
  clock,
  log,
  environments,
  panelTokens,
}: Dependencies): Authenticator<Customer> {
  const lookUps = new CredentialLookUps(db);
  const marks = new UseMarks();

  const markUsed = (keyId: number, source: Source, now: number): void => {
    if (!marks.isDue(keyId, now)) return;
    const address = source.ip;
    db.write(() => markKeyUsed({ key_id: keyId, now, address })).catch((err) => {
      if (!(err instanceof DatabaseUnavailable)) log.warn({ err }, 'key use not recorded');
    });
  };

  const accept = (
    found: Awaitable<Found | undefined>,
    refusal: () => AppError,
    source: Source,
  ): Awaitable<Customer> => {
    if (found instanceof Promise) return found.then((known) => accept(known, refusal, source));
    const now = clock.now();
    if (!found || isPast(found.keyExpiresAt, now)) throw refusal();
    const { kind, id, expiresAt } = found.caller.credential;
    if (expiresAt !== null && !isWithinLifetime(expiresAt, found.tokenLifetime, now)) throw refusal();
    if (kind === 'key') markUsed(id, source, now);
    return found.caller;
  };

  function* lookUpToken(token: string): Query<Found | undefined> {
    const kind = panelTokens.find(({ looksLike }) => looksLike(token));
    if (kind) {
      const caller = yield* kind.find(token);
      return caller && { caller, keyExpiresAt: null, tokenLifetime: kind.lifetimeMs };
    }
    const row = yield* findToken(sha256(token));
    return row && { caller: toTokenCaller(row), keyExpiresAt: row.expires_at, tokenLifetime: ACCESS_TOKEN_MS };
  }

  return {
    authenticate(source) {
      const { headers } = source;
      const token = bearerToken(headers);
      if (token !== undefined) {
        return accept(
          lookUps.find(`token ${token}`, () => lookUpToken(token), source),
          invalidToken,
          source,
        );
      }
      const key = headers['x-api-key'];
      if (key === undefined) throw noCredentials();
      if (typeof key !== 'string') throw invalidKey();
      return accept(
        lookUps.find(`key ${key}`, () => lookUpKey(key), source, lookUpKeysAgain),
        invalidKey,
        source,
      );
    },
    isTried({ headers }) {
      return headers['x-api-key'] !== undefined || headers.authorization !== undefined;
    },
    checkUse({ credential: { environment, networks, refuse } }, source) {
      if (refuse !== undefined) throw refuse();
      if (!environments.has(environment)) {
        throw errors.key_of_another_environment({ environment });
      }
      if (!admits(networks, source.ip)) {
        throw errors.key_not_allowed_from_address();
      }
    },
    refusals: ['UNAUTHORIZED', 'INVALID_API_KEY', 'ENVIRONMENT_MISMATCH', 'FORBIDDEN'],
    schemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key. Create keys in the panel.' },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An access token from `/auth/token` or from the panel.',
      },
    },
  };
}

/** Returns the token of the header Authorization. Undefined if the header has another form. */
export function readBearer(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
}

function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined;
  const token = readBearer(authorization);
  if (token !== undefined && looksLikeApiKey(token)) {
    throw errors.bearer_is_api_key();
  }
  return token;
}

function* lookUpKey(key: string): Query<FoundKey | undefined> {
  // Refuse a typo or a swapped prefix without a query.
  if (!isWellFormedApiKey(key)) return undefined;
  const hash = sha256(key);
  const row = yield* findKeyByHash(hash);
  return row && toFoundKey(hash, row);
}

function* lookUpKeysAgain(known: readonly FoundKey[]): Query<(FoundKey | undefined)[]> {
  const rows = yield* findKeys(known.map(({ row }) => row.key_id));
  const byHash = new Map(rows.map(({ hash, ...row }) => [hash, row]));
  return known.map((found) => {
    const row = byHash.get(found.hash);
    return row && (isDeepStrictEqual(row, found.row) ? found : toFoundKey(found.hash, row));
  });
}

function toFoundKey(hash: string, row: KeyRow): FoundKey {
  return { hash, row, caller: toCaller(row), keyExpiresAt: row.expires_at, tokenLifetime: ACCESS_TOKEN_MS };
}

export function toCaller(row: KeyRow): Customer {
  return makeCaller(row, scopesOfKey(row), null);
}

/** A token has the scopes that both the token and its key have now. */
export function toTokenCaller(row: TokenRow): Customer {
  const keyScopes = new Set(scopesOfKey(row));
  const scopes = parseScopes(row.token_scopes).filter((scope) => keyScopes.has(scope));
  const caller = makeCaller(row, scopes, row.token_expires_at);
  return { ...caller, credential: { ...caller.credential, dependsOn: { kind: 'token_family', id: row.family_id } } };
}

/** A key has no more scopes than its creator and its account have now. */
function scopesOfKey({ scopes, made_by, maker_role, maker_scopes, ...restriction }: KeyRow): readonly Scope[] {
  const own = reduce(parseScopes(scopes), restriction, restriction.environment);
  if (made_by === null) return own;
  const makers = scopesOf({ role: maker_role ?? 'member', scopes: maker_scopes ?? '' });
  return own.filter((scope) => makers.includes(scope));
}

function makeCaller(row: KeyRow, scopes: readonly Scope[], expiresAt: number | null): Customer {
  const suspension = readSuspension(row.suspension);
  return {
    account: { id: row.account_id, name: row.account_name },
    credential: {
      kind: 'key',
      id: row.key_id,
      label: row.key_name,
      environment: row.environment,
      scopes: new Set(scopes),
      rate: { bucket: `key:${row.key_id}`, limit: row.rate_limit },
      namespace: row.key_id,
      networks: parseNetworks(row.allowed_networks),
      expiresAt,
      bound: withholdFrom(parseScopes(row.scopes), row, row.environment),
      refuse: suspension && (() => suspendedError(suspension)),
    },
    cacheKey: `${row.account_id} ${row.environment} ${nameScopes(scopes)}`,
  };
}

export function parseScopes(text: string): Scope[] {
  return text.split(' ').filter(isScope);
}

function isPast(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

export function invalidKey(): AppError {
  return errors.api_key_invalid();
}

function invalidToken(): AppError {
  return errors.access_token_invalid();
}

function noCredentials(): AppError {
  return errors.credentials_missing();
}
