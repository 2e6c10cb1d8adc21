import { type Query, sql } from '@hostler/database';
import { MINUTE } from '#kernel/time.ts';
import { MOST_COUNTED } from '#kernel/today-source.ts';

interface Whose {
  account_id: number;
}

export interface AccountFacts {
  id: number;
  name: string;
  email: string;
  created_at: number;
  waits_since: number | null;
  closed_at: number | null;
}

export interface OpenSuspension {
  cause: string;
  reason: string;
  with_mail: number;
  with_dns: number;
  opened_at: number;
}

export interface NextCharge {
  subscription_id: number;
  name: string;
  amount: number;
  currency: string;
  billing_period: string;
  at: number;
}

export interface Contact {
  person_id: number;
  name: string;
  email: string;
  role: string;
}

/** People shown of an account, the first members first. */
export const MOST_CONTACTS = 100;
/** Subscriptions shown of an account, the next to be invoiced first. */
const MOST_CHARGES = 10;
/** Newest commands of an account searched for the one that suspended it. */
const MOST_COMMANDS = 100;

const ACCOUNT = sql<Whose, AccountFacts>(
  `select id, name, coalesce(contact_email, email) as email, created_at, waits_since, closed_at from accounts
   where id = :account_id`,
);
const SUSPENSIONS = sql<Whose, OpenSuspension>(
  `select cause, reason, with_mail, with_dns, opened_at from account_suspensions
   where account_id = :account_id and closed_at is null order by id`,
);
const SUSPENDERS = sql<Whose & { limit: number }, { actor_label: string; at: number }>(
  `select actor_label, at from audit_entries
   where account_id = :account_id and actor_kind in ('command_line', 'operator') and action in ('account suspend', 'account close')
   order by id desc limit :limit`,
);
const CONTACTS = sql<Whose & { limit: number }, Contact>(
  `select p.id as person_id, p.name, p.email, m.role from memberships as m join persons as p on p.id = m.person_id
   where m.account_id = :account_id order by m.id limit :limit`,
);

const NEXT_CHARGES = sql<Whose & { limit: number }, NextCharge>(
  `select id as subscription_id, name, price as amount, currency, billing_period, next_bill_at as at from subscriptions
   where account_id = :account_id and next_bill_at is not null order by next_bill_at, id limit :limit`,
);
const NOTES = sql<Whose & { limit: number }, { count: number }>(
  `select count(*) as count from (
     select id from account_notes where account_id = :account_id limit :limit) as notes`,
);

export const findFacts = (accountId: number) => ACCOUNT.one({ account_id: accountId });
export const listOpenSuspensions = (accountId: number) => SUSPENSIONS.all({ account_id: accountId });
export const listContacts = (accountId: number) => CONTACTS.all({ account_id: accountId, limit: MOST_CONTACTS });
export const listNextCharges = (accountId: number) => NEXT_CHARGES.all({ account_id: accountId, limit: MOST_CHARGES });

export function* countNotes(accountId: number): Query<number> {
  return (yield* NOTES.one({ account_id: accountId, limit: MOST_COUNTED }))?.count ?? 0;
}

/** Returns who ran the command that opened a suspension. Null if the audit entry was deleted. */
export function* findSuspender(accountId: number, openedAt: number): Query<string | null> {
  const entries = yield* SUSPENDERS.all({ account_id: accountId, limit: MOST_COMMANDS });
  // The audit entry is written in the same transaction as the suspension, so their times are close.
  const distance = ({ at }: { at: number }) => Math.abs(at - openedAt);
  const [nearest] = entries.sort((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) < MINUTE ? nearest.actor_label : null;
}
