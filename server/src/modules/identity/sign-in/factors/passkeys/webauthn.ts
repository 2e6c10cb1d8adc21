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

/** The panel's address in the form that browsers and authenticators use. */
export interface Site {
  readonly origin: string;
  /** The host name that a passkey belongs to. */
  readonly rpId: string;
}

/** Loaded with the first passkey request, because it is large. */
const load = () => import('@simplewebauthn/server');

interface NewPasskey {
  name: string;
  site: Site;
  person: { email: string; name: string };
  /** An opaque id of the person, the same each time. */
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

/** Decides whether a signed challenge is valid. The issuer of the challenge provides it. */
type Judge = (challenge: string) => boolean;

/** Returns the new passkey. Undefined if anything in the response is wrong. */
export async function readRegistration(response: RegistrationResponseJSON, site: Site, isOurs: Judge) {
  const { verifyRegistrationResponse } = await load();
  const checks = { expectedChallenge: isOurs, expectedOrigin: site.origin, expectedRPID: site.rpId };
  const { registrationInfo } = await unlessWrong(() =>
    verifyRegistrationResponse({ response, ...checks, requireUserVerification: true }),
  );
  return registrationInfo?.credential;
}

/** Returns the new counter. Undefined if anything is wrong, including a counter that goes back. */
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

/** The library throws for any malformed input. Treat every error as a wrong response. */
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
