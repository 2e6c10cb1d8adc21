import type { Page, PageRequest, Query } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import { type ErrorDetail, notFound, validationError } from '#kernel/errors.ts';
import type { Member, Permissions, PersonName } from '#kernel/http/caller.ts';
import { isScope, type Scope } from '#kernel/scopes.ts';
import { DAY, parseTime, SECOND } from '#kernel/time.ts';
import { errors, fieldErrors } from '../errors.ts';
import { checkNetworks, DEFAULT_RATE_LIMIT, makeKey } from './make-key.ts';
import type { KeyRequest } from './schemas.ts';
import * as store from './store.ts';
import { EXPIRING_MS } from './view.ts';

/** Keys that an account may create per day. Ended keys are stored for a year. */
const MADE_A_DAY = 200;
const LONGEST_LIFETIME = 10 * 365 * DAY;

interface Made {
  row: store.ListedKey;
  key: string;
}

/** A person who creates a key, with their current rights in the account. */
export interface KeyMaker extends Pick<Member, 'account' | 'role' | 'sandboxScopes'> {
  readonly person: PersonName;
  readonly credential: Permissions;
}

export type KeyService = ReturnType<typeof createKeyService>;

/** Manages the keys of an account. Owners see all keys, members their own. */
export function createKeyService({ environments }: { environments: ReadonlySet<Environment> }) {
  function list(member: Member, page: PageRequest, now: number): Query<Page<store.ListedKey>> {
    const filter = { made_by: ownOnly(member), status: page.status ?? null, now, soon: now + EXPIRING_MS };
    return store.listKeysOf(member.account.id, filter, page);
  }

  /** Returns the settings of a key that the person may create now. */
  function check(maker: KeyMaker, request: KeyRequest, now: number): Facts {
    const { name, environment, rate_limit = DEFAULT_RATE_LIMIT, allowed_networks = [] } = request;
    if (!environments.has(environment)) {
      throw errors.environment_not_served({ environment });
    }
    checkEnvironment(environment, maker);
    const expires_at = readEnd(request.expires_at ?? null, now);
    const scopes = checkScopes(request.scopes, environment, maker);
    checkNetworks(allowed_networks);
    return { name, environment, scopes, rate_limit, allowed_networks, expires_at };
  }

  function create(maker: KeyMaker, request: KeyRequest, now: number): Query<Made> {
    return make(maker, check(maker, request, now), now);
  }

  /** Creates a copy of the key with the same expiry. The old key stays valid during the overlap. */
  function* roll(member: Member, id: number, overlapSeconds: number, now: number): Query<Made> {
    const old = yield* find(member, id);
    checkEnvironment(old.environment, member);
    const end = Math.min(now + overlapSeconds * SECOND, old.expires_at ?? Number.POSITIVE_INFINITY);
    const hasEnded = old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= now);
    if (hasEnded) throw errors.api_key_ended();
    if (!(yield* store.rollKeyOf(member.account.id, id, now, end))) throw errors.api_key_already_rolled();
    const made = yield* make(
      member,
      {
        name: old.name,
        environment: old.environment,
        scopes: checkScopes(old.scopes.split(' '), old.environment, member),
        rate_limit: old.rate_limit,
        allowed_networks: old.allowed_networks.split(',').filter(Boolean),
        expires_at: old.expires_at === null ? null : now + (old.expires_at - old.created_at),
      },
      now,
    );
    if (overlapSeconds === 0) yield* store.revokeKeyOf(member.account.id, id, now);
    return made;
  }

  /** Revokes the key and its tokens immediately. */
  function* revoke(member: Member, id: number, now: number): Query<store.ListedKey> {
    yield* find(member, id);
    yield* store.revokeKeyOf(member.account.id, id, now);
    return yield* find(member, id);
  }

  /** Revokes a key that nobody received. */
  function end(accountId: number, id: number, now: number): Query<unknown> {
    return store.revokeKeyOf(accountId, id, now);
  }

  return { list, check, create, roll, revoke, end };
}

/** Counts the keys that the member sees. */
export function countKeys(member: Member): Query<number> {
  return store.countKeysOf(member.account.id, ownOnly(member));
}

type Facts = Omit<Parameters<typeof makeKey>[0], 'account_id' | 'made_by' | 'created_at'>;

function* make({ account, person }: KeyMaker, facts: Facts, now: number): Query<Made> {
  const made = yield* makeKey({ ...facts, account_id: account.id, made_by: person.id, created_at: now });
  const before = yield* store.findTimeBefore(account.id, MADE_A_DAY + 1);
  if (before !== undefined && Math.abs(now - before) < DAY) {
    throw errors.too_many_keys_today({ max: MADE_A_DAY });
  }
  const row = { ...made.row, maker_name: person.name, last_used_at: null, last_used_from: null };
  return { row, key: made.key };
}

function* find(member: Member, id: number): Query<store.ListedKey> {
  const key = yield* store.findKey(member.account.id, id);
  const own = ownOnly(member);
  if (!key || (own !== null && key.made_by !== own)) throw notFound('API key');
  return key;
}

/** Returns the person whose keys the member may see, or null for all keys. */
function ownOnly({ role, person }: Member): number | null {
  return role === 'owner' ? null : person.id;
}

/** Refuses live keys of an account that has not paid yet. It may only use the sandbox. */
function checkEnvironment(environment: Environment, { credential: { bound } }: KeyMaker): void {
  if (environment === 'live' && bound) throw bound.refuse();
}

/** Refuses scopes that the person does not have now. */
function checkScopes(requested: readonly string[], environment: Environment, member: KeyMaker): Scope[] {
  const own: ReadonlySet<string> =
    (environment === 'test' ? member.sandboxScopes : undefined) ?? member.credential.scopes;
  const refused = requested.filter((scope) => !isScope(scope) || !own.has(scope));
  if (refused.length === 0 && requested.length > 0) return requested.filter(isScope);
  const details = requested.length === 0 ? [fieldErrors.scope_required('scopes')] : refused.map(describeRefusal);
  throw errors.scopes_beyond_yours({ details });
}

function describeRefusal(scope: string): ErrorDetail {
  if (isScope(scope)) return fieldErrors.scope_not_yours('scopes', { scope });
  return fieldErrors.not_a_scope('scopes', { scope: JSON.stringify(scope) });
}

function readEnd(text: string | null, now: number): number | null {
  if (text === null) return null;
  const end = parseTime(text);
  if (end !== undefined && end > now && end <= now + LONGEST_LIFETIME) return end;
  throw validationError([fieldErrors.expiry_out_of_range('expires_at')]);
}
