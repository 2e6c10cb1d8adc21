import type { ErrorDetail } from '#kernel/errors.ts';
import { fieldErrors } from './errors.ts';

/** Reads OpenSSH public keys as strictly as a line of authorized_keys requires: an accepted key grants access. */

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
const MAX_COMMENT = 255;
const FIELD = 'ssh_keys';
const DAMAGED = fieldErrors.key_damaged(FIELD);

/** Checks the fields after the type in the binary form of a key. Returns the problem, if any. */
type Fields = (read: () => Buffer) => ErrorDetail | undefined;

const ed25519: Fields = (read) => (read().length === 32 ? undefined : fieldErrors.key_ed25519_length(FIELD));

const rsa: Fields = (read) => {
  const [exponent, modulus] = [read(), read()];
  const bits = bitsOf(modulus);
  if (bits === 0) return DAMAGED;
  if (bits < MIN_RSA_BITS) return fieldErrors.key_rsa_too_short(FIELD, { bits, min: MIN_RSA_BITS });
  if (bits > MAX_RSA_BITS) return fieldErrors.key_rsa_too_long(FIELD, { bits, max: MAX_RSA_BITS });
  return isOdd(exponent) && bitsOf(exponent) > 1 && isOdd(modulus) ? undefined : fieldErrors.key_rsa_invalid(FIELD);
};

const ecdsa =
  (curve: string, bytes: number): Fields =>
  (read) => {
    const [name, point] = [read().toString('latin1'), read()];
    if (name !== curve) return fieldErrors.key_curve_wrong(FIELD, { curve });
    return point.length === 1 + 2 * bytes && point[0] === 4 ? undefined : fieldErrors.key_point_malformed(FIELD);
  };

/** A key on a hardware token. The name of the application is its last field. */
const onToken =
  (fields: Fields): Fields =>
  (read) => {
    const problem = fields(read);
    return problem ?? (read().length > 0 ? undefined : fieldErrors.key_without_application(FIELD));
  };

const TYPES: Readonly<Record<string, Fields>> = {
  'ssh-ed25519': ed25519,
  'ssh-rsa': rsa,
  'ecdsa-sha2-nistp256': ecdsa('nistp256', 32),
  'ecdsa-sha2-nistp384': ecdsa('nistp384', 48),
  'ecdsa-sha2-nistp521': ecdsa('nistp521', 66),
  'sk-ssh-ed25519@openssh.com': onToken(ed25519),
  'sk-ecdsa-sha2-nistp256@openssh.com': onToken(ecdsa('nistp256', 32)),
};

const NO_KEY = fieldErrors.key_not_openssh(FIELD);
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

export type ReadKey = { key: string; identity: string } | { problem: ErrorDetail };

/**
 * Returns a key in its stored form and its identity, which is the same for equal keys. Otherwise returns the problem,
 * which never contains the text.
 */
export function readSshKey(text: string): ReadKey {
  const problem = findForeignFormat(text);
  if (problem) return { problem };
  const line = text.trim();
  if (CONTROL.test(line) || !line.isWellFormed()) {
    return { problem: fieldErrors.key_not_one_line(FIELD) };
  }
  const [type = '', blob = '', ...words] = line.split(/ +/);
  const fields = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!fields) return { problem: explainType(type, [blob, ...words]) };
  const damage = examineBlob(type, blob, fields);
  if (damage) return { problem: damage };
  const comment = words.join(' ');
  if (comment.length > MAX_COMMENT) return { problem: fieldErrors.key_comment_too_long(FIELD, { max: MAX_COMMENT }) };
  const identity = `${type} ${blob}`;
  return { identity, key: comment === '' ? identity : `${identity} ${comment}` };
}

export function findForeignFormat(text: string): ErrorDetail | undefined {
  if (/PRIVATE KEY|PuTTY-User-Key-File/.test(text)) {
    return fieldErrors.key_is_private(FIELD);
  }
  if (/BEGIN (SSH2 )?(RSA )?PUBLIC KEY/.test(text)) {
    return fieldErrors.key_of_other_format(FIELD);
  }
  return undefined;
}

function explainType(type: string, rest: readonly string[]): ErrorDetail {
  if (type === 'ssh-dss') return fieldErrors.key_is_dsa(FIELD);
  if (type.includes('-cert-v')) return fieldErrors.key_is_certificate(FIELD);
  if (rest.some((word) => Object.hasOwn(TYPES, word))) {
    return fieldErrors.key_with_options(FIELD);
  }
  return NO_KEY;
}

function examineBlob(type: string, blob: string, fields: Fields): ErrorDetail | undefined {
  const bytes = Buffer.from(blob, 'base64');
  if (blob === '' || bytes.toString('base64') !== blob) return DAMAGED;
  let at = 0;
  const read = (): Buffer => {
    const start = at + 4;
    at = start <= bytes.length ? start + bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    return at <= bytes.length ? bytes.subarray(start, at) : Buffer.alloc(0);
  };
  if (read().toString('latin1') !== type) return fieldErrors.key_of_other_type(FIELD, { type });
  const problem = fields(read);
  return at === bytes.length ? problem : DAMAGED;
}

/** Returns the bits of an SSH number: big-endian, positive, without unnecessary zeros. Returns 0 if it is invalid. */
function bitsOf(number: Buffer): number {
  const [first = 0, second = 0] = number;
  if (number.length === 0 || first >= 0x80 || (first === 0 && second < 0x80)) return 0;
  return (number.length - 1) * 8 + (first === 0 ? 0 : 32 - Math.clz32(first));
}

function isOdd(number: Buffer): boolean {
  return ((number.at(-1) ?? 0) & 1) === 1;
}
