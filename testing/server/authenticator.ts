import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A software passkey authenticator: ES256 keys, attestation "none", CBOR. A test can make it do what a real one never
 * would: other origins, old counters, no user verification.
 */
export interface Authenticator {
  /** Like `navigator.credentials.create()`. */
  create(options: CreationOptions, changes?: Changes): object;
  /** Like `navigator.credentials.get()`. */
  get(options: RequestOptions, changes?: Changes): object;
  readonly credentials: Credential[];
}

interface Credential {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
}

export interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

export interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

interface Changes {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
  credential?: Credential;
  userHandle?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** `counts`: whether it has a counter; passkeys synced between devices have none. */
export function createAuthenticator(ownOrigin: string, { counts = true } = {}): Authenticator {
  const credentials: Credential[] = [];

  function authenticatorData(rpId: string, counter: number, verified: boolean, credentialData?: Buffer): Buffer {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (credentialData ? HAS_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, credentialData ?? Buffer.alloc(0)]);
  }

  return {
    credentials,

    create({ challenge, rp, user }, { origin = ownOrigin, rpId = rp.id ?? '', verified = true } = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const credential = { id, rpId, userHandle: user.id, key: privateKey, counter: counts ? 1 : 0 };
      credentials.push(credential);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credentialData = Buffer.concat([Buffer.alloc(16), length, id, encodePublicKey(publicKey)]);
      const authData = authenticatorData(rpId, credential.counter, verified, credentialData);
      const attestation = encodeCbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...describe(id),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    get({ challenge, rpId = '', allowCredentials = [] }, changes = {}) {
      const allowed = allowCredentials.map(({ id }) => id);
      const credential =
        changes.credential ??
        credentials.findLast(({ id }) => allowed.length === 0 || allowed.includes(id.toString('base64url')));
      if (!credential) throw new Error('this authenticator has no passkey for that');
      if (counts) credential.counter++;
      const { origin = ownOrigin, verified = true, counter = credential.counter } = changes;
      const authData = authenticatorData(changes.rpId ?? rpId, counter, verified);
      const client = clientData('webauthn.get', challenge, origin);
      return {
        ...describe(credential.id),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), credential.key).toString('base64url'),
          userHandle: changes.userHandle ?? credential.userHandle,
        },
      };
    },
  };
}

function describe(id: Buffer) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** COSE: an EC2 key for ES256 on P-256. */
function encodePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return encodeCbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const [UNSIGNED, NEGATIVE, BYTES, TEXT, MAP] = [0, 1, 2, 3, 5];

/** The part of CBOR that is needed here. */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(UNSIGNED, value) : cborHead(NEGATIVE, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(BYTES, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([cborHead(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    return Buffer.concat([cborHead(MAP, value.size), ...[...value].flat().map(encodeCbor)]);
  }
  throw new Error('this is not encoded');
}

function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 0x100) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff]);
}
