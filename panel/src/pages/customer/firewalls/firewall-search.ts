import { type ListSearch, readListSearch } from '../../../parts/list-search.ts';

/** State in the address: list, open firewall, open form. */
export interface FirewallSearch extends ListSearch {
  readonly status?: string;
  readonly firewall?: number;
  readonly new?: true;
}

const readFilters = readListSearch('status');

export function readFirewallSearch(given: Record<string, unknown>): FirewallSearch {
  const firewall = Number(given.firewall);
  return {
    ...readFilters(given),
    ...(Number.isSafeInteger(firewall) && firewall > 0 && { firewall }),
    ...(String(given.new) === 'true' && { new: true as const }),
  };
}
