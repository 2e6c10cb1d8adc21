import { type Query, sql } from '@hostler/database';
import type { CustomerKind, VatStatus } from './schemas.ts';

/** Billing data, with a row per account. */
export interface ProfileRow {
  kind: CustomerKind;
  name: string;
  company: string | null;
  street: string | null;
  postal_code: string | null;
  city: string | null;
  /** ISO 3166-2 code without the country. */
  state: string | null;
  country: string | null;
  vat_id: string | null;
  vat_status: VatStatus;
  /** When the VAT id was entered. Invoices since then are corrected if it turns out valid. */
  vat_given_at: number | null;
  vat_checked_at: number | null;
  /** The register's answer as JSON. */
  vat_answer: string | null;
  /** Time of the next check. */
  vat_ask_at: number | null;
  currency: string | null;
  trusted_at: number | null;
  hold_until: number | null;
  invoice_email: string | null;
  /** Hourly usage that a saved payment method covers, in minor units. Null for the common limit. */
  usage_limit: number | null;
  /** Optimistic lock: a change must be based on the latest revision. */
  revision: number;
  created_at: number;
  updated_at: number;
}

const COLUMNS: (keyof ProfileRow)[] = [
  'kind',
  'name',
  'company',
  'street',
  'postal_code',
  'city',
  'state',
  'country',
  'vat_id',
  'vat_status',
  'vat_given_at',
  'vat_checked_at',
  'vat_answer',
  'vat_ask_at',
  'currency',
  'trusted_at',
  'hold_until',
  'invoice_email',
  'usage_limit',
  'revision',
  'created_at',
  'updated_at',
];
const LIST = COLUMNS.join(', ');

const FIND = sql<{ account_id: number }, ProfileRow>(
  `select ${LIST} from billing_profiles where account_id = :account_id`,
);
const SEVERAL = sql<{ accounts: string }, ProfileRow & { account_id: number }>(
  `select account_id, ${LIST} from billing_profiles where account_id {in :accounts}`,
);
const INSERT = sql<ProfileRow & { account_id: number }, ProfileRow>(
  `insert into billing_profiles (account_id, ${LIST}) values (:account_id, ${COLUMNS.map((name) => `:${name}`).join(', ')})
   on conflict (account_id) do nothing returning ${LIST}`,
);
const CHANGE = sql<ProfileRow & { account_id: number }, ProfileRow>(
  `update billing_profiles set ${COLUMNS.filter((name) => name !== 'revision' && name !== 'created_at')
    .map((name) => `${name} = :${name}`)
    .join(', ')}, revision = revision + 1
   where account_id = :account_id and revision = :revision returning ${LIST}`,
);

export function findProfileRow(accountId: number): Query<ProfileRow | undefined> {
  return FIND.one({ account_id: accountId });
}

/** Returns the existing profiles of several accounts. */
export function listProfileRows(accountIds: readonly number[]): Query<(ProfileRow & { account_id: number })[]> {
  return SEVERAL.all({ accounts: JSON.stringify([...new Set(accountIds)]) });
}

/** Returns undefined if the account has a profile. */
export function insertProfile(accountId: number, row: ProfileRow): Query<ProfileRow | undefined> {
  return INSERT.one({ ...row, account_id: accountId });
}

/** Returns undefined if the profile was changed concurrently. */
export function changeProfile(
  accountId: number,
  row: ProfileRow,
  changes: Partial<ProfileRow>,
): Query<ProfileRow | undefined> {
  return CHANGE.one({ ...row, ...changes, account_id: accountId, revision: row.revision });
}
