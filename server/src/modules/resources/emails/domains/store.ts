import { later, listedTable, number, type Query, type Row, sql, text } from '@hostler/database';
import type { OwnedDomain } from '../../domains/index.ts';
import type { MailDomainStatus } from './schemas.ts';

const mailDomains = listedTable(
  'email_domains',
  {
    id: number(),
    domain_id: number(),
    domain: text(),
    status: text<MailDomainStatus>(),
    /** Token that the owner publishes in the DNS. */
    proof_token: text(),
    /** Time since which the domain is delegated to our name servers. Null if it is not. */
    delegated_at: later(number()),
    /** JSON of the last DNS result of each record. */
    seen: text(),
    /** Public DKIM key as in its record. */
    dkim_public: later(text()),
    checked_at: later(number()),
    /** Time since which the proof is missing. */
    lost_since: later(number()),
    created_at: number(),
  },
  { hidden: { next_check_at: number() }, unique: 'domain_id' },
);
export type MailDomainRow = Row<typeof mailDomains>;
export const MAIL_DOMAIN_COLUMNS = mailDomains.columns;

interface Key {
  account_id: number;
  domain_id: number;
}

const FIND = sql<Key, MailDomainRow>(
  `select ${mailDomains.columns} from email_domains where account_id = :account_id and domain_id = :domain_id`,
);
const LOCK = sql<Key, { queued_at: number | null }>(
  `select queued_at from email_domains where account_id = :account_id and domain_id = :domain_id {for update}`,
);
const SET_QUEUED = sql<Key & { queued_at: number | null }>(
  'update email_domains set queued_at = :queued_at where account_id = :account_id and domain_id = :domain_id',
);
const SET_KEY = sql<Key & { dkim_public: string; dkim_private: string }>(
  `update email_domains set dkim_public = :dkim_public, dkim_private = :dkim_private
   where account_id = :account_id and domain_id = :domain_id and dkim_private is null`,
);
type Noted = Pick<MailDomainRow, 'status' | 'delegated_at' | 'seen' | 'lost_since'> & {
  checked_at: number;
  next_check_at: number;
};
const NOTE = sql<Key & Noted & { from: MailDomainStatus }, MailDomainRow>(
  `update email_domains set status = :status, delegated_at = :delegated_at, seen = :seen, lost_since = :lost_since,
     checked_at = :checked_at, next_check_at = :next_check_at
   where account_id = :account_id and domain_id = :domain_id and status = :from returning ${mailDomains.columns}`,
);
const CHECK_LATER = sql<Key & { next_check_at: number }>(
  'update email_domains set next_check_at = :next_check_at where account_id = :account_id and domain_id = :domain_id',
);
const FIND_KEY = sql<Key, { dkim_private: string | null }>(
  'select dkim_private from email_domains where account_id = :account_id and domain_id = :domain_id',
);
const NOTE_REMOVAL = sql<Key & { address: string }>(
  `insert into email_removals (domain_id, address, account_id) values (:domain_id, :address, :account_id)
   on conflict (domain_id, address) do nothing`,
);
const REMOVALS = sql<Key, { address: string }>(
  'select address from email_removals where account_id = :account_id and domain_id = :domain_id',
);
const FORGET_REMOVALS = sql<Key & { addresses: string }>(
  `delete from email_removals where account_id = :account_id and domain_id = :domain_id
     and address in (select r.value ->> 'address' from {each :addresses as r})`,
);
const FORGET_ALL_REMOVALS = sql<Key>(
  'delete from email_removals where account_id = :account_id and domain_id = :domain_id',
);

export const listMailDomains = mailDomains.list;

export function findMailDomain(accountId: number, domainId: number): Query<MailDomainRow | undefined> {
  return FIND.one({ account_id: accountId, domain_id: domainId });
}

/** Returns undefined if the domain already has mail. */
export function insertMailDomain(
  accountId: number,
  { id, name }: OwnedDomain,
  { status, token, now }: { status: MailDomainStatus; token: string; now: number },
): Query<MailDomainRow | undefined> {
  return mailDomains.insert(
    accountId,
    { domain_id: id, domain: name, status, proof_token: token, seen: '{}', created_at: now },
    { search: [name], next_check_at: now },
  );
}

export function* deleteMailDomain(accountId: number, domainId: number): Query<MailDomainRow | undefined> {
  const found = yield* findMailDomain(accountId, domainId);
  if (!found) return undefined;
  yield* FORGET_ALL_REMOVALS.run({ account_id: accountId, domain_id: domainId });
  return yield* mailDomains.remove(accountId, found.id);
}

/**
 * Returns true if the caller must queue a job for the domain. Until that job starts, it covers later changes too. Locks
 * the row: a starting job waits for this change, or is seen to have started.
 */
export function* markQueued(accountId: number, domainId: number, now: number): Query<boolean> {
  const key = { account_id: accountId, domain_id: domainId };
  const found = yield* LOCK.one(key);
  if (!found || found.queued_at !== null) return false;
  yield* SET_QUEUED.run({ ...key, queued_at: now });
  return true;
}

/** Locks the row, so that nobody marks it before the transaction ends. */
export function* hold(accountId: number, domainId: number): Query<void> {
  yield* LOCK.one({ account_id: accountId, domain_id: domainId });
}

/** Marks the job as started. Later changes need another job. */
export function* markBegun(accountId: number, domainId: number): Query<void> {
  yield* SET_QUEUED.run({ account_id: accountId, domain_id: domainId, queued_at: null });
}

/** Stores the result of a DNS check. Returns undefined if the domain is gone or its status was changed concurrently. */
export function noteCheck(accountId: number, before: MailDomainRow, noted: Noted): Query<MailDomainRow | undefined> {
  const key = { account_id: accountId, domain_id: before.domain_id };
  return mailDomains.change(accountId, before, NOTE.one({ ...key, ...noted, from: before.status }));
}

export function* checkLater(accountId: number, domainId: number, nextAt: number): Query<void> {
  yield* CHECK_LATER.run({ account_id: accountId, domain_id: domainId, next_check_at: nextAt });
}

/** Returns the private DKIM key, encrypted. */
export function* findSealedKey(accountId: number, domainId: number): Query<string | undefined> {
  return (yield* FIND_KEY.one({ account_id: accountId, domain_id: domainId }))?.dkim_private ?? undefined;
}

/** Sets the DKIM key unless the domain already has one. */
export function* setKey(accountId: number, domainId: number, key: { public: string; sealed: string }): Query<void> {
  const keys = { dkim_public: key.public, dkim_private: key.sealed };
  yield* SET_KEY.run({ account_id: accountId, domain_id: domainId, ...keys });
}

/** Records a removed mailbox whose mail is still on the mail server. */
export function* noteRemoval(accountId: number, domainId: number, address: string): Query<void> {
  yield* NOTE_REMOVAL.run({ account_id: accountId, domain_id: domainId, address });
}

export function* listRemovals(accountId: number, domainId: number): Query<string[]> {
  const rows = yield* REMOVALS.all({ account_id: accountId, domain_id: domainId });
  return rows.map(({ address }) => address);
}

export function* forgetRemovals(accountId: number, domainId: number, addresses: readonly string[]): Query<void> {
  if (addresses.length === 0) return;
  const rows = JSON.stringify(addresses.map((address) => ({ address })));
  yield* FORGET_REMOVALS.run({ account_id: accountId, domain_id: domainId, addresses: rows });
}

const IDS = sql<{ account_id: number }, { domain_id: number }>(
  'select domain_id from email_domains where account_id = :account_id order by domain_id',
);

/** Lists the domains with mail of an account. */
export function* listMailDomainIds(accountId: number): Query<number[]> {
  return (yield* IDS.all({ account_id: accountId })).map(({ domain_id }) => domain_id);
}
