import { randomBase62, sha256 } from '../../kernel/crypto.ts';
import type { Query } from '../../kernel/db/query.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { isScope, type Scope } from '../../kernel/http/scopes.ts';
import { SECOND } from '../../kernel/time.ts';
import { invalidKey, parseScopes, toCaller, toTokenCaller } from './authenticator.ts';
import { isWellFormedApiKey } from './key-format.ts';
import * as store from './store.ts';
import { ACCESS_TOKEN_MS, isWithinLife, REFRESH_TOKEN_MS } from './token-life.ts';

/** A client whose answer got lost may use the previous refresh token again for this long. */
const REUSE_GRACE_MS = 10 * SECOND;
const TOKEN_LENGTH = 43;

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** The key behind `api_key`, or 401. */
export function* identifyByKey(apiKey: string, now: number): Query<Caller> {
  const row = isWellFormedApiKey(apiKey) ? yield* store.findKeyByHash(sha256(apiKey)) : undefined;
  if (!row || (row.expires_at !== null && row.expires_at <= now)) throw invalidKey();
  return toCaller(row);
}

export function* issueTokens(caller: Caller, requested: readonly string[] | undefined, now: number): Query<TokenPair> {
  const scopes = requested === undefined ? [...caller.scopes] : checkScopes(requested, caller.scopes);
  const familyId = yield* store.insertFamily({ key_id: caller.key.id, scopes: scopes.join(' '), created_at: now });
  return yield* issuePair(familyId, null, now);
}

/** The key behind a refresh token, or 401; nothing is used up yet. */
export function* identifyByRefreshToken(refreshToken: string, now: number): Query<Caller> {
  const row = yield* store.findRefreshToken(sha256(refreshToken));
  const key =
    row && isWithinLife(row.expires_at, REFRESH_TOKEN_MS, now) ? yield* store.findFamilyKey(row.family_id) : undefined;
  if (!key || (key.expires_at !== null && key.expires_at <= now)) throw unusable();
  return toTokenCaller(key);
}

/**
 * A refresh token works once. Used again it means that two parties hold it: the whole family ends, unless it is the
 * immediately previous one within a moment, which is a client that missed the answer. `undefined` says: revoked now.
 */
export function* refreshTokens(refreshToken: string, now: number): Query<TokenPair | undefined> {
  const hash = sha256(refreshToken);
  const token = yield* store.findRefreshToken(hash);
  if (!token || token.family_revoked_at !== null || !isWithinLife(token.expires_at, REFRESH_TOKEN_MS, now)) {
    throw unusable();
  }
  if (yield* store.useRefreshToken(hash, now)) return yield* issuePair(token.family_id, hash, now);
  const used = yield* store.findRefreshToken(hash);
  const justUsed = used?.used_at != null && Math.abs(now - used.used_at) <= REUSE_GRACE_MS;
  if (justUsed && !(yield* store.hasUsedSuccessor(hash))) return yield* issuePair(token.family_id, hash, now);
  yield* store.revokeFamily(token.family_id, now);
  return undefined;
}

export function unusable(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The refresh token is unknown, expired, used or revoked. Get a new pair with /auth/token.',
  );
}

/** Scopes that exist and that the key has; all others are named in the answer. */
function checkScopes(requested: readonly string[], allowed: ReadonlySet<Scope>): Scope[] {
  const refused = requested.filter((scope) => !isScope(scope) || !allowed.has(scope));
  if (refused.length === 0 && requested.length > 0) return parseScopes([...new Set(requested)].join(' '));
  const details = requested.length === 0 ? ['must name at least one scope.'] : refused.map(describeRefusal);
  throw new AppError('INVALID_SCOPES', 'The requested scopes are not all available to this key.', {
    details: details.map((message) => ({ field: 'scopes', message })),
  });
}

function describeRefusal(scope: string): string {
  return isScope(scope) ? `the key does not have ${scope}.` : `${JSON.stringify(scope)} is not a scope.`;
}

function* issuePair(familyId: number, successorOf: string | null, now: number): Query<TokenPair> {
  const access_token = `svc_at_${randomBase62(TOKEN_LENGTH)}`;
  const refresh_token = `svc_rt_${randomBase62(TOKEN_LENGTH)}`;
  const accessExpiry = now + ACCESS_TOKEN_MS;
  yield* store.insertAccessToken({ hash: sha256(access_token), family_id: familyId, expires_at: accessExpiry });
  yield* store.insertRefreshToken({
    hash: sha256(refresh_token),
    family_id: familyId,
    successor_of: successorOf,
    expires_at: now + REFRESH_TOKEN_MS,
  });
  return { access_token, refresh_token, expires_in: ACCESS_TOKEN_MS / SECOND };
}
