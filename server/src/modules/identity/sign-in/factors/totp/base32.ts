/** RFC 4648, without padding, as authenticator apps take it. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Buffer): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(value >>> (bits - 5)) & 31];
  }
  return bits > 0 ? text + LETTERS[(value << (5 - bits)) & 31] : text;
}
