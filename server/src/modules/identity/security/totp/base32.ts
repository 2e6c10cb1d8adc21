/** RFC 4648, without padding, as authenticator apps have it. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Buffer): string {
  return regroup(bytes, 8, 5, true)
    .map((value) => LETTERS[value])
    .join('');
}

export function fromBase32(text: string): Buffer {
  return Buffer.from(
    regroup(
      [...text].map((letter) => LETTERS.indexOf(letter)),
      5,
      8,
      false,
    ),
  );
}

/** Numbers of so many bits as numbers of so many others; the last one is filled up with zeros, or left out. */
function regroup(numbers: Iterable<number>, from: number, to: number, fill: boolean): number[] {
  const result: number[] = [];
  let value = 0;
  let bits = 0;
  for (const number of numbers) {
    value = ((value << from) | number) & 0xffff;
    for (bits += from; bits >= to; bits -= to) result.push((value >>> (bits - to)) & (2 ** to - 1));
  }
  if (fill && bits > 0) result.push((value << (to - bits)) & (2 ** to - 1));
  return result;
}
