import type { Awaitable, Database, Query } from '@hostler/database';
import { sha256 } from '#kernel/crypto.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { type AppError, notFound } from '#kernel/errors.ts';
import type { Authenticator, Member, PanelCaller, Source } from '#kernel/http/caller.ts';
import type { Cookie } from '#kernel/http/cookie.ts';
import { CredentialLookUps, UseMarks } from '#kernel/http/credential-look-ups.ts';
import type { Logger } from '#kernel/log.ts';
import type { Clock } from '#kernel/time.ts';
import { type AccountMembership, listAccountsOf, permissionsOf } from '../../people/index.ts';
import { errors } from './errors.ts';
import { CONFIRMED_MS, IDLE_MS, LIFETIME_MS, PUT_OFF_EVERY_MS } from './lifetimes.ts';
import { type FoundSession, findSession, markSessionUsed, putOffEnd } from './store.ts';

/** Requests per minute of one person to the panel API. */
const RATE_LIMIT = 600;
const SHAPE = /^[0-9A-Za-z]{43}$/;

interface SessionCaller extends PanelCaller {
  readonly memberships: ReadonlyMap<number, AccountMembership>;
}

interface Found {
  readonly caller: SessionCaller;
  readonly idleEndsAt: number;
  /** Expiry of the previous cookie, if the request came with it. Null for the current cookie. */
  readonly previousUntil: number | null;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  cookie: Cookie;
}

/** Finds the person by the session cookie. A cached session costs no query and no hash. */
export function createSessionAuthenticator({ db, clock, log, cookie }: Dependencies): Authenticator<PanelCaller> {
  const lookUps = new CredentialLookUps(db);
  const marks = new UseMarks();

  /** Records the time of the last use. */
  const markUsed = ({ caller, idleEndsAt }: Found, address: string, now: number): void => {
    const { session, person } = caller;
    const { id } = session;
    if (!marks.isDue(id, now)) return;
    const later = now + IDLE_MS;
    db.write(function* () {
      yield* markSessionUsed({ id, now, address });
      if (later - idleEndsAt >= PUT_OFF_EVERY_MS) yield* putOffEnd({ id, person_id: person.id, idle_ends_at: later });
    }).catch((err) => {
      if (!(err instanceof DatabaseUnavailable)) log.warn({ err }, 'session use not recorded');
    });
  };

  const accept = (found: Awaitable<Found | undefined>, source: Source): Awaitable<SessionCaller> => {
    if (found instanceof Promise) return found.then((known) => accept(known, source));
    const now = clock.now();
    if (!found || !isGood(found, now)) throw signInFirst();
    markUsed(found, source.ip, now);
    return found.caller;
  };

  return {
    authenticate(source) {
      const value = cookie.read(source.headers);
      if (value === undefined || !SHAPE.test(value)) throw signInFirst();
      return accept(
        lookUps.find(`session ${value}`, () => lookUp(value), source),
        source,
      );
    },
    isTried: ({ headers }) => cookie.read(headers) !== undefined,
    checkUse() {},
    enterAccount(caller: PanelCaller, accountId): Member {
      const membership = (caller as SessionCaller).memberships.get(accountId);
      if (!membership) throw notFound('Account');
      return toMember(caller, membership);
    },
    checkConfirmed({ session: { confirmedAt } }) {
      if (confirmedAt !== null && Math.abs(clock.now() - confirmedAt) <= CONFIRMED_MS) return;
      throw errors.confirmation_missing();
    },
    refusals: ['UNAUTHORIZED', 'FORBIDDEN'],
    schemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookie.name,
        description: 'Session cookie, set by the sign-in.',
      },
    },
  };
}

/** A session that expires too late was created before the clock was set back. */
function isGood({ caller: { session }, idleEndsAt, previousUntil }: Found, now: number): boolean {
  const end = Math.min(session.endsAt, idleEndsAt, previousUntil ?? session.endsAt);
  return end > now && session.endsAt - now <= 2 * LIFETIME_MS;
}

function* lookUp(value: string): Query<Found | undefined> {
  const session = yield* findSession(sha256(value));
  if (!session || session.awaits !== null) return undefined;
  const memberships = yield* listAccountsOf(session.person_id);
  return {
    caller: toCaller(session, new Map(memberships.map((membership) => [membership.account_id, membership]))),
    idleEndsAt: session.idle_ends_at,
    previousUntil: session.is_previous ? session.previous_until : null,
  };
}

function toCaller(row: FoundSession, memberships: SessionCaller['memberships']): SessionCaller {
  const { person_id: id, name, email } = row;
  return {
    person: { id, name, email, staffRole: row.staff_role },
    session: {
      id: row.id,
      confirmedAt: row.is_previous ? null : row.confirmed_at,
      endsAt: row.ends_at,
      hasShownFactor: hasShownFactor(row),
    },
    memberships,
    belongsTo: [...memberships.keys()],
    credential: {
      kind: 'person',
      id,
      label: name,
      environment: 'live',
      scopes: new Set(),
      rate: { bucket: `panel:${id}`, limit: RATE_LIMIT },
      namespace: `panel:${id}`,
      networks: [],
      expiresAt: row.ends_at,
    },
    cacheKey: `session ${row.id}`,
  };
}

/** The previous cookie keeps the rights from before its replacement, which may have been the rise. */
function hasShownFactor({ is_previous, second_factor_at, confirmed_at }: FoundSession): boolean {
  return second_factor_at !== null && (!is_previous || second_factor_at < (confirmed_at ?? 0));
}

function toMember(caller: PanelCaller, membership: AccountMembership): Member {
  const { account_id: id, account_name: name, role } = membership;
  const { scopes, sandboxScopes, bound } = permissionsOf(membership);
  return {
    ...caller,
    account: { id, name },
    role,
    sandboxScopes,
    credential: { ...caller.credential, scopes, namespace: `${caller.credential.namespace}:${id}`, bound },
    cacheKey: `${caller.cacheKey} ${id} ${[...scopes].join(' ')} ${[...sandboxScopes].join(' ')}`,
  };
}

export function signInFirst(): AppError {
  return errors.session_missing();
}
