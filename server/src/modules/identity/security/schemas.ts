import { DateTime, Id, Line, Name, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type TProperties, type TSchema, Type } from '../../../kernel/http/type.ts';
import { MAX_EMAIL, MAX_PASSWORD } from '../people/index.ts';
import { Password } from '../sessions/index.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from './passkeys/webauthn.ts';

const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 20_000 });
const Transports = Type.Array(Type.String({ pattern: '^[a-z-]+$', maxLength: 20 }), { maxItems: 10 });

/** The parts of a browser's response that are read. Everything else in it is ignored. */
function Answer<T>(title: string, response: TProperties): TSchema<T> {
  const fields = {
    id: Base64Url,
    rawId: Base64Url,
    type: OneOf(['public-key'], { description: 'What it is.' }),
    response: Type.Object(response),
    clientExtensionResults: Type.Object({}),
  };
  return Type.Unsafe<T>({ ...Type.Object(fields, { title }) });
}

const Assertion = Answer<AuthenticationResponseJSON>('Assertion', {
  clientDataJSON: Base64Url,
  authenticatorData: Base64Url,
  signature: Base64Url,
  userHandle: Type.Optional(Nullable(Base64Url)),
});

const Registration = Answer<RegistrationResponseJSON>('Registration', {
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
  transports: Type.Optional(Transports),
});

/** Options in the form that the browser's own functions take. */
function Options<T>(title: string): TSchema<{ options: T }> {
  return Resource(title, {
    options: Type.Unsafe<T>({
      type: 'object',
      additionalProperties: true,
      description: 'For the browser, as `@simplewebauthn/browser` takes it.',
    }),
  });
}

export const RequestOptions = Options<PublicKeyCredentialRequestOptionsJSON>('PasskeyRequest');
export const CreationOptions = Options<PublicKeyCredentialCreationOptionsJSON>('PasskeyCreation');

export const SecondFactorProof = Type.Object({
  totp: Type.Optional(
    Type.String({ pattern: '^[0-9]{6}$', maxLength: 6, description: 'The code of the app.', examples: ['123456'] }),
  ),
  recovery_code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'One that was not used.', examples: ['k7m2-xq9d-wc4p'] }),
  ),
  passkey: Type.Optional(Assertion),
});
export const PasskeySignIn = Type.Object({ response: Assertion });
export const ConfirmRequest = Type.Object({
  password: Type.Optional(Password),
  passkey: Type.Optional(Assertion),
});

const passkeyFields = {
  id: Id('The passkey.'),
  name: Type.String({ examples: ['Laptop'] }),
  created_at: DateTime('When it was added.'),
};

export const Security = Resource('Security', {
  email: Type.String({ examples: ['jo@example.com'] }),
  pending_email: Nullable(Type.String({ description: 'What it becomes once it is confirmed.' })),
  name: Type.String({ examples: ['Jo Doe'] }),
  password_changed_at: Nullable(DateTime('When the password was last changed.')),
  totp: Type.Boolean({ description: 'Whether codes of an app are asked for.' }),
  recovery_codes_left: Type.Integer({ examples: [10] }),
  passkeys: Type.Array(
    Resource('Passkey', { ...passkeyFields, last_used_at: Nullable(DateTime('When it was last used.')) }),
  ),
});

export const ProfileRequest = Type.Object({
  name: Name({ minLength: 1, maxLength: 100, description: 'What you are called.', examples: ['Jo Doe'] }),
});
export const PasswordRequest = Type.Object({
  current_password: Password,
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description: 'The new one.' }),
});
export const TotpSecret = Resource('TotpSecret', {
  secret: Type.String({ description: 'To type into an app.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
  uri: Type.String({ description: 'The same for a QR code.', examples: ['otpauth://totp/…'] }),
});
export const TotpCode = Type.Object({
  code: Type.String({
    pattern: '^[0-9]{6}$',
    maxLength: 6,
    description: 'What the app shows now.',
    examples: ['123456'],
  }),
});
const Codes = { items: { type: 'string' }, type: 'array' };
export const RecoveryCodes = Resource('RecoveryCodes', {
  recovery_codes: Type.Unsafe<string[]>({ ...Codes, description: 'Shown this once. Each works once.' }),
});
export const NewPasskeyRequest = Type.Object({
  name: Line({ minLength: 1, maxLength: 100, description: 'What you call it.', examples: ['Laptop'] }),
  response: Registration,
});
export const NewPasskey = Resource('NewPasskey', passkeyFields);
export const EmailRequest = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'The new address.',
    examples: ['jo@example.org'],
  }),
});
export const PendingEmail = Resource('PendingEmail', {
  pending_email: Type.String({ description: 'It is told how to confirm it.' }),
});
export const LinkRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'What stands behind the # of the link.' }),
});
