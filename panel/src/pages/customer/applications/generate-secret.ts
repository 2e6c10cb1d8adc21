const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LENGTH = 24;

/** Generates a secret of about 140 bits from letters and digits that cannot be confused. */
export function generateSecret(): string {
  const secret: string[] = [];
  while (secret.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Rejects bytes beyond the last full multiple: they would bias the result.
      if (byte < 256 - (256 % LETTERS.length)) secret.push(LETTERS.charAt(byte % LETTERS.length));
    }
  }
  return secret.slice(0, LENGTH).join('');
}
