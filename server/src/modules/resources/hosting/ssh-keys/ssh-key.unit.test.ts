import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSshKey } from './ssh-key.ts';
import { readSshKeys } from './ssh-keys.ts';

type Part = string | Buffer;

/** Encodes as SSH does: the length in four bytes, then the bytes. */
const pack = (...parts: Part[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part as string);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
const line = (type: string, ...parts: Part[]) => `${type} ${pack(type, ...parts).toString('base64')}`;
const field = (key: KeyObject, name: 'x' | 'y' | 'n' | 'e') =>
  Buffer.from(String(key.export({ format: 'jwk' })[name]), 'base64url');
/** Puts a zero byte before a positive number whose first bit is set. */
const positive = (bytes: Buffer) => ((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);

function makeEd25519(): string {
  return line('ssh-ed25519', field(generateKeyPairSync('ed25519').publicKey, 'x'));
}

function makeRsa(modulusLength: number): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return line('ssh-rsa', positive(field(publicKey, 'e')), positive(field(publicKey, 'n')));
}

function makePoint(namedCurve: string): Buffer {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve });
  return Buffer.concat([Buffer.from([4]), field(publicKey, 'x'), field(publicKey, 'y')]);
}

const ed25519 = makeEd25519();
const point = makePoint('P-256');
const token = 'ssh:';
const problemOf = (text: string) => {
  const read = readSshKey(text);
  return 'problem' in read ? read.problem.message : undefined;
};

describe('a public key', () => {
  it.each([
    ['ed25519', ed25519],
    ['RSA of 2,048 bits', makeRsa(2048)],
    ['ECDSA on P-256', line('ecdsa-sha2-nistp256', 'nistp256', point)],
    ['ECDSA on P-384', line('ecdsa-sha2-nistp384', 'nistp384', makePoint('P-384'))],
    ['ECDSA on P-521', line('ecdsa-sha2-nistp521', 'nistp521', makePoint('P-521'))],
    ['ed25519 on a token', line('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7), token)],
    ['ECDSA on a token', line('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', point, token)],
  ])('is accepted: %s', (_what, key) => {
    expect(readSshKey(key)).toEqual({ key, identity: key });
    expect(readSshKey(`${key} Jo Doe <jo@example.com>`)).toMatchObject({ identity: key });
  });

  it('is stored as one line with single spaces and keeps its comment', () => {
    expect(readSshKey(`  ${ed25519.replace(' ', '   ')}  jo@laptop   (new) \r\n`)).toEqual({
      key: `${ed25519} jo@laptop (new)`,
      identity: ed25519,
    });
  });

  it.each([
    ['empty', '', /must be an OpenSSH public key/],
    ['words', 'let me in', /must be an OpenSSH public key/],
    ['a type without a key', 'ssh-ed25519', /damaged/],
    ['an unknown type', `ssh-unknown ${ed25519.split(' ')[1]}`, /must be an OpenSSH public key/],
    ['a name every object has', 'constructor AAAA', /must be an OpenSSH public key/],
    ['DSA', line('ssh-dss', 'p', 'q', 'g', 'y'), /DSA/],
    ['a certificate', line('ssh-ed25519-cert-v01@openssh.com', 'x'), /certificate/],
    ['another type inside', `ssh-rsa ${ed25519.split(' ')[1]}`, /does not hold a key of type ssh-rsa/],
    ['a torn one', ed25519.slice(0, -8), /damaged/],
    ['not base64', `${ed25519.slice(0, -3)}*!=`, /damaged/],
    ['base64 without its end', line('ecdsa-sha2-nistp256', 'nistp256', point).replace(/=+$/, ''), /damaged/],
    ['more than a key', `ssh-ed25519 ${pack('ssh-ed25519', Buffer.alloc(32, 1), 'x').toString('base64')}`, /damaged/],
    ['a short ed25519', line('ssh-ed25519', Buffer.alloc(31, 1)), /length/],
    ['RSA of 1,024 bits', makeRsa(1024), /1024 bits\. At least 2048/],
    ['an RSA number that is negative', line('ssh-rsa', Buffer.from([3]), Buffer.alloc(256, 0xff)), /damaged/],
    ['an even RSA number', line('ssh-rsa', Buffer.from([3]), Buffer.alloc(300, 2)), /not a valid RSA/],
    ['a curve that is another', line('ecdsa-sha2-nistp256', 'nistp384', point), /curve/],
    ['a point of the wrong form', line('ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(65, 2)), /point/],
    ['a point of the wrong length', line('ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(64, 4)), /point/],
    ['a compressed point', line('ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(33, 2)), /point/],
    ['a token that names nothing', line('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7), ''), /application/],
    ['an option before it', `command="reboot" ${ed25519}`, /options are not allowed/],
    ['options with a space', `from="10.0.0.1",no-pty ${ed25519}`, /options are not allowed/],
    ['two lines', `${ed25519}\n${ed25519}`, /one line/],
    ['a line break in the comment', `${ed25519} jo\rroot`, /one line/],
    ['NUL', `${ed25519} jo\u0000`, /one line/],
    ['a tab', ed25519.replace(' ', '\t'), /one line/],
    ['a line separator of Unicode', `${ed25519} jo\u2028x`, /one line/],
    ['half a surrogate', `${ed25519} \ud800`, /one line/],
    ['a long comment', `${ed25519} ${'x'.repeat(256)}`, /comment/],
    ['a public key of another tool', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n', /ssh-keygen -i/],
  ])('is refused: %s', (_what, text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });

  it.each(['OPENSSH PRIVATE KEY', 'RSA PRIVATE KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'])(
    'is refused if it is a private key (%s), which the error does not repeat',
    (what) => {
      const problem = problemOf(`-----BEGIN ${what}-----\nc2VjcmV0\n-----END ${what}-----\n`);
      expect(problem).toMatch(/is a private key/);
      expect(problem).not.toContain('c2VjcmV0');
    },
  );
});

describe('a list of public keys', () => {
  it('contains each key once, with its first comment', () => {
    const other = makeEd25519();
    expect(readSshKeys([`${ed25519} one`, other, `${ed25519} two`, ed25519])).toEqual([`${ed25519} one`, other]);
    expect(readSshKeys([])).toEqual([]);
  });

  it('is refused with every invalid key named by index, and above 50 keys', () => {
    expect(() => readSshKeys([ed25519, 'x', ed25519, 'y'])).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [
          { field: 'ssh_keys[1]', message: expect.any(String), reason: 'key_not_openssh' },
          { field: 'ssh_keys[3]', message: expect.any(String), reason: 'key_not_openssh' },
        ],
      }),
    );
    expect(() => readSshKeys(Array(51).fill(ed25519))).toThrow(
      expect.objectContaining({
        details: [
          { field: 'ssh_keys', message: 'must have at most 50 items.', reason: 'too_many_items', params: { max: 50 } },
        ],
      }),
    );
  });
});
