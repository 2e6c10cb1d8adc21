import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import type { AppError, ErrorDetail } from '#kernel/errors.ts';
import type { Customer } from '#kernel/http/caller.ts';
import { isScope, SCOPES, type Scope } from '#kernel/scopes.ts';
import { SECOND } from '#kernel/time.ts';
import { invalidKey, parseScopes, toCaller, toTokenCaller } from './authenticator.ts';
import { errors, fieldErrors } from './errors.ts';
import { isWellFormedApiKey } from './keys/format.ts';
import * as store from './store.ts';
import { ACCESS_TOKEN_MS, isWithinLifetime, REFRESH_TOKEN_MS } from './tokens/lifetime.ts';
import * as tokens from './tokens/store.ts';

/** A client that missed the response may use the previous refresh token again for this long. */
const REUSE_GRACE_MS = 10 * SECOND;
const TOKEN_LENGTH = 43;
/**
 * All refresh tokens of a family begin with the same random characters. So an old token is recognised without being
 * stored, and nobody can forge one to end the family.
 */
const STEM_LENGTH = 22;
const FIRST_PAIR = 1;

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Returns the caller of an API key. Throws 401 if the key is not valid. */
export function* identifyByKey(apiKey: string, now: number): Query<Customer> {
  const row = isWellFormedApiKey(apiKey) ? yield* store.findKeyByHash(sha256(apiKey)) : undefined;
  if (!row || (row.expires_at !== null && row.expires_at <= now)) throw invalidKey();
  return toCaller(row);
}

export function* issueTokens(
  { credential: key }: Customer,
  requested: readonly string[] | undefined,
  now: number,
): Query<TokenPair> {
  // Without requested scopes the token follows its key: scopes that the account regains later apply to the token too.
  const scopes = requested === undefined ? SCOPES : checkScopes(requested, key.scopes);
  const stem = `svc_rt_${randomBase62(STEM_LENGTH)}`;
  const familyId = yield* tokens.insertFamily({
    key_id: key.id,
    scopes: scopes.join(' '),
    pairs: FIRST_PAIR,
    stem_hash: sha256(stem),
    created_at: now,
  });
  yield* tokens.endSurplusFamilies(key.id, now);
  yield* audit({ now });
  return yield* issuePair({ familyId, stem, successorOf: null, number: FIRST_PAIR }, now);
}

/** Returns the caller of a refresh token without using it up. Throws 401 if it is not valid. */
export function* identifyByRefreshToken(refreshToken: string, now: number): Query<Customer> {
  const row = yield* findRefreshToken(refreshToken, now);
  const key = row && (yield* store.findFamilyKey(row.family_id));
  if (!key || (key.expires_at !== null && key.expires_at <= now)) throw unusable();
  return toTokenCaller(key);
}

/**
 * Exchanges a refresh token, which works once. A second use means that two parties hold it, so the whole family is
 * revoked. The immediately previous token is excepted for a moment: its client missed the response. Returns undefined
 * if the family was revoked.
 */
export function* refreshTokens(refreshToken: string, now: number): Query<TokenPair | undefined> {
  const [hash, stem] = [sha256(refreshToken), stemOf(refreshToken)];
  const familyId = (yield* findRefreshToken(refreshToken, now))?.family_id;
  const number = familyId && (yield* tokens.countPair(familyId, sha256(stem)));
  if (!familyId || !number) throw unusable();
  if ((yield* tokens.useRefreshToken(hash, now)) || (yield* isImmediatelyPrevious(hash, now))) {
    yield* audit({ now });
    return yield* issuePair({ familyId, stem, successorOf: hash, number }, now);
  }
  yield* tokens.endFamilies([familyId], now);
  return undefined;
}

function* isImmediatelyPrevious(hash: string, now: number): Query<boolean> {
  const usedAt = (yield* tokens.findRefreshToken(hash))?.used_at ?? Number.NEGATIVE_INFINITY;
  return Math.abs(now - usedAt) <= REUSE_GRACE_MS && !(yield* tokens.hasUsedSuccessor(hash));
}

/** Recognises a token that was used too long ago to be stored by its stem. */
function* findRefreshToken(refreshToken: string, now: number): Query<{ family_id: number } | undefined> {
  const known = yield* tokens.findRefreshToken(sha256(refreshToken));
  if (!known) return yield* tokens.findFamilyByStem(sha256(stemOf(refreshToken)));
  return isWithinLifetime(known.expires_at, REFRESH_TOKEN_MS, now) ? known : undefined;
}

export function unusable(): AppError {
  return errors.refresh_token_invalid();
}

/** Returns the requested scopes. Throws if a scope does not exist or if the key does not have it. */
function checkScopes(requested: readonly string[], allowed: ReadonlySet<Scope>): Scope[] {
  const refused = requested.filter((scope) => !isScope(scope) || !allowed.has(scope));
  if (refused.length === 0 && requested.length > 0) return parseScopes([...new Set(requested)].join(' '));
  const details = requested.length === 0 ? [fieldErrors.scope_required('scopes')] : refused.map(describeRefusal);
  throw errors.scopes_beyond_key({ details });
}

function describeRefusal(scope: string): ErrorDetail {
  if (isScope(scope)) return fieldErrors.scope_not_of_key('scopes', { scope });
  return fieldErrors.not_a_scope('scopes', { scope: JSON.stringify(scope) });
}

interface NewPair {
  familyId: number;
  stem: string;
  successorOf: string | null;
  number: number;
}

function* issuePair({ familyId, stem, successorOf, number }: NewPair, now: number): Query<TokenPair> {
  const access_token = `svc_at_${randomBase62(TOKEN_LENGTH)}`;
  const refresh_token = stem + randomBase62(TOKEN_LENGTH - STEM_LENGTH);
  const token = { family_id: familyId, number };
  yield* tokens.insertAccessToken({ ...token, hash: sha256(access_token), expires_at: now + ACCESS_TOKEN_MS });
  yield* tokens.insertRefreshToken({
    ...token,
    hash: sha256(refresh_token),
    successor_of: successorOf,
    expires_at: now + REFRESH_TOKEN_MS,
  });
  yield* tokens.forgetOldPairs(familyId, number);
  return { access_token, refresh_token, expires_in: ACCESS_TOKEN_MS / SECOND };
}

function stemOf(refreshToken: string): string {
  return refreshToken.slice(0, 'svc_rt_'.length + STEM_LENGTH);
}
