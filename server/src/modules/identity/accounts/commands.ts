import { type Command, command, optional, text } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { hashPassword } from '../../../kernel/password.ts';
import { type Clock, formatTime } from '../../../kernel/time.ts';
import { type AccountRow, findAccount, insertAccount, insertUser, listAccounts } from './operator-store.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MIN_PASSWORD = 12;

export function accountCommands({ db, clock }: { db: Database; clock: Clock }): Command[] {
  return [
    command({
      name: 'account create',
      summary: 'Make a customer account and its first user.',
      options: {
        name: text('Name of the customer.'),
        email: text('E-mail address; also the login.'),
        password: optional(text('Password of the login; without one the user cannot log in yet.')),
      },
      async run({ name, password, ...given }) {
        const email = given.email.toLowerCase();
        if (!EMAIL.test(email)) throw new AppError('BAD_REQUEST', `${email} is not an e-mail address.`);
        if (password !== undefined && password.length < MIN_PASSWORD) {
          throw new AppError('BAD_REQUEST', `The password must be at least ${MIN_PASSWORD} characters long.`);
        }
        const password_hash = password === undefined ? null : await hashPassword(password);
        const created_at = clock.now();
        return db.write(function* () {
          const id = yield* insertAccount({ name, email, created_at });
          if (id === undefined) throw new AppError('CONFLICT', `An account with the address ${email} exists already.`);
          yield* insertUser({ account_id: id, email, password_hash, created_at });
          const account = yield* findAccount(id);
          if (!account) throw notFound('Account');
          return viewAccount(account);
        });
      },
    }),
    command({
      name: 'account list',
      summary: 'List the customer accounts.',
      options: {},
      async run() {
        return (await db.read(listAccounts())).map(viewAccount);
      },
    }),
  ];
}

function viewAccount({ id, name, email, created_at }: AccountRow) {
  return { id, name, email, created_at: formatTime(created_at) };
}
