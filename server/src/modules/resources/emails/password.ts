import { randomBase62 } from '#kernel/crypto.ts';
import type { AppError } from '#kernel/errors.ts';
import { hashPasswordForOthers } from '#kernel/password.ts';
import { errors } from './errors.ts';

const LENGTH = 20;
/** Concurrent hashes per account, so that an account with many new mailboxes does not block sign-ins of others. */
const AT_ONCE_OF_ACCOUNT = 2;

/** A password hash for the mail server. A generated password is included, to be shown once. */
export interface MailboxSecret {
  readonly hash: string;
  readonly generated: string | null;
}

export type MailboxPasswords = ReturnType<typeof createMailboxPasswords>;

/** Hashes mailbox passwords. Call it outside transactions, because hashing is slow. */
export function createMailboxPasswords() {
  const underWay = new Map<number, number>();

  async function hash(accountId: number, given?: string): Promise<MailboxSecret> {
    const before = underWay.get(accountId) ?? 0;
    if (before >= AT_ONCE_OF_ACCOUNT) throw tooMany();
    underWay.set(accountId, before + 1);
    try {
      const password = given ?? randomBase62(LENGTH);
      const hash = `{ARGON2ID}${await hashPasswordForOthers(password)}`;
      return { hash, generated: given === undefined ? password : null };
    } finally {
      const left = (underWay.get(accountId) ?? 1) - 1;
      if (left === 0) underWay.delete(accountId);
      else underWay.set(accountId, left);
    }
  }

  return { hash };
}

function tooMany(): AppError {
  const facts = { headers: { 'retry-after': '1' }, transient: true };
  return errors.too_many_mail_passwords({ max: AT_ONCE_OF_ACCOUNT }, facts);
}
