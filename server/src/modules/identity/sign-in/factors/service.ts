import type { Database, InTurn, Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { validationError } from '#kernel/errors.ts';
import type { PanelCaller } from '#kernel/http/caller.ts';
import type { Clock } from '#kernel/time.ts';
import { changeName, changePassword, findPerson, hashNewPassword, type PersonRow } from '../../people/index.ts';
import { voidResets } from '../resets/index.ts';
import type { SessionService } from '../sessions/index.ts';
import type { EmailService } from './email/service.ts';
import { errors, fieldErrors } from './errors.ts';
import { secondFactors } from './factors.ts';
import type { SecurityMails, WriteChange } from './mails.ts';
import type { PasskeyService } from './passkeys/service.ts';
import type { RegistrationResponseJSON, Site } from './passkeys/webauthn.ts';
import type { RecoveryCodeService } from './recovery-codes/service.ts';
import { holderOf } from './signing-in/service.ts';
import { texts } from './texts.ts';
import type { TotpService } from './totp/service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  sessions: SessionService;
  totp: TotpService;
  recoveryCodes: RecoveryCodeService;
  passkeys: PasskeyService;
  email: EmailService;
  securityMails: SecurityMails;
}

export type SecurityService = ReturnType<typeof createSecurityService>;

/** Changes how a person signs in. Each change is notified by mail. */
export function createSecurityService(dependencies: Dependencies) {
  const { db, clock, sessions, totp, recoveryCodes, passkeys, email, securityMails } = dependencies;

  function* readSettings({ person: { id } }: PanelCaller) {
    return {
      person: yield* readPerson(id),
      pendingEmail: yield* email.findPending(id),
      hasTotp: yield* totp.isOn(id),
      codesLeft: yield* recoveryCodes.count(id),
      passkeys: yield* passkeys.list(id),
    };
  }

  function* readPerson(id: number): Query<PersonRow> {
    const person = yield* findPerson(id);
    if (!person) throw new Error(`person ${id} has a session and is not there`);
    return person;
  }

  function* tell(caller: PanelCaller, kind: Parameters<SecurityMails['tellChange']>[1]): Query<void> {
    yield* securityMails.tellChange(yield* readPerson(caller.person.id), kind, yield* sessions.describePlace(caller));
  }

  function* rename({ person: { id } }: PanelCaller, name: string): Query<PersonRow> {
    yield* changeName({ person_id: id, name });
    return yield* readPerson(id);
  }

  /** Ends all other sessions of the person. Returns the new cookie. */
  async function replacePassword(
    caller: PanelCaller,
    given: { current_password: string; password: string },
    inTurn: InTurn,
  ): Promise<string> {
    const { person } = caller;
    await sessions.checkPassword(caller, given.current_password, 'current_password', inTurn);
    if (given.password === given.current_password) {
      throw validationError([fieldErrors.password_is_current('password')]);
    }
    const password_hash = await hashNewPassword(given.password);
    return inTurn(() =>
      db.write(function* () {
        yield* changePassword({ person_id: person.id, password_hash, now: clock.now() });
        yield* voidResets(person.id);
        yield* email.dropPending(person.id);
        yield* sessions.removeOthers(caller);
        yield* tell(caller, 'password-changed');
        yield* audit({ now: clock.now() });
        return yield* sessions.renewCookie(caller);
      }),
    );
  }

  /**
   * Refuses a session of staff in which only the password was shown, once they have a factor. Otherwise the password would
   * be enough to add another one and to sign in with it.
   */
  function* requireFactor({ person, session }: PanelCaller): Query<void> {
    if (person.staffRole === null || session.hasShownFactor) return;
    if ((yield* secondFactors.listAll(person.id)).length > 0) throw errors.own_factor_needed();
  }

  function* beginTotp(caller: PanelCaller) {
    yield* requireFactor(caller);
    return yield* totp.begin(caller.person);
  }

  /** Returns new recovery codes, and a new cookie, because the rights of a session of staff rise. */
  function enableTotp(caller: PanelCaller, code: string, inTurn: InTurn): Promise<{ codes: string[]; cookie: string }> {
    return inTurn(() =>
      db.write(function* () {
        yield* requireFactor(caller);
        yield* totp.enable(caller.person.id, code);
        // Sessions of staff that began without a second factor must not reach the operator API.
        if (caller.person.staffRole !== null) yield* sessions.removeOthers(caller);
        yield* tell(caller, 'totp-on');
        yield* audit({ now: clock.now() });
        const codes = yield* recoveryCodes.renew(caller.person.id);
        return { codes, cookie: yield* sessions.renewCookie(caller, { shown: true }) };
      }),
    );
  }

  function* disableTotp(caller: PanelCaller): Query<void> {
    const { id } = caller.person;
    yield* requireFactor(caller);
    if (!(yield* totp.isOn(id))) throw errors.totp_not_enabled();
    yield* totp.remove(id);
    yield* recoveryCodes.remove(id);
    yield* tell(caller, 'totp-off');
  }

  function* renewCodes(caller: PanelCaller): Query<string[]> {
    const { id } = caller.person;
    yield* requireFactor(caller);
    if (!(yield* totp.isOn(id))) throw errors.recovery_codes_need_totp();
    yield* tell(caller, 'recovery-codes-made');
    return yield* recoveryCodes.renew(id);
  }

  function optionsForPasskey({ person, session }: PanelCaller, site: Site, inTurn: InTurn) {
    return passkeys.optionsToAdd(person, holderOf(session.id), site, inTurn);
  }

  async function addPasskey(
    caller: PanelCaller,
    given: { name: string; response: RegistrationResponseJSON },
    site: Site,
    inTurn: InTurn,
  ) {
    const { person, session } = caller;
    const keep = await passkeys.readNew(person, given, holderOf(session.id), site);
    return inTurn(() =>
      db.write(function* () {
        yield* requireFactor(caller);
        const passkey = yield* keep();
        const change: WriteChange = (say) => ({
          subject: say(texts.passkeyAddedSubject),
          paragraphs: [say(texts.passkeyAdded, { name: passkey.name })],
        });
        yield* securityMails.tell(
          yield* readPerson(person.id),
          'passkey-added',
          change,
          yield* sessions.describePlace(caller),
        );
        yield* audit({ record: { type: 'security/passkeys', id: passkey.id, label: passkey.name }, now: clock.now() });
        return passkey;
      }),
    );
  }

  function* removePasskey(caller: PanelCaller, id: number): Query<void> {
    const { person } = caller;
    yield* requireFactor(caller);
    const { name } = yield* passkeys.remove(person.id, id);
    const change: WriteChange = (say) => ({
      subject: say(texts.passkeyRemovedSubject),
      paragraphs: [say(texts.passkeyRemoved, { name })],
    });
    yield* securityMails.tell(
      yield* readPerson(person.id),
      'passkey-removed',
      change,
      yield* sessions.describePlace(caller),
    );
  }

  function* requestEmail(caller: PanelCaller, address: string) {
    return yield* email.request(yield* readPerson(caller.person.id), address, yield* sessions.describePlace(caller));
  }

  return {
    readSettings,
    rename,
    replacePassword,
    beginTotp,
    enableTotp,
    disableTotp,
    renewCodes,
    optionsForPasskey,
    addPasskey,
    removePasskey,
    requestEmail,
    confirmEmail: email.confirm,
    undoEmail: email.undo,
  };
}
