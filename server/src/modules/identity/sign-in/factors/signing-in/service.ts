import type { Database, InTurn, Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { type AppError, validationError } from '#kernel/errors.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import type { Clock } from '#kernel/time.ts';
import { findPerson, type PersonRow } from '../../../people/index.ts';
import {
  type Begun,
  type CodeTry,
  countCodeTry,
  endsTries,
  findKnownDevice,
  forgiveCodeTries,
  nameDevice,
  type Place,
  removeSession,
  type SessionService,
} from '../../sessions/index.ts';
import { errors, fieldErrors } from '../errors.ts';
import type { SecurityMails, WriteChange } from '../mails.ts';
import { notRight, type PasskeyService } from '../passkeys/service.ts';
import type { AuthenticationResponseJSON, Site } from '../passkeys/webauthn.ts';
import type { RecoveryCodeService } from '../recovery-codes/service.ts';
import { cancelRemoval } from '../removals/store.ts';
import { texts } from '../texts.ts';
import { type TotpService, wrongCode } from '../totp/service.ts';

/** Exactly one of the factors is set. */
export interface Proof {
  totp?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

interface Dependencies {
  db: Database;
  vault: Vault;
  clock: Clock;
  sessions: SessionService;
  totp: TotpService;
  recoveryCodes: RecoveryCodeService;
  passkeys: PasskeyService;
  securityMails: SecurityMails;
}

export type SignInService = ReturnType<typeof createSignInService>;

/** Handles the second step after the password, and signing in with a passkey alone. */
export function createSignInService(dependencies: Dependencies) {
  const { db, vault, clock, sessions, totp, recoveryCodes, passkeys, securityMails } = dependencies;

  /** Returns the session that awaits a second factor. Throws 401 if there is none. */
  function* findAwaiting({ cookie }: Place) {
    const awaiting = cookie === undefined ? undefined : yield* sessions.findAwaiting(cookie);
    if (!awaiting) throw errors.password_step_missing();
    return awaiting;
  }

  async function showSecondFactor(proof: Proof, place: Place, site: Site, inTurn: InTurn): Promise<Begun> {
    const given = Object.entries(proof).filter(([, value]) => value !== undefined);
    const [field, ...others] = given.map(([name]) => name);
    if (field === undefined || others.length > 0) throw oneOf();
    const { id: sessionId, person_id: personId } = await inTurn(() => db.read(findAwaiting(place)));
    const tried = { personId, sessionId, device: findKnownDevice(place.knownDevice, personId, vault) };
    const shown =
      proof.passkey && (await passkeys.read(proof.passkey, 'second factor', holderOf(sessionId), site, inTurn));
    // A signature cannot be guessed, so passkeys are not counted. Failed codes never block them.
    if (proof.passkey) {
      if (shown?.personId !== personId) throw notRight('passkey');
    } else if (await inTurn(() => db.write(() => countTry(tried, place)))) throw tooManyCodes();
    return inTurn(() =>
      db.write(function* () {
        const awaiting = yield* findAwaiting(place);
        if (awaiting.id !== sessionId) throw notRight(field);
        const isRight = shown ? yield* shown.use() : yield* useCode(personId, proof);
        if (!isRight) throw proof.passkey ? notRight('passkey') : wrongCode(field);
        yield* forgiveCodeTries(tried);
        return yield* enter(personId, place, proof.recovery_code !== undefined);
      }),
    );
  }

  function useCode(personId: number, { totp: code, recovery_code }: Proof): Query<boolean> {
    if (recovery_code !== undefined) return recoveryCodes.use(personId, recovery_code);
    return totp.use(personId, code ?? '');
  }

  /** Counts and commits the try before the code is checked. Returns true if it was one too many. */
  function* countTry(tried: CodeTry, { address, userAgent }: Place): Query<boolean> {
    const { personId, sessionId } = tried;
    if (!endsTries(yield* countCodeTry(tried, clock.now()))) return false;
    yield* removeSession(personId, sessionId);
    const person = yield* findPerson(personId);
    if (person) yield* securityMails.tellChange(person, 'codes-guessed', { address, device: nameDevice(userAgent) });
    return true;
  }

  /** Completes the sign-in. Using the factor cancels its scheduled removal. */
  function* enter(personId: number, place: Place, byRecoveryCode: boolean): Query<Begun> {
    const person = yield* findPerson(personId);
    if (!person || person.disabled_at !== null) throw refused();
    if (yield* cancelRemoval(personId)) yield* securityMails.tellChange(person, 'lift-cancelled');
    if (byRecoveryCode) yield* tellUsedCode(person, place);
    return yield* sessions.begin(person, place, [], { shown: true });
  }

  function* tellUsedCode(person: PersonRow, { address, userAgent }: Place): Query<void> {
    const left = yield* recoveryCodes.count(person.id);
    const change: WriteChange = (say) => ({
      subject: say(texts.codeUsedSubject),
      paragraphs: [say(texts.codeUsed, { left })],
    });
    yield* securityMails.tell(person, 'recovery-code-used', change, { address, device: nameDevice(userAgent) });
  }

  async function optionsForSecondFactor(place: Place, site: Site, inTurn: InTurn) {
    const { id, person_id } = await inTurn(() => db.read(findAwaiting(place)));
    const own = await inTurn(() => db.read(passkeys.list(person_id)));
    return passkeys.optionsToShow('second factor', holderOf(id), site, own);
  }

  /** `holder` is the secret that the browser got with the challenge. */
  function optionsToSignIn(holder: string, site: Site) {
    return passkeys.optionsToShow('sign in', holder, site, []);
  }

  async function signInWithPasskey(
    response: AuthenticationResponseJSON,
    holder: string | undefined,
    place: Place,
    site: Site,
    inTurn: InTurn,
  ): Promise<Begun> {
    // Without a user handle the signature proves nothing about the person.
    const isComplete = holder !== undefined && response.response.userHandle !== undefined;
    const shown = isComplete ? await passkeys.read(response, 'sign in', holder, site, inTurn) : undefined;
    if (!shown) throw refused();
    return inTurn(() =>
      db.write(function* () {
        if (!(yield* shown.use())) throw refused();
        return yield* enter(shown.personId, place, false);
      }),
    );
  }

  async function optionsToConfirm({ person, session }: PanelCaller, site: Site, inTurn: InTurn) {
    const own = await inTurn(() => db.read(passkeys.list(person.id)));
    return passkeys.optionsToShow('confirm', holderOf(session.id), site, own);
  }

  /** Replaces the password as confirmation. Returns the new cookie. */
  async function confirmWithPasskey(
    caller: PanelCaller,
    response: AuthenticationResponseJSON,
    site: Site,
    inTurn: InTurn,
  ): Promise<string> {
    const { person, session } = caller;
    const shown = await passkeys.read(response, 'confirm', holderOf(session.id), site, inTurn);
    if (shown?.personId !== person.id) throw notRight('passkey');
    return inTurn(() =>
      db.write(function* () {
        if (!(yield* shown.use())) throw notRight('passkey');
        return yield* sessions.renewCookie(caller, { shown: true });
      }),
    );
  }

  return {
    showSecondFactor,
    optionsForSecondFactor,
    optionsToSignIn,
    signInWithPasskey,
    optionsToConfirm,
    confirmWithPasskey,
  };
}

export function holderOf(sessionId: number): string {
  return `session ${sessionId}`;
}

function tooManyCodes(): AppError {
  return errors.too_many_wrong_codes();
}

function refused(): AppError {
  return errors.passkey_unknown();
}

function oneOf(): AppError {
  return validationError([fieldErrors.one_second_factor('totp')]);
}
