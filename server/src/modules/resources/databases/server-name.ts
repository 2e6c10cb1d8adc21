import { sha256, type Vault } from '#kernel/crypto.ts';

/** Without vowels, so that no words result. */
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const TAG_LENGTH = 6;

export type ServerNaming = (accountId: number, name: string) => string;

/**
 * Returns a function that names a new database and its user on the server. Account ids are the same in every
 * installation. Letters derived from the secret key distinguish installations that share a server, so that none takes a
 * database of another for its own. Earlier versions used no letters; such databases keep their name.
 *
 * The name has at most 63 characters, which every server accepts, if account ids have at most 7 digits.
 */
export function createServerNaming({ keyName }: Pick<Vault, 'keyName'>): ServerNaming {
  const digest = Buffer.from(sha256(`database names of ${keyName}`), 'hex');
  const tag = Array.from(digest.subarray(0, TAG_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return (accountId, name) => `a${accountId}${tag}_${name}`;
}
