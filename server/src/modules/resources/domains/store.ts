import { later, listedTable, nullable, number, type Query, type Row, sql, text } from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { type DomainName, toReadable } from './domain-name.ts';
import { type DnsStatus, DOMAIN_ORDERS, type DomainStatus } from './schemas.ts';

export const domains = listedTable(
  'domains',
  {
    id: number(),
    domain: text(),
    status: text<DomainStatus>(),
    hosting_id: nullable(number()),
    dns_status: text<DnsStatus>(),
    /** The TXT value that proves ownership. Null once it was found, or if no proof is required. */
    proof_token: later(text()),
    /** Number of mailboxes that are removed with the domain. */
    mailboxes: number(),
    created_at: number(),
    updated_at: number(),
  },
  {
    shown: { domain: 'coalesce(claimed, domain)' },
    unique: 'domain',
  },
);
export type DomainRow = Row<typeof domains>;

/** A domain with the columns that only the zone needs. Lists leave them out. */
export interface ZoneRow extends DomainRow {
  /** The customer's own records as JSON. */
  records: string;
  /** Increases with each replacement of the own records. */
  revision: number;
  /** Digest of the zone on the name servers. Empty before the first write. */
  zone_digest: string;
}

const ZONE_COLUMNS = `${domains.columns}, records, revision, zone_digest`;

const INSERT_ANCESTOR = sql<{ account_id: number; domain_id: number; ancestor: string }>(
  `insert into domain_ancestors (account_id, domain_id, ancestor) values (:account_id, :domain_id, :ancestor)`,
);
const FIND = sql<{ account_id: number; id: number }, ZoneRow>(
  `select ${ZONE_COLUMNS} from domains where account_id = :account_id and id = :id`,
);
const FIND_BY_NAME = sql<{ account_id: number; domain: string }, DomainRow>(
  `select ${domains.columns} from domains where domain = :domain and account_id = :account_id`,
);
const COUNT_MAILBOXES = sql<{ account_id: number; id: number; change: number }>(
  'update domains set mailboxes = mailboxes + :change where account_id = :account_id and id = :id',
);
const OF_ANOTHER = sql<{ account_id: number; domain: string }, { id: number }>(
  'select id from domains where domain = :domain and account_id <> :account_id',
);
/** Two index ranges instead of "not mine": the account itself may have any number of subdomains. */
const BELOW_OF_ANOTHER = sql<{ account_id: number; domain: string }, { domain_id: number }>(
  `select domain_id from domain_ancestors where ancestor = :domain and account_id < :account_id
   union all
   select domain_id from domain_ancestors where ancestor = :domain and account_id > :account_id
   limit 1`,
);
const CHANGE = sql<ZoneRow & { account_id: number; from: DomainStatus; dns_from: DnsStatus; now: number }, DomainRow>(
  `update domains set status = :status, dns_status = :dns_status, zone_digest = :zone_digest, updated_at = :now
   where account_id = :account_id and id = :id and status = :from and dns_status = :dns_from and revision = :revision
   returning ${domains.columns}`,
);
const REPLACE_RECORDS = sql<{ account_id: number; id: number; records: string; now: number }, ZoneRow>(
  `update domains set records = :records, revision = revision + 1, dns_status = 'pending', updated_at = :now
   where account_id = :account_id and id = :id returning ${ZONE_COLUMNS}`,
);

const NOTE_OWNERS = sql<{ account_id: number; id: number; records: string; revision: number }>(
  'update domains set records = :records where account_id = :account_id and id = :id and revision = :revision',
);

export const domainsLimit = defineLimit({
  name: 'domains',
  default: 1_000,
  what: 'domains',
  advice: 'Remove one',
  counts: { list: 'domains' },
});

/** Counts the customer's records, not those that follow a VPS. */
export const recordsLimit = defineLimit({
  name: 'records',
  default: 500,
  what: 'records of its own',
  advice: 'Take one out',
  each: 'domain',
});

export const listDomains = domains.listIn(DOMAIN_ORDERS);

export function findDomain(accountId: number, id: number): Query<ZoneRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Leaves out unproven claims. */
export function findDomainByName(accountId: number, name: string): Query<DomainRow | undefined> {
  return FIND_BY_NAME.one({ account_id: accountId, domain: name });
}

/** Adjusts the count of mailboxes. Returns false if the domain is gone. */
export function* countMailboxes(accountId: number, id: number, change: number): Query<boolean> {
  return (yield* COUNT_MAILBOXES.run({ account_id: accountId, id, change })) === 1;
}

/** Returns whether another account has the name, or one above or below it. */
export function* isTakenByAnother(accountId: number, { name, ancestors }: DomainName): Query<boolean> {
  for (const domain of [name, ...ancestors]) {
    if (yield* OF_ANOTHER.one({ account_id: accountId, domain })) return true;
  }
  return (yield* BELOW_OF_ANOTHER.one({ account_id: accountId, domain: name })) !== undefined;
}

/** Returns undefined if the name exists. */
export function* insertDomain(
  accountId: number,
  { name, ancestors }: DomainName,
  hostingId: number | null,
  now: number,
): Query<DomainRow | undefined> {
  const status = 'pending';
  const row = yield* domains.insert(
    accountId,
    { domain: name, status, hosting_id: hostingId, dns_status: status, mailboxes: 0, created_at: now, updated_at: now },
    { search: [name, toReadable(name)] },
  );
  if (row) yield* insertAncestors(accountId, row.id, ancestors);
  return row;
}

export function* insertAncestors(accountId: number, id: number, ancestors: readonly string[]): Query<void> {
  for (const ancestor of ancestors) yield* INSERT_ANCESTOR.run({ account_id: accountId, domain_id: id, ancestor });
}

/** Updates the domain if it is unchanged since it was read. Returns undefined otherwise. */
export function changeDomain(
  accountId: number,
  domain: ZoneRow,
  changes: Partial<Pick<ZoneRow, 'status' | 'dns_status' | 'zone_digest'>>,
  now: number,
): Query<DomainRow | undefined> {
  const { id, status: from, dns_status: dns_from } = domain;
  const update = CHANGE.one({ ...domain, ...changes, account_id: accountId, id, from, dns_from, now });
  return domains.change(accountId, domain, update);
}

/** Replaces all records; the last writer wins. Returns undefined if the domain is gone. */
export function replaceRecords(
  accountId: number,
  id: number,
  records: string,
  now: number,
): Query<ZoneRow | undefined> {
  return REPLACE_RECORDS.one({ account_id: accountId, id, records, now });
}

/** Stores the VPS of the addresses, unless the records were replaced meanwhile. */
export function* noteOwners(accountId: number, id: number, revision: number, records: string): Query<void> {
  yield* NOTE_OWNERS.run({ account_id: accountId, id, revision, records });
}

/** Returns the deleted row. Undefined if there was none. */
export const deleteDomain = domains.remove;

const IDS = sql<{ account_id: number }, { id: number }>(
  'select id from domains where account_id = :account_id and claimed is null order by id',
);

/** Lists the domains of an account that have a zone. */
export function* listZoneIds(accountId: number): Query<number[]> {
  return (yield* IDS.all({ account_id: accountId })).map(({ id }) => id);
}
