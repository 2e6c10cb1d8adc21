import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const EXTENSION_REQUEST = Buffer.from('06092a864886f70d01090e', 'hex');
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');

/** Returns the PEM of a certificate request (PKCS #10) for one name, without a subject. */
export function writeCertificateRequest(key: KeyObject, domain: string): string {
  const names = der(SEQUENCE, der(0x82, Buffer.from(domain)));
  const extension = der(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, der(0x04, names));
  const attribute = der(SEQUENCE, EXTENSION_REQUEST, der(SET, der(SEQUENCE, extension)));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const info = der(SEQUENCE, der(0x02, Buffer.of(0)), der(SEQUENCE), publicKey, der(0xa0, attribute));
  const signature = der(0x03, Buffer.of(0), sign('sha256', info, key));
  const request = der(SEQUENCE, info, der(SEQUENCE, ECDSA_WITH_SHA256), signature);
  const lines = request.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}
