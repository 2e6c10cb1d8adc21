import type { Query } from '@hostler/database';
import { findPersonByEmail, foldEmail, listAccountsOf } from '../../identity/people/index.ts';
import type { CancellationRow } from './store.ts';

/** Limits of the search for a stranger: a person may own many accounts, and an account have many contracts. */
const MOST_ACCOUNTS = 20;

export interface Contract {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly current_period_end: number;
  readonly cancel_requested_at: number | null;
}

/** The part of commerce that matching needs, always within one account. */
export interface Books {
  /** Names of the account on invoices. */
  listNames(accountId: number): Query<readonly (string | null)[]>;
  findById(accountId: number, id: number): Query<Contract | undefined>;
  findByHostname(accountId: number, hostname: string): Query<Contract | undefined>;
  /** Returns the contract of an invoice that is for exactly one. */
  findByInvoice(accountId: number, number: string): Query<Contract | undefined>;
}

export interface Match {
  readonly accountId: number;
  readonly contract: Contract;
  /** The address on file. */
  readonly email: string;
}

type Said = Pick<CancellationRow, 'name' | 'email' | 'contract'>;

/** Matches only if name, address and contract all fit an owner of the account, whom a stranger cannot choose. */
export function* findMatch({ name, email, contract }: Said, books: Books): Query<Match | undefined> {
  const person = yield* findPersonByEmail(foldEmail(email));
  if (!person || person.disabled_at !== null) return undefined;
  const owned = (yield* listAccountsOf(person.id)).filter(({ role }) => role === 'owner').slice(0, MOST_ACCOUNTS);
  for (const { account_id: accountId, account_name } of owned) {
    const names = [person.name, account_name, ...(yield* books.listNames(accountId))];
    if (!names.some((known) => known !== null && foldName(known) === foldName(name))) continue;
    const found = yield* findContract(accountId, contract.trim(), books);
    if (found) return { accountId, contract: found, email: person.email };
  }
  return undefined;
}

function* findContract(accountId: number, said: string, books: Books): Query<Contract | undefined> {
  const number = /^#?(\d{1,15})$/.exec(said)?.[1];
  if (number !== undefined) return yield* books.findById(accountId, Number(number));
  return (
    (yield* books.findByInvoice(accountId, said.toUpperCase())) ??
    (yield* books.findByHostname(accountId, said.toLowerCase().replace(/\.$/, '')))
  );
}

/** Ignores spaces and case in names. */
function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
