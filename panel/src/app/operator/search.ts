import { t } from '@lingui/core/macro';
import { operatorApi } from '../../operator/operator-api.ts';
import { useOperatorQuery } from '../../operator/queries.ts';

export interface Found {
  readonly type: string;
  readonly id: number;
  readonly title: string;
  readonly subtitle: string | null;
  readonly account_id: number | null;
  readonly account_name: string | null;
  /** Address in the console. */
  readonly url: string;
}

export interface FoundGroup {
  readonly label: string;
  readonly found: readonly Found[];
}

/** Minimum length of a search term, unless it is a number. */
const SHORTEST = 2;
const MOST = 100;

const LABELS: Readonly<Record<string, string>> = {
  account: t`Customers`,
  person: t`People`,
  hosting: t`Servers`,
  address: t`IP addresses`,
  domain: t`Domains`,
  email: t`Mailboxes`,
  database: t`Databases`,
  invoice: t`Invoices`,
  credit_note: t`Credit notes`,
  payment: t`Payments`,
  subscription: t`Subscriptions`,
  ticket: t`Tickets`,
};

export function isSearchable(text: string): boolean {
  return text.length >= SHORTEST || /^\d$/.test(text);
}

/** Searches all records of all customers. Returns the results by type, in the order of the server. */
export function useSearch(text: string): { groups: readonly FoundGroup[]; searching: boolean; error: unknown } {
  const enabled = isSearchable(text);
  const query = useOperatorQuery(
    ['search', text],
    (signal) => operatorApi.list<Found>('/search', { q: text, per_page: MOST }, { signal }),
    { enabled, keepPrevious: true },
  );
  return {
    groups: enabled ? groupByType(query.data?.data ?? []) : [],
    searching: enabled && query.isFetching,
    error: enabled ? query.error : null,
  };
}

function groupByType(all: readonly Found[]): FoundGroup[] {
  return Object.entries(Object.groupBy(all, ({ type }) => type)).map(([type, found = []]) => ({
    label: LABELS[type] ?? type,
    found,
  }));
}
