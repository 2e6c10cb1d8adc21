import { defineList, foldForSearch } from '../../kernel/db/page.ts';
import { insert, type Query, type SqlValue, sql } from '../../kernel/db/query.ts';
import { addToTotal, moveTotal } from '../../kernel/db/totals.ts';
import { type DomainName, toReadable } from './domain-name.ts';
import type { DnsStatus, DomainStatus } from './schemas.ts';

export interface DomainRow {
  id: number;
  domain: string;
  status: DomainStatus;
  hosting_id: number | null;
  dns_status: DnsStatus;
  /** What its zone leads to, as JSON. */
  addresses: string;
  created_at: number;
  updated_at: number;
}

const COLUMNS = 'id, domain, status, hosting_id, dns_status, addresses, created_at, updated_at';
const NO_ADDRESSES = JSON.stringify({ ipv4: [], ipv6: [] });

const INSERT = insert<Omit<DomainRow, 'id'> & { account_id: number; search_text: string }>(
  'domains',
  [
    'account_id',
    'domain',
    'status',
    'hosting_id',
    'dns_status',
    'addresses',
    'search_text',
    'created_at',
    'updated_at',
  ],
  { onConflict: 'on conflict (domain) do nothing' },
);
const INSERT_ANCESTOR = sql<{ account_id: number; domain_id: number; ancestor: string }>(
  `insert into domain_ancestors (account_id, domain_id, ancestor) values (:account_id, :domain_id, :ancestor)`,
);
const FIND = sql<{ account_id: number; id: number }, DomainRow>(
  `select ${COLUMNS} from domains where account_id = :account_id and id = :id`,
);
const OF_ANOTHER = sql<{ account_id: number; domain: string }, { id: number }>(
  'select id from domains where domain = :domain and account_id <> :account_id',
);
/** Two ranges of the index instead of "not mine": an account may have any number of subdomains itself. */
const BELOW_OF_ANOTHER = sql<{ account_id: number; domain: string }, { domain_id: number }>(
  `select domain_id from domain_ancestors where ancestor = :domain and account_id < :account_id
   union all
   select domain_id from domain_ancestors where ancestor = :domain and account_id > :account_id
   limit 1`,
);
const CHANGE = sql<Record<string, SqlValue>, DomainRow>(
  `update domains set status = :status, dns_status = :dns_status, addresses = :addresses, updated_at = :now
   where account_id = :account_id and id = :id and status = :from and dns_status = :dns_from returning ${COLUMNS}`,
);
const DELETE = sql<{ account_id: number; id: number }, DomainRow>(
  `delete from domains where account_id = :account_id and id = :id returning ${COLUMNS}`,
);

export const listDomains = defineList<DomainRow>({ table: 'domains', columns: COLUMNS });

export function findDomain(accountId: number, id: number): Query<DomainRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Whether another account has the name, one above it or one below it. Says no more than that about other accounts. */
export function* isTakenByAnother(accountId: number, { name, ancestors }: DomainName): Query<boolean> {
  for (const domain of [name, ...ancestors]) {
    if (yield* OF_ANOTHER.one({ account_id: accountId, domain })) return true;
  }
  return (yield* BELOW_OF_ANOTHER.one({ account_id: accountId, domain: name })) !== undefined;
}

/** Undefined when the name is there already. */
export function* insertDomain(
  accountId: number,
  { name, ancestors }: DomainName,
  hostingId: number | null,
  now: number,
): Query<DomainRow | undefined> {
  const row = {
    domain: name,
    status: 'pending' as const,
    hosting_id: hostingId,
    dns_status: 'pending' as const,
    addresses: NO_ADDRESSES,
    created_at: now,
    updated_at: now,
  };
  const search_text = foldForSearch(name, toReadable(name));
  const id: number | undefined = yield* INSERT({ ...row, account_id: accountId, search_text });
  if (id === undefined) return undefined;
  for (const ancestor of ancestors) yield* INSERT_ANCESTOR.run({ account_id: accountId, domain_id: id, ancestor });
  yield* addToTotal(accountId, 'domains', row.status, 1);
  return { ...row, id };
}

/** Moves a domain on from the state it was read in; undefined when someone else moved or removed it meanwhile. */
export function* changeDomain(
  accountId: number,
  domain: DomainRow,
  changes: Partial<Pick<DomainRow, 'status' | 'dns_status' | 'addresses'>>,
  now: number,
): Query<DomainRow | undefined> {
  const { id, status: from, dns_status: dns_from } = domain;
  const changed = yield* CHANGE.one({ ...domain, ...changes, account_id: accountId, id, from, dns_from, now });
  if (changed) yield* moveTotal(accountId, 'domains', from, changed.status);
  return changed;
}

/** The row as it last was; undefined when there is none. */
export function* deleteDomain(accountId: number, id: number): Query<DomainRow | undefined> {
  const gone = yield* DELETE.one({ account_id: accountId, id });
  if (gone) yield* addToTotal(accountId, 'domains', gone.status, -1);
  return gone;
}
