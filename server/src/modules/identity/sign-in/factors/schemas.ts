import { CreatedAt, DateTime, Line, Name, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type TProperties, type TSchema, Type } from '#kernel/type.ts';
import { MAX_EMAIL, MAX_PASSWORD } from '../../people/index.ts';
import { Password } from '../sessions/index.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from './passkeys/webauthn.ts';

const Base64Url = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 20_000, description: `${description} In base64url.` });
const Transports = Type.Array(Type.String({ pattern: '^[a-z-]+$', maxLength: 20 }), {
  maxItems: 10,
  description: 'Transports of the authenticator.',
});
const CLIENT_DATA = Base64Url('Client data of the ceremony.');

/** The parts of a browser's response that are read. Everything else in it is ignored. */
function Answer<T>(title: string, description: string, response: TProperties): TSchema<T> {
  const fields = {
    id: Base64Url('Identifier of the credential.'),
    rawId: Base64Url('Identifier of the credential.'),
    type: OneOf(['public-key'], { description: 'Type of the credential.' }),
    response: Type.Object(response, { description: 'Response of the authenticator.' }),
    clientExtensionResults: Type.Object({}, { description: 'Results of WebAuthn extensions, which are ignored.' }),
  };
  return Type.Unsafe<T>({ ...Type.Object(fields, { title, description }) });
}

const Assertion = Answer<AuthenticationResponseJSON>(
  'Assertion',
  'The signature of a passkey, as the browser returns it.',
  {
    clientDataJSON: CLIENT_DATA,
    authenticatorData: Base64Url('Data of the authenticator.'),
    signature: Base64Url('Signature of the passkey.'),
    userHandle: Type.Optional(Nullable(Base64Url('User handle of the passkey.'))),
  },
);

const Registration = Answer<RegistrationResponseJSON>('Registration', 'A new passkey, as the browser returns it.', {
  clientDataJSON: CLIENT_DATA,
  attestationObject: Base64Url('Attestation of the authenticator.'),
  transports: Type.Optional(Transports),
});

/** Options in the form that the browser's own functions take. */
function Options<T>(title: string, description: string): TSchema<{ options: T }> {
  return Resource(title, description, {
    options: Type.Unsafe<T>({
      type: 'object',
      additionalProperties: true,
      description: 'Options for the WebAuthn functions of `@simplewebauthn/browser`.',
    }),
  });
}

export const RequestOptions = Options<PublicKeyCredentialRequestOptionsJSON>(
  'PasskeyRequest',
  'A challenge for an existing passkey.',
);
export const CreationOptions = Options<PublicKeyCredentialCreationOptionsJSON>(
  'PasskeyCreation',
  'A challenge for a new passkey.',
);

export const SecondFactorProof = Type.Object({
  totp: Type.Optional(
    Type.String({
      pattern: '^[0-9]{6}$',
      maxLength: 6,
      description: 'Six-digit code of the authenticator app.',
      examples: ['123456'],
    }),
  ),
  recovery_code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'Unused recovery code.', examples: ['k7m2-xq9d-wc4p'] }),
  ),
  passkey: Type.Optional(Assertion),
});
export const PasskeySignIn = Type.Object({ response: Assertion });
export const ConfirmRequest = Type.Object({
  password: Type.Optional(Password),
  passkey: Type.Optional(Assertion),
});

const passkeyFields = {
  id: OwnId,
  name: Type.String({ description: 'Name of the passkey.', examples: ['Laptop'] }),
  created_at: CreatedAt,
};

export const Security = Resource('Security', 'Sign-in settings of the person.', {
  email: Type.String({ description: 'E-mail address of the person.', examples: ['jo@example.com'] }),
  pending_email: Nullable(
    Type.String({ description: 'New e-mail address that is not confirmed yet; null if there is none.' }),
  ),
  name: Type.String({ description: 'Name of the person.', examples: ['Jo Doe'] }),
  password_changed_at: Nullable(DateTime('Time of the last password change; null if it never changed.')),
  totp: Type.Boolean({ description: 'True if codes of an authenticator app are required.' }),
  recovery_codes_left: Type.Integer({ description: 'Number of unused recovery codes.', examples: [10] }),
  passkeys: Type.Array(
    Resource('Passkey', 'A passkey of the person.', {
      ...passkeyFields,
      last_used_at: Nullable(DateTime('Time of the last use; null if never used.')),
    }),
    { description: 'Passkeys of the person.' },
  ),
});

export const ProfileRequest = Type.Object({
  name: Name({ minLength: 1, maxLength: 100, description: 'Your name.', examples: ['Jo Doe'] }),
});
export const PasswordRequest = Type.Object({
  current_password: Password,
  password: Type.String({
    minLength: 1,
    maxLength: MAX_PASSWORD,
    description: 'New password, at least 12 characters.',
  }),
});
export const TotpSecret = Resource('TotpSecret', 'A secret for an authenticator app.', {
  secret: Type.String({ description: 'Secret to enter into the app.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
  uri: Type.String({ description: 'URI of the secret for a QR code.', examples: ['otpauth://totp/…'] }),
});
export const TotpCode = Type.Object({
  code: Type.String({
    pattern: '^[0-9]{6}$',
    maxLength: 6,
    description: 'Current six-digit code of the app.',
    examples: ['123456'],
  }),
});
const Codes = { items: { type: 'string' }, type: 'array' };
export const RecoveryCodes = Resource('RecoveryCodes', 'New recovery codes.', {
  recovery_codes: Type.Unsafe<string[]>({
    ...Codes,
    description: 'Recovery codes. Each works once. They are returned once and cannot be read again.',
  }),
});
export const NewPasskeyRequest = Type.Object({
  name: Line({ minLength: 1, maxLength: 100, description: 'Name of the passkey.', examples: ['Laptop'] }),
  response: Registration,
});
export const NewPasskey = Resource('NewPasskey', 'A passkey that was just added.', passkeyFields);
export const EmailRequest = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'New e-mail address.',
    examples: ['jo@example.org'],
  }),
});
export const PendingEmail = Resource('PendingEmail', 'A change of e-mail address that waits for confirmation.', {
  pending_email: Type.String({ description: 'New e-mail address, which gets the confirmation link.' }),
});
export const LinkRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' }),
});
