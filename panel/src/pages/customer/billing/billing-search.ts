import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

/** State in the address: both lists, open invoice. */
export interface BillingSearch extends ListSearch {
  readonly status?: string;
  /** Page number and order of the subscription list; the other fields belong to the invoice list. */
  readonly subscriptions?: number;
  readonly subscriptions_by?: string;
  readonly subscriptions_sort?: ListSearch['sort'];
  /** Open invoice. */
  readonly invoice?: number;
}

const readFilters = readListSearch('status');
const readId = (given: unknown) => {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function readBillingSearch(given: Record<string, unknown>): BillingSearch {
  const subscriptions = readId(given.subscriptions);
  const invoice = readId(given.invoice);
  const { sort_by, sort } = readFilters({ sort_by: given.subscriptions_by, sort: given.subscriptions_sort });
  return {
    ...readFilters(given),
    ...(sort_by ? { subscriptions_by: sort_by } : {}),
    ...(sort ? { subscriptions_sort: sort } : {}),
    ...(subscriptions && subscriptions > 1 ? { subscriptions } : {}),
    ...(invoice ? { invoice } : {}),
  };
}
