import type { Query, StaffListRequest } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import { checkName } from '#kernel/name.ts';
import type { Clock } from '#kernel/time.ts';
import { type PeopleOperatorService, readEmail } from '../people/index.ts';
import { errors } from './errors.ts';
import { type AccountStatus, approveAccount, listAccounts } from './operator-store.ts';
import { requireAccount } from './service.ts';
import { insertAccount } from './store.ts';
import { readTags, tagsOf } from './tags/store.ts';
import { viewAccount } from './view.ts';

export { ACCOUNT_STATUSES } from './operator-store.ts';

const LONGEST_NAME = 200;

interface NewAccount {
  name: string;
  /** Contact address, and the login of the first owner. */
  email: string;
  /** A hash by `hashPassword`. Without one a new owner is invited. */
  password_hash?: string | undefined;
  /** Name of the owner. Derived from the address if absent. */
  owner_name?: string | undefined;
  /** Sends the invitation by mail instead of returning its link. */
  by_mail?: boolean | undefined;
}

interface Dependencies {
  clock: Clock;
  people: PeopleOperatorService;
}

interface AccountRequest extends StaffListRequest<AccountStatus> {
  readonly tag?: string | undefined;
}

export type AccountOperatorService = ReturnType<typeof createAccountOperatorService>;

export function createAccountOperatorService({ clock, people }: Dependencies) {
  /** Creates the account and its first owner. */
  function* create({ name: given_name, password_hash, owner_name, by_mail, ...given }: NewAccount) {
    const name = readName(given_name);
    const email = readEmail(given.email);
    const account = yield* insertAccount({ name, email, created_at: clock.now(), waits_since: null, bound: null });
    const owner = yield* people.addOwner({ account_id: account.id, email, name: owner_name, password_hash, by_mail });
    return { ...viewAccount(account), ...owner };
  }

  function* list({ tag, ...request }: AccountRequest = {}): Query<ReturnType<typeof viewAccount>[]> {
    const rows = yield* listAccounts(request, { tag: tag?.trim().toLowerCase() });
    const tags = yield* readTags(rows.map(({ id }) => id));
    return rows.map((row) => viewAccount(row, tags.get(row.id)));
  }

  /** Approves an account that signed itself up. It can use everything afterwards. */
  function* approve({ id }: { id: number }): Query<ReturnType<typeof viewAccount>> {
    yield* requireAccount(id);
    const account = yield* approveAccount(id);
    if (!account) throw errors.account_not_waiting();
    return viewAccount(account, yield* tagsOf(id));
  }

  return { hashPassword: people.hashPassword, create, list, approve };
}

function readName(text: string): string {
  const name = text.trim();
  const problems = checkName(name, LONGEST_NAME);
  if (problems.length > 0) throw validationError(problems);
  return name;
}
