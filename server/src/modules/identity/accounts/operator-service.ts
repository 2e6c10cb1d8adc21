import type { Query } from '../../../kernel/db/query.ts';
import { AppError, validationError } from '../../../kernel/errors.ts';
import { hashPassword as hash } from '../../../kernel/password.ts';
import type { Clock } from '../../../kernel/time.ts';
import { insertAccount, insertUser, listAccounts } from './operator-store.ts';
import { viewAccount } from './view.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MIN_PASSWORD = 12;

interface NewAccount {
  name: string;
  /** Also the login of its first user. */
  email: string;
  /** As `hashPassword` gives it; without one the user cannot log in yet. */
  password_hash?: string | undefined;
}

export type AccountOperatorService = ReturnType<typeof createAccountOperatorService>;

export function createAccountOperatorService({ clock }: { clock: Clock }) {
  /** Before the transaction: it takes a while, on purpose. */
  async function hashPassword(password: string): Promise<string> {
    if (password.length >= MIN_PASSWORD) return hash(password);
    throw validationError([{ field: 'password', message: `must be at least ${MIN_PASSWORD} characters long.` }]);
  }

  /** The account and its first user. */
  function* create({ name, password_hash, ...given }: NewAccount) {
    const email = readEmail(given.email);
    const created_at = clock.now();
    const account = yield* insertAccount({ name, email, created_at });
    if (!account) throw new AppError('CONFLICT', `An account with the address ${email} exists already.`);
    yield* insertUser({ account_id: account.id, email, password_hash: password_hash ?? null, created_at });
    return viewAccount(account);
  }

  function* list(): Query<ReturnType<typeof viewAccount>[]> {
    return (yield* listAccounts()).map(viewAccount);
  }

  return { hashPassword, create, list };
}

function readEmail(text: string): string {
  const email = text.toLowerCase();
  if (EMAIL.test(email)) return email;
  const details = [{ field: 'email', message: 'must be like jo@example.com.' }];
  throw new AppError('VALIDATION_ERROR', `${text} is not an e-mail address.`, { details });
}
