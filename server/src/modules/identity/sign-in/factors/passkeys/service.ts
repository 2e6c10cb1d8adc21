import type { Database, InTurn, Query } from '@hostler/database';
import type { Vault } from '#kernel/crypto.ts';
import { type AppError, notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { errors, fieldErrors } from '../errors.ts';
import { makeChallenge, type Purpose, readChallenge } from './challenge.ts';
import type { PasskeyRow } from './store.ts';
import * as store from './store.ts';
import * as webauthn from './webauthn.ts';

/** Enough for every device of a person. Each passkey is a way to sign in. */
export const PASSKEYS_PER_PERSON = 20;
/** Longer than the keys of any authenticator. */
const LONGEST_KEY = 2_000;

interface Dependencies {
  db: Database;
  vault: Vault;
  clock: Clock;
  /** The name that authenticators show beside the host. */
  issuer: () => string;
}

interface Somebody {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/**
 * A passkey that has signed one of our challenges. `use` must be part of the same transaction; it returns false if the
 * challenge was used before.
 */
export interface Shown {
  readonly personId: number;
  use(): Query<boolean>;
}

export type PasskeyService = ReturnType<typeof createPasskeyService>;

export function createPasskeyService({ db, vault, clock, issuer }: Dependencies) {
  const handleOf = (personId: number) => Buffer.from(vault.sign('passkey user', String(personId)), 'base64url');

  /** Judges challenges for this purpose and holder, and remembers the valid one. */
  const expect = (purpose: Purpose, holder: string) => {
    const seen = { challenge: '', expiresAt: 0 };
    const isOurs = (challenge: string) => {
      const expiresAt = readChallenge(challenge, purpose, holder, clock.now(), vault);
      if (expiresAt === undefined) return false;
      Object.assign(seen, { challenge, expiresAt });
      return true;
    };
    return { seen, isOurs };
  };

  async function optionsToAdd(person: Somebody, holder: string, site: webauthn.Site, inTurn: InTurn) {
    const existing = await inTurn(() => db.read(store.listPasskeys(person.id)));
    if (existing.length >= PASSKEYS_PER_PERSON) throw tooMany();
    const challenge = makeChallenge('add', holder, clock.now(), vault);
    const handle = handleOf(person.id);
    return webauthn.makeCreationOptions({ name: issuer(), site: checkSite(site), person, handle, challenge, existing });
  }

  /** Returns the query that stores the passkey. Undefined if anything in the response is wrong. */
  async function readNew(
    person: Somebody,
    { name, response }: { name: string; response: webauthn.RegistrationResponseJSON },
    holder: string,
    site: webauthn.Site,
  ): Promise<() => Query<PasskeyRow>> {
    const { seen, isOurs } = expect('add', holder);
    const credential = await webauthn.readRegistration(response, site, isOurs);
    if (!credential || credential.id.length > LONGEST_KEY || credential.publicKey.length > LONGEST_KEY)
      throw notRight('response');
    return function* () {
      if (!(yield* store.useChallenge(seen.challenge, seen.expiresAt))) throw notRight('response');
      if ((yield* store.listPasskeys(person.id)).length >= PASSKEYS_PER_PERSON) throw tooMany();
      const passkey = yield* store.insertPasskey({
        person_id: person.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: (credential.transports ?? []).join(' ').slice(0, 200),
        name,
        created_at: clock.now(),
      });
      if (!passkey) throw errors.passkey_already_added();
      return passkey;
    };
  }

  /** Allows the given passkeys, or any passkey if the person is not known yet. */
  async function optionsToShow(purpose: Purpose, holder: string, site: webauthn.Site, allowed: readonly PasskeyRow[]) {
    const challenge = makeChallenge(purpose, holder, clock.now(), vault);
    return webauthn.makeRequestOptions(checkSite(site), challenge, allowed);
  }

  /** Returns undefined if the challenge, purpose, owner, counter or signature is wrong. */
  async function read(
    response: webauthn.AuthenticationResponseJSON,
    purpose: Exclude<Purpose, 'add'>,
    holder: string,
    site: webauthn.Site,
    inTurn: InTurn,
  ): Promise<Shown | undefined> {
    const passkey = await inTurn(() => db.read(store.findPasskey(response.id)));
    if (!passkey || !isHandle(response.response.userHandle, passkey.person_id)) return undefined;
    const { seen, isOurs } = expect(purpose, holder);
    const counter = await webauthn.readAssertion(response, passkey, site, isOurs);
    if (counter === undefined) return undefined;
    const { id, person_id: personId, counter: before } = passkey;
    return {
      personId,
      *use() {
        if (!(yield* store.useChallenge(seen.challenge, seen.expiresAt))) return false;
        return yield* store.usePasskey({ id, before, counter, now: clock.now() });
      },
    };
  }

  /** Authenticators return the handle of the person, some only if the request named no passkeys. */
  const isHandle = (handle: string | undefined, personId: number) =>
    handle === undefined || handle === handleOf(personId).toString('base64url');

  function* remove(personId: number, id: number): Query<PasskeyRow> {
    const removed = yield* store.removePasskey({ id, person_id: personId });
    if (!removed) throw notFound('Passkey');
    return removed;
  }

  return {
    optionsToAdd,
    readNew,
    optionsToShow,
    read,
    remove,
    list: store.listPasskeys,
    removeAll: store.removePasskeys,
  };
}

/** Browsers refuse passkeys for IP addresses. */
function checkSite(site: webauthn.Site): webauthn.Site {
  if (!/^\[|^[\d.]+$/.test(site.rpId)) return site;
  const here = site.origin.replace(site.rpId, 'localhost');
  throw errors.passkey_needs_name({ address: here });
}

function tooMany(): AppError {
  return errors.too_many_passkeys({ max: PASSKEYS_PER_PERSON });
}

export function notRight(field: string): AppError {
  return validationError([fieldErrors.passkey_invalid(field)]);
}
