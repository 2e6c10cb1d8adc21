import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { CHALLENGE_MS } from './challenge.ts';
import type { PasskeyRow } from './store.ts';

export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
};

/** Where the panel is, as browsers and authenticators know it. */
export interface Site {
  readonly origin: string;
  /** What a passkey belongs to: the name of the host. */
  readonly rpId: string;
}

/** Loaded when the first passkey is asked for: it brings much along. */
const load = () => import('@simplewebauthn/server');

interface NewPasskey {
  name: string;
  site: Site;
  person: { email: string; name: string };
  /** Tells nothing about the person, and is the same each time. */
  handle: Buffer;
  challenge: Buffer;
  existing: readonly PasskeyRow[];
}

export async function makeCreationOptions(given: NewPasskey): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: given.name,
    rpID: given.site.rpId,
    userName: given.person.email,
    userDisplayName: given.person.name,
    userID: Uint8Array.from(given.handle),
    challenge: Uint8Array.from(given.challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: given.existing.map(describeCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export async function makeRequestOptions(
  site: Site,
  challenge: Buffer,
  allowed: readonly PasskeyRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: Uint8Array.from(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(describeCredential),
  });
}

/** Which challenge was signed is for whoever gave it out to judge. */
type Judge = (challenge: string) => boolean;

/** What an authenticator has made, where all of it is right; undefined where anything is not. */
export async function readRegistration(response: RegistrationResponseJSON, site: Site, isOurs: Judge) {
  const { verifyRegistrationResponse } = await load();
  const checks = { expectedChallenge: isOurs, expectedOrigin: site.origin, expectedRPID: site.rpId };
  const { registrationInfo } = await unlessWrong(() =>
    verifyRegistrationResponse({ response, ...checks, requireUserVerification: true }),
  );
  return registrationInfo?.credential;
}

/** The new count of a passkey that has signed; undefined where anything is not right, a count that goes back among it. */
export async function readAssertion(
  response: AuthenticationResponseJSON,
  passkey: PasskeyRow,
  site: Site,
  isOurs: Judge,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const checks = { expectedChallenge: isOurs, expectedOrigin: site.origin, expectedRPID: site.rpId };
  const publicKey = Uint8Array.from(Buffer.from(passkey.public_key, 'base64url'));
  const credential = { id: passkey.credential_id, publicKey, counter: passkey.counter };
  const { verified, authenticationInfo } = await unlessWrong(() =>
    verifyAuthenticationResponse({ response, ...checks, credential, requireUserVerification: true }),
  );
  return verified ? authenticationInfo?.newCounter : undefined;
}

/** The library throws at whatever a stranger sent; all of it means that it is not right. */
async function unlessWrong<T extends object>(verify: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await verify();
  } catch {
    return {};
  }
}

function describeCredential({ credential_id: id, transports }: PasskeyRow) {
  return { id, ...(transports === '' ? {} : { transports: transports.split(' ') }) };
}
