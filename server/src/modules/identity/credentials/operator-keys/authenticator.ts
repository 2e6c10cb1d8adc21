import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable, Database, Query } from '@hostler/database';
import { sha256 } from '#kernel/crypto.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Authenticator, PanelCaller, Source, StaffCaller } from '#kernel/http/caller.ts';
import { CredentialLookUps, UseMarks } from '#kernel/http/credential-look-ups.ts';
import type { Logger } from '#kernel/log.ts';
import { isLoopbackAddress } from '#kernel/net/address.ts';
import { admits, parseNetworks } from '#kernel/net/networks.ts';
import { parseStaffRoles, STAFF_ROLES, type StaffRole } from '#kernel/staff-roles.ts';
import type { Clock } from '#kernel/time.ts';
import type { SecondFactors } from '../../sign-in/index.ts';
import { errors } from '../errors.ts';
import { isWellFormedOperatorKey, readBearer } from '../index.ts';
import { type FoundOperatorKey, findOperatorKeyByHash, markOperatorKeyUsed } from './store.ts';

/** Requests per minute of one staff member to the operator API. */
const RATE_LIMIT = 1200;
/** Headers that a proxy adds. A request with one of them does not come directly from this machine. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  sessions: Authenticator<PanelCaller>;
  secondFactors: SecondFactors;
  /** The demo requires no second factor for requests from this machine. */
  demo: boolean;
}

interface FoundKey {
  readonly caller: StaffCaller;
  readonly expiresAt: number | null;
}

/** Finds staff by an operator key or by the session cookie. A key takes precedence: the cookie is then not read. */
export function createOperatorAuthenticator(dependencies: Dependencies): Authenticator<StaffCaller> {
  const { db, clock, log, sessions, secondFactors, demo } = dependencies;
  const lookUps = new CredentialLookUps(db);
  const marks = new UseMarks();

  const acceptKey = (found: Awaitable<FoundKey | undefined>, source: Source): Awaitable<StaffCaller> => {
    if (found instanceof Promise) return found.then((known) => acceptKey(known, source));
    const now = clock.now();
    if (!found || (found.expiresAt !== null && found.expiresAt <= now)) throw invalidKey();
    const key_id = found.caller.credential.id;
    if (marks.isDue(key_id, now)) {
      const address = source.ip;
      db.write(() => markOperatorKeyUsed({ key_id, now, address })).catch((err) =>
        log.warn({ err }, 'operator key use not recorded'),
      );
    }
    return found.caller;
  };

  const enterByCookie = async (source: Source): Promise<StaffCaller> => {
    const caller = await sessions.authenticate(source);
    const roles = parseStaffRoles(caller.person.staffRole);
    if (roles.length === 0) throw notStaff();
    const { id } = caller.person;
    // A factor that was removed since protects nothing.
    const isProtected =
      caller.session.hasShownFactor &&
      (await lookUps.find(`staff factors ${id}`, () => secondFactors.listAll(id), source)).length > 0;
    return toStaff(caller, roles, isProtected);
  };

  return {
    authenticate(source) {
      const key = readKey(source.headers);
      if (key === undefined) return enterByCookie(source);
      return acceptKey(
        lookUps.find(`operator key ${key}`, () => lookUpKey(key), source),
        source,
      );
    },
    isTried: (source) => readKey(source.headers) !== undefined || sessions.isTried(source),
    checkUse({ credential: { networks }, secondFactor }, source) {
      if (!admits(networks, source.ip)) {
        throw errors.operator_key_not_allowed_from_address();
      }
      if (!secondFactor && !(demo && isDirect(source))) {
        throw errors.staff_needs_second_factor();
      }
    },
    refusals: ['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN'],
    schemes: {
      operatorKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An operator key `svc_op_…`. Create keys with `hostler operator key create`.',
      },
      ...sessions.schemes,
    },
  };
}

/** Returns a key also if it is a credential of another API: it is then refused. */
export function readKey({ authorization, ...headers }: IncomingHttpHeaders): string | undefined {
  if (authorization !== undefined) return readBearer(authorization) ?? '';
  const key = headers['x-api-key'];
  return key === undefined ? undefined : String(key);
}

function isDirect({ ip, headers }: Source): boolean {
  return isLoopbackAddress(ip) && FORWARDING.every((name) => headers[name] === undefined);
}

function* lookUpKey(key: string): Query<FoundKey | undefined> {
  // Refuse a typo or a key of another API without a query.
  if (!isWellFormedOperatorKey(key)) return undefined;
  const row = yield* findOperatorKeyByHash(sha256(key));
  if (!row) return undefined;
  const roles = rolesOf(row);
  return roles.length === 0 ? undefined : { caller: toKeyCaller(row, roles), expiresAt: row.expires_at };
}

/** A key has no role that its creator lacks now. */
function rolesOf({ roles, made_by, maker_roles }: FoundOperatorKey): StaffRole[] {
  const own = parseStaffRoles(roles);
  if (made_by === null) return own;
  const makers = withImplied(parseStaffRoles(maker_roles));
  return own.filter((role) => makers.has(role));
}

/** An owner may do what the other roles may do. */
function withImplied(roles: readonly StaffRole[]): ReadonlySet<StaffRole> {
  return new Set(roles.includes('owner') ? STAFF_ROLES : roles);
}

function toKeyCaller(row: FoundOperatorKey, roles: readonly StaffRole[]): StaffCaller {
  const { id, name } = row;
  return {
    roles,
    person: null,
    key: { id, name },
    secondFactor: true,
    credential: {
      kind: 'operator_key',
      id,
      label: `${name} (operator key ${id})`,
      environment: 'live',
      scopes: withImplied(roles),
      rate: { bucket: `operator-key:${id}`, limit: row.rate_limit },
      namespace: `operator-key:${id}`,
      networks: parseNetworks(row.allowed_networks),
      expiresAt: row.expires_at,
    },
    cacheKey: `operator key ${id} ${roles.join()}`,
  };
}

function toStaff({ person, session }: PanelCaller, roles: readonly StaffRole[], secondFactor: boolean): StaffCaller {
  const { id, name, email } = person;
  return {
    roles,
    person: { id, name, email },
    key: null,
    session: { id: session.id },
    secondFactor,
    credential: {
      kind: 'staff',
      id,
      label: name,
      environment: 'live',
      scopes: withImplied(roles),
      rate: { bucket: `operator:${id}`, limit: RATE_LIMIT },
      namespace: `operator:${id}`,
      networks: [],
      expiresAt: session.endsAt,
    },
    cacheKey: `operator ${id} ${roles.join()}${secondFactor ? '' : ' without second factor'}`,
  };
}

function invalidKey(): AppError {
  return errors.operator_key_invalid();
}

function notStaff(): AppError {
  return errors.staff_only();
}
