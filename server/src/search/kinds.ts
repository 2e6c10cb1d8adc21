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
  /** The text as given, in lower case and in upper case. */
  given: string;
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
  /** The same for a text that has one pattern. */
  readonly partOfOne: PreparedQuery<Omit<Patterns, 'typed'>, Found>;
  /** Matches every text that the searched columns can contain. */
  readonly alphabet: RegExp;
  /** Searches for an exact match in all rows by an index. */
  readonly exact: PreparedQuery<Exact, Found> | undefined;
  urlOf(found: Found): string;
}

/** Number of newest rows searched for part of a text. Bounds the cost of a search. */
const WINDOW = 100_000;
/** The same for kinds with many rows, which an exact number finds among all. */
const RECENT = 10_000;

interface Declaration {
  type: string;
  table: string;
  title: string;
  subtitle: string;
  account?: string;
  searched: readonly string[];
  exact?: string;
  window?: number;
  alphabet?: RegExp;
  urlOf: SearchKind['urlOf'];
}

/** Defines a kind of result. Columns are those of the row, with the alias t. */
function kind(declared: Declaration): SearchKind {
  const { type, table, title, subtitle, account = 't.account_id', searched, exact, window = WINDOW } = declared;
  const columns = `t.id, ${title} as title, ${subtitle} as subtitle, ${account} as account_id`;
  const newest = `select * from ${table} order by id desc limit ${window}`;
  const matching = (...patterns: readonly string[]) => {
    const matches = searched.flatMap((column) => patterns.map((name) => `{lower ${column}} like :${name} escape '\\'`));
    return `select ${columns} from (${newest}) as t where ${matches.join(' or ')} order by t.id desc limit :limit`;
  };
  return {
    type,
    part: sql<Patterns, Found>(matching('folded', 'typed')),
    partOfOne: sql<Omit<Patterns, 'typed'>, Found>(matching('folded')),
    alphabet: declared.alphabet ?? ANY,
    exact:
      exact === undefined
        ? undefined
        : sql<Exact, Found>(`select ${columns} from ${table} as t where ${exact} order by t.id desc limit :limit`),
    urlOf: declared.urlOf,
  };
}

const ANY = /^/;
const ADDRESS = /^[\da-f.:]*$/i;
const NO_SPACES = /^\S*$/;

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
    alphabet: ADDRESS,
    exact: 't.address = :address',
    urlOf: () => '/operator/addresses',
  }),
  kind({
    type: 'domain',
    table: 'domains',
    title: 'coalesce(t.claimed, t.domain)',
    subtitle: 't.status',
    searched: ['coalesce(t.claimed, t.domain)'],
    alphabet: /^[^\s@]*$/,
    exact: 't.domain = :text',
    urlOf: () => '/operator/domains',
  }),
  kind({
    type: 'email',
    table: 'emails',
    title: 't.address',
    subtitle: 't.status',
    searched: ['t.address', 't.aliases'],
    alphabet: NO_SPACES,
    exact: 't.id = (select a.email_id from email_addresses as a where a.address = :text)',
    urlOf: () => '/operator/emails',
  }),
  kind({
    type: 'invoice',
    table: 'invoices',
    title: 't.number',
    subtitle: 't.status',
    searched: ['t.number'],
    window: RECENT,
    exact: 't.number = :capitals',
    urlOf: ({ id }) => `/operator/billing/invoices?invoice=${id}`,
  }),
  kind({
    type: 'payment',
    table: 'payments',
    title: 'coalesce(t.reference, t.method)',
    subtitle: 't.status',
    searched: ['t.reference'],
    window: RECENT,
    exact: 't.reference = :given',
    urlOf: ({ id }) => `/operator/billing/payments?payment=${id}`,
  }),
  kind({
    type: 'ticket',
    table: 'tickets',
    title: 't.subject',
    subtitle: 't.status',
    searched: ['t.subject'],
    window: RECENT,
    exact: 't.id = :id',
    urlOf: ({ id }) => `/operator/tickets/${id}`,
  }),
];
