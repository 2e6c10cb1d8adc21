import { changeRow } from '../../../kernel/db/change-row.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { conflict } from '../../../kernel/errors.ts';
import { getAccount } from '../../identity/accounts/index.ts';
import * as store from './store.ts';

/** Who pays, as other modules know them. `email`: where invoices go. */
export interface Profile extends Omit<store.ProfileRow, 'revision'> {
  readonly account_id: number;
  readonly trusted: boolean;
  readonly email: string;
}

/** As far as it is known: an account that never said anything is a consumer of its own name. */
export function* findProfile(accountId: number): Query<Profile> {
  const account = yield* getAccount(accountId);
  const { revision: _, ...row } = (yield* store.findProfileRow(accountId)) ?? emptyProfile(account.name, 0);
  const email = row.invoice_email ?? account.email;
  return { ...row, account_id: accountId, trusted: row.trusted_at !== null, email };
}

/** An account has one currency, that of its first order; another is a CONFLICT. To be called by whoever sells something. */
export function* fixCurrency(accountId: number, currency: string, now: number): Query<void> {
  const { currency: fixed } = yield* change(accountId, (row) => ({ currency: row.currency ?? currency }), now);
  if (fixed !== currency) {
    throw conflict(`This account pays in ${fixed}; it cannot buy anything in ${currency}.`);
  }
}

/** Changes the profile, made where there is none yet. */
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
    country: null,
    vat_id: null,
    vat_status: 'none',
    vat_given_at: null,
    vat_checked_at: null,
    vat_answer: null,
    vat_ask_at: null,
    currency: null,
    trusted_at: null,
    order_limit: null,
    hold_until: null,
    invoice_email: null,
    revision: 0,
    created_at: now,
    updated_at: now,
  };
}
