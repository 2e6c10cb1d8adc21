import { changeRow, type Query } from '@hostler/database';
import { isCountry } from '#kernel/countries.ts';
import { type ErrorDetail, fieldErrors as general, validationError } from '#kernel/errors.ts';
import { readMailAddress } from '#kernel/mail/address.ts';
import type { Language } from '#kernel/texts/languages.ts';
import { hasStates } from '../../../../../packages/addresses/src/address.ts';
import { type Account, getAccount, listAccountsById, setLanguage } from '../../identity/accounts/index.ts';
import type { TaxRates } from '../tax/index.ts';
import { errors, fieldErrors } from './errors.ts';
import type { BillingProfileChange } from './schemas.ts';
import { checkState, requireState, stateAfter } from './state.ts';
import * as store from './store.ts';
import { mayBeVatIdOf, normaliseVatId, vatPrefixOf } from './vat-id.ts';

/** The billing profile as other modules see it. Invoices go to `email`. */
export interface Profile extends Omit<store.ProfileRow, 'revision'> {
  readonly account_id: number;
  readonly trusted: boolean;
  readonly email: string;
  /** Null for the language of the installation. */
  readonly language: Language | null;
}

/** Required to order. The state is required where an address is entered, because older addresses have none. */
const ADDRESS = ['street', 'postal_code', 'city', 'country'] as const;

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService({ rates }: { rates: TaxRates }) {
  /** Absent fields stay as they are. A new VAT id is checked; until it is valid, tax applies. */
  function* update(accountId: number, { language, ...given }: BillingProfileChange, now: number): Query<Profile> {
    // Written only if it changes, because a write to accounts empties the cache of keys.
    if (language !== undefined && language !== (yield* getAccount(accountId)).language) {
      yield* setLanguage(accountId, language);
    }
    yield* change(accountId, (row) => decide(row, normalise(given), now, findMissing), now);
    return yield* findProfile(accountId);
  }

  /** Creates the profile of a new account in one statement. Its address may have no state, as in other systems. */
  function* create(accountId: number, { name, ...given }: Address & { name: string }, now: number): Query<void> {
    const row = emptyProfile(name, now);
    yield* store.insertProfile(accountId, { ...row, ...decide(row, normalise(given), now) });
  }

  function decide(
    row: store.ProfileRow,
    said: Said,
    now: number,
    checkMore: (row: store.ProfileRow, after: store.ProfileRow) => ErrorDetail[] = () => [],
  ): Partial<store.ProfileRow> {
    const given = { ...said, state: stateAfter(row, said) };
    const after = { ...row, ...given };
    const problems = [...checkProfile(after, said), ...checkMore(row, after)];
    if (problems.length > 0) throw validationError(problems);
    if (after.vat_id === row.vat_id && after.country === row.country) return given;
    const isToCheck = after.vat_id !== null && isInEu(after.country);
    return {
      ...given,
      vat_status: isToCheck ? 'pending' : 'none',
      vat_given_at: isToCheck ? now : null,
      vat_checked_at: null,
      vat_answer: null,
      vat_ask_at: isToCheck ? now : null,
    };
  }

  function checkProfile(after: store.ProfileRow, given: Said): ErrorDetail[] {
    const problems = ADDRESS.filter((part) => given[part] === '').map((part) => general.empty(part));
    const { kind, country, vat_id, invoice_email } = after;
    if (country !== null && !isCountry(country)) {
      problems.push(fieldErrors.country_code_unknown('country'));
    }
    problems.push(...checkState(after));
    if (vat_id !== null && kind === 'consumer') {
      problems.push(fieldErrors.vat_id_only_for_businesses(given.vat_id === undefined ? 'kind' : 'vat_id'));
    }
    if (vat_id !== null && country === null) {
      problems.push(fieldErrors.country_required_for_vat_id('country'));
    } else if (vat_id !== null && isInEu(country) && !mayBeVatIdOf(country ?? '', vat_id)) {
      problems.push(fieldErrors.vat_id_prefix_wrong('vat_id', { prefix: String(vatPrefixOf(country ?? '')) }));
    }
    if (invoice_email !== null && readMailAddress(invoice_email) === undefined) {
      problems.push(general.not_email('invoice_email'));
    }
    return problems;
  }

  function isInEu(country: string | null): boolean {
    return country !== null && rates.get(country)?.eu === true;
  }

  /** Returns the errors in the data of a person without an account, by the rules of `create`. */
  function check({ name, ...given }: Address & { name: string }): ErrorDetail[] {
    const said = normalise(given);
    return checkProfile({ ...emptyProfile(name, 0), ...said }, said);
  }

  /** Returns the errors in what a new customer has entered, by the rules of `update`. */
  function checkEntered({ name, ...given }: Address & { name: string }): ErrorDetail[] {
    const row = emptyProfile(name, 0);
    const said = normalise(given);
    const after = { ...row, ...said };
    return [...checkProfile(after, said), ...findMissing(row, after)];
  }

  return { find: findProfile, update, create, check, checkEntered };
}

/** Returns the profile. An account without one is a consumer with the account's name. */
export function* findProfile(accountId: number): Query<Profile> {
  return toProfile(yield* getAccount(accountId), yield* store.findProfileRow(accountId));
}

/** Returns whether an invoice can be addressed. The country decides its tax. */
export function hasAddress(profile: Pick<Profile, (typeof ADDRESS)[number]>): boolean {
  return ADDRESS.every((part) => Boolean(profile[part]?.trim()));
}

/** A changed address needs its state. Addresses from before there was a state stay valid until they change. */
function findMissing(row: store.ProfileRow, after: store.ProfileRow): ErrorDetail[] {
  const isChanged = [...ADDRESS, 'state' as const].some((part) => after[part] !== row[part]);
  return isChanged && hasAddress(after) ? requireState(after) : [];
}

/** Returns several profiles. Unknown accounts are left out. */
export function* findProfiles(accountIds: readonly number[]): Query<ReadonlyMap<number, Profile>> {
  const accounts = yield* listAccountsById(accountIds);
  const rows = yield* store.listProfileRows(accountIds);
  const known = new Map(rows.map((row) => [row.account_id, row]));
  return new Map(accounts.map((account) => [account.id, toProfile(account, known.get(account.id))]));
}

function toProfile(account: Account, found: store.ProfileRow | undefined): Profile {
  const { revision: _, ...row } = found ?? emptyProfile(account.name, 0);
  const email = row.invoice_email ?? account.email;
  // A server of the last release changes the country and leaves the state.
  const state = hasStates(row.country) ? row.state : null;
  return { ...row, state, account_id: account.id, trusted: row.trusted_at !== null, email, language: account.language };
}

/** Sets the currency with the first order. Throws CONFLICT for another one. Every sale must call it. */
export function* fixCurrency(accountId: number, currency: string, now: number): Query<void> {
  const { currency: fixed } = yield* findProfile(accountId);
  if (fixed === currency) return;
  if (fixed !== null) throw errors.account_currency_fixed({ currency: fixed, other: currency });
  yield* change(accountId, (row) => ({ currency: row.currency ?? currency }), now);
}

/** Sets the hourly usage that a saved payment method covers, in minor units. Null selects the common limit. */
export function* limitUsage(accountId: number, amount: number | null, now: number): Query<void> {
  if (amount !== null && (!Number.isSafeInteger(amount) || amount < 0)) {
    throw validationError([fieldErrors.amount_not_whole_or_zero('amount')]);
  }
  yield* change(accountId, () => ({ usage_limit: amount }), now);
}

/** Changes the profile, or creates it. */
export function* change(
  accountId: number,
  changes: (row: store.ProfileRow) => Partial<store.ProfileRow>,
  now: number,
): Query<store.ProfileRow> {
  return yield* changeRow(
    () => findOrMake(accountId, now),
    (row) => store.changeProfile(accountId, row, { ...changes(row), updated_at: now }),
  );
}

/** The fields of a profile's own row. The language is kept with the account. */
type Address = Omit<BillingProfileChange, 'language'>;

/** The changed fields as they are stored. */
type Said = Partial<Pick<store.ProfileRow, keyof Address>>;

function normalise(given: Address): Said {
  const { vat_id } = given;
  const country = given.country?.trim();
  const kept = {
    ...given,
    ...Object.fromEntries(ADDRESS.map((part) => [part, given[part]?.trim() ?? given[part]])),
    ...(country ? { country: country.toUpperCase() } : {}),
    ...(given.state ? { state: given.state.trim().toUpperCase() } : {}),
    ...(vat_id ? { vat_id: normaliseVatId(vat_id) } : {}),
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

function* findOrMake(accountId: number, now: number): Query<store.ProfileRow> {
  const found = yield* store.findProfileRow(accountId);
  if (found) return found;
  const { name } = yield* getAccount(accountId);
  const fresh = emptyProfile(name, now);
  return (yield* store.insertProfile(accountId, fresh)) ?? (yield* store.findProfileRow(accountId)) ?? fresh;
}

function emptyProfile(name: string, now: number): store.ProfileRow {
  return {
    kind: 'consumer',
    name,
    company: null,
    street: null,
    postal_code: null,
    city: null,
    state: null,
    country: null,
    vat_id: null,
    vat_status: 'none',
    vat_given_at: null,
    vat_checked_at: null,
    vat_answer: null,
    vat_ask_at: null,
    currency: null,
    trusted_at: null,
    hold_until: null,
    invoice_email: null,
    usage_limit: null,
    revision: 0,
    created_at: now,
    updated_at: now,
  };
}
