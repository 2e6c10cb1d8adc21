import type { Database, InTurn, Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { randomBase62, sha256, type Vault } from '#kernel/crypto.ts';
import { type AppError, fieldErrors, notFound } from '#kernel/errors.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { isPassword } from '#kernel/password.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { findPerson, findPersonByEmail, foldEmail, listAccountsOf, type PersonRow } from '../../people/index.ts';
import { countGuess, forgiveGuess, type Guess } from './attempts/service.ts';
import { signInFirst } from './authenticator.ts';
import { nameDevice } from './device.ts';
import { errors } from './errors.ts';
import { findKnownDevice } from './known-device.ts';
import { AWAITING_MS, IDLE_MS, LIFETIME_MS, PREVIOUS_MS, SESSIONS_PER_PERSON } from './lifetimes.ts';
import * as store from './store.ts';

const COOKIE_LENGTH = 43;
const MAX_DEVICE = 300;
/** A person who just accepted an invitation is not notified of the new device. */
const JUST_MADE_MS = MINUTE;

/** Source of a request, as the session stores it. */
export interface Place {
  readonly address: string;
  /** The browser's user agent. */
  readonly userAgent: string;
  /** The cookie of a browser in which the person has signed in before. */
  readonly knownDevice: string | undefined;
  /** The current session cookie. A new session replaces it. */
  readonly cookie: string | undefined;
}

export const FACTORS = ['totp', 'recovery_code', 'passkey'] as const;
export type Factor = (typeof FACTORS)[number];

/** Provides the second factors of a person. */
export interface SecondFactors {
  /** Returns the factors that a sign-in by password requires. */
  list(personId: number): Query<readonly Factor[]>;
  /** Returns all factors, also those that a sign-in by password does not require. */
  listAll(personId: number): Query<readonly Factor[]>;
}

/** Notifies a person who signs in with a new browser. */
export type OnNewDevice = (person: PersonRow, where: { device: string; address: string }) => Query<void>;

export interface Begun {
  readonly person: PersonRow;
  readonly cookie: string;
  /** Factors that are required next. Empty if the session is complete. */
  readonly methods: readonly Factor[];
}

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  secondFactors: SecondFactors;
  onNewDevice: OnNewDevice;
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({ db, clock, vault, secondFactors, onNewDevice }: Dependencies) {
  /** Does the same work for known and unknown addresses, so that the time reveals nothing. */
  async function signIn(given: { email: string; password: string }, place: Place, inTurn: InTurn): Promise<Begun> {
    const email = foldEmail(given.email);
    const person = await inTurn(() => db.read(findPersonByEmail(email)));
    const guess = {
      email,
      source: sourceOf(place.address),
      device: findKnownDevice(place.knownDevice, person?.id, vault),
    };
    await inTurn(() => db.write(() => countGuess(guess, clock.now())));
    const isRight = await isPassword(given.password, person?.password_hash);
    if (!person || !isRight || person.disabled_at !== null) throw wrongPassword();
    return inTurn(() => db.write(() => enter(person, guess, place)));
  }

  function* enter({ id, password_hash }: PersonRow & { password_hash: string | null }, guess: Guess, place: Place) {
    // The password may have been changed, or the person disabled, while the password was checked.
    const person = yield* findPerson(id);
    if (!person || person.password_hash !== password_hash || person.disabled_at !== null) throw wrongPassword();
    yield* forgiveGuess(guess);
    return yield* begin(person, place, yield* secondFactors.list(id));
  }

  /**
   * Creates a session. It awaits a second factor if there are methods. `shown` says that a passkey or a second factor was
   * shown, which staff need.
   */
  function* begin(person: PersonRow, place: Place, methods: readonly Factor[], { shown = false } = {}): Query<Begun> {
    const now = clock.now();
    const cookie = randomBase62(COOKIE_LENGTH);
    const whole = methods.length === 0;
    if (place.cookie !== undefined) yield* store.removeSessionByHash(sha256(place.cookie));
    const row = {
      person_id: person.id,
      awaits: whole ? null : ('second_factor' as const),
      device: place.userAgent.slice(0, MAX_DEVICE),
      address: place.address,
      confirmed_at: whole ? now : null,
      second_factor_at: shown ? now : null,
      created_at: now,
      idle_ends_at: now + (whole ? IDLE_MS : AWAITING_MS),
      ends_at: now + (whole ? LIFETIME_MS : AWAITING_MS),
    };
    yield* store.insertSession(row, { hash: sha256(cookie) });
    // Incomplete sessions are counted separately: knowing only the password must not end a complete session.
    yield* store.endSurplusSessions({ person_id: person.id, awaits: row.awaits ?? '', most: SESSIONS_PER_PERSON });
    if (whole) yield* auditSignIn(person, now);
    const isKnown = findKnownDevice(place.knownDevice, person.id, vault) !== undefined;
    if (whole && !isKnown && now - person.created_at > JUST_MADE_MS) {
      yield* onNewDevice(person, { device: nameDevice(row.device), address: place.address });
    }
    return { person, cookie, methods };
  }

  /** Returns the session of a cookie that awaits its second factor. Undefined if there is none. */
  function* findAwaiting(cookie: string): Query<store.FoundSession | undefined> {
    const found = yield* store.findSession(sha256(cookie));
    return found?.awaits === 'second_factor' && found.ends_at > clock.now() ? found : undefined;
  }

  /** Asks for the password again before sensitive changes. Returns the new cookie. */
  async function confirm(caller: PanelCaller, password: string, inTurn: InTurn): Promise<string> {
    await checkPassword(caller, password, 'password', inTurn);
    return inTurn(() => db.write(() => renewCookie(caller)));
  }

  /** Throws if the password is wrong, and 429 after too many failures. */
  async function checkPassword(
    { person, session }: PanelCaller,
    password: string,
    field: string,
    inTurn: InTurn,
  ): Promise<void> {
    const guess = { email: person.email, source: '', device: `session ${session.id}` };
    const known = await inTurn(() => db.write(() => countConfirmation(person.id, guess)));
    if (!(await isPassword(password, known?.password_hash))) {
      throw errors.password_wrong({ details: [fieldErrors.wrong_password(field)] });
    }
    await inTurn(() => db.write(() => forgiveGuess(guess)));
  }

  function* countConfirmation(personId: number, guess: Guess) {
    yield* countGuess(guess, clock.now());
    return yield* findPerson(personId);
  }

  /**
   * Replaces the cookie whenever the rights of a session rise. Requests in progress with the old cookie are answered
   * for a moment, with the old rights. `shown` records that a passkey or a second factor was shown in this session. Throws
   * if the session ended meanwhile.
   */
  function* renewCookie({ person, session }: PanelCaller, { shown = false } = {}): Query<string> {
    const cookie = randomBase62(COOKIE_LENGTH);
    const now = clock.now();
    const whose = { id: session.id, person_id: person.id };
    const second_factor_at = shown ? now : null;
    const renewal = { ...whose, hash: sha256(cookie), now, previous_until: now + PREVIOUS_MS, second_factor_at };
    if ((yield* store.replaceCookie(renewal)) === 0) throw signInFirst();
    return cookie;
  }

  /** Returns device and network address for a mail to the person. */
  function* describePlace({ session }: PanelCaller): Query<{ device: string; address: string }> {
    const place = yield* store.findSessionPlace(session.id);
    return { device: nameDevice(place?.device ?? ''), address: place?.address ?? '' };
  }

  function list({ person }: PanelCaller, limit: number, offset: number) {
    return store.listSessions(person.id, clock.now(), limit, offset);
  }

  function* remove({ person }: PanelCaller, id: number): Query<void> {
    if (!(yield* store.removeSession(person.id, id))) throw notFound('Session');
  }

  function removeOthers({ person, session }: PanelCaller) {
    return store.removeOtherSessions({ person_id: person.id, id: session.id });
  }

  return {
    signIn,
    begin,
    findAwaiting,
    confirm,
    checkPassword,
    renewCookie,
    describePlace,
    list,
    remove,
    removeOthers,
  };
}

/** Audits the sign-in in each account of the person. */
function* auditSignIn({ id, name }: PersonRow, now: number): Query<void> {
  const accounts = (yield* listAccountsOf(id)).map(({ account_id }) => account_id);
  yield* audit({ actor: { kind: 'person', id, label: name }, accounts, changed: [], now });
}

function wrongPassword(): AppError {
  return errors.sign_in_failed();
}
