import { type PreparedQuery, sql } from '@hostler/database';

/** A search result, as in the operator API. */
export interface Found {
  id: number;
  title: string;
  subtitle: string | null;
  account_id: number | null;
}

interface Patterns {
  folded: string;
  typed: string;
  limit: number;
}

interface Exact {
  /** The text in lower case and in upper case. */
  text: string;
  capitals: string;
  /** The text as an address and as an id. '' and 0 if it is neither. */
  address: string;
  id: number;
  limit: number;
}

export interface SearchKind {
  readonly type: string;
  /** Searches for part of a text in the newest rows. */
  readonly part: PreparedQuery<Patterns, Found>;
  /** Searches for an exact match in all rows by an index. */
  readonly exact: PreparedQuery<Exact, Found> | undefined;
  urlOf(found: Found): string;
}

/** Number of newest rows searched for part of a text. Bounds the cost of a search. */
const WINDOW = 100_000;
const TICKET_WINDOW = 20_000;

interface Declaration {
  type: string;
  table: string;
  title: string;
  subtitle: string;
  account?: string;
  searched: readonly string[];
  exact?: string;
  window?: number;
  urlOf: SearchKind['urlOf'];
}

/** Defines a kind of result. Columns are those of the row, with the alias t. */
function kind({ type, table, title, subtitle, account = 't.account_id', searched, exact, window, urlOf }: Declaration) {
  const columns = `t.id, ${title} as title, ${subtitle} as subtitle, ${account} as account_id`;
  const matches = searched.flatMap((column) =>
    ['folded', 'typed'].map((name) => `lower(${column}) like :${name} escape '\\'`),
  );
  const newest = `select * from ${table} order by id desc limit ${window ?? WINDOW}`;
  return {
    type,
    part: sql<Patterns, Found>(
      `select ${columns} from (${newest}) as t where ${matches.join(' or ')} order by t.id desc limit :limit`,
    ),
    exact:
      exact === undefined
        ? undefined
        : sql<Exact, Found>(`select ${columns} from ${table} as t where ${exact} order by t.id desc limit :limit`),
    urlOf,
  };
}

export const SEARCH_KINDS: readonly SearchKind[] = [
  kind({
    type: 'account',
    table: 'accounts',
    title: 't.name',
    subtitle: 't.email',
    account: 't.id',
    searched: ['t.name', 't.email', 't.contact_email'],
    exact: 't.id = :id',
    urlOf: ({ id }) => `/operator/customers/${id}`,
  }),
  kind({
    type: 'person',
    table: 'persons',
    title: 't.name',
    subtitle: 't.email',
    account: '(select min(m.account_id) from memberships as m where m.person_id = t.id)',
    searched: ['t.name', 't.email'],
    exact: 't.email = :text',
    urlOf: ({ account_id }) => (account_id === null ? '/operator/staff' : `/operator/customers/${account_id}`),
  }),
  kind({
    type: 'hosting',
    table: 'hosting',
    title: 't.hostname',
    subtitle: 't.status',
    searched: ['t.hostname', 't.label'],
    urlOf: ({ id }) => `/operator/servers/${id}`,
  }),
  kind({
    type: 'address',
    table: 'address_assignments',
    title: 't.address',
    subtitle: `t.hostname || case when t.released_at is null then '' else ' (former)' end`,
    searched: ['t.address'],
    exact: 't.address = :address',
    urlOf: () => '/operator/addresses',
  }),
  kind({
    type: 'domain',
    table: 'domains',
    title: 'coalesce(t.claimed, t.domain)',
    subtitle: 't.status',
    searched: ['coalesce(t.claimed, t.domain)'],
    exact: 't.domain = :text',
    urlOf: () => '/operator/domains',
  }),
  kind({
    type: 'email',
    table: 'emails',
    title: 't.address',
    subtitle: 't.status',
    searched: ['t.address', 't.aliases'],
    exact: 't.id = (select a.email_id from email_addresses as a where a.address = :text)',
    urlOf: () => '/operator/emails',
  }),
  kind({
    type: 'invoice',
    table: 'invoices',
    title: 't.number',
    subtitle: 't.status',
    searched: ['t.number'],
    exact: 't.number = :capitals',
    urlOf: ({ id }) => `/operator/billing/invoices?invoice=${id}`,
  }),
  kind({
    type: 'payment',
    table: 'payments',
    title: 'coalesce(t.reference, t.method)',
    subtitle: 't.status',
    searched: ['t.reference'],
    urlOf: ({ id }) => `/operator/billing/payments?payment=${id}`,
  }),
  kind({
    type: 'ticket',
    table: 'tickets',
    title: 't.subject',
    subtitle: 't.status',
    searched: ['t.subject'],
    window: TICKET_WINDOW,
    exact: 't.id = :id',
    urlOf: ({ id }) => `/operator/tickets/${id}`,
  }),
];
