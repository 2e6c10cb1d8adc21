const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LENGTH = 24;

/** Letters and digits that cannot be taken for each other: about 140 bits. */
export function generateSecret(): string {
  const secret: string[] = [];
  while (secret.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Those past the last whole round would make the first letters likelier.
      if (byte < 256 - (256 % LETTERS.length)) secret.push(LETTERS.charAt(byte % LETTERS.length));
    }
  }
  return secret.slice(0, LENGTH).join('');
}
