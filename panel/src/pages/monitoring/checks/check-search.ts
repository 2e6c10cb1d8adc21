import { type ListSearch, readListSearch } from '../../../app/list-search.ts';

/** What of the checks is in the address: the list, the one that is open, whether a new one is being added. */
export interface CheckSearch extends ListSearch {
  readonly status?: string;
  readonly check?: number;
  readonly new?: true;
}

const readFilters = readListSearch('status');

export function readCheckSearch(given: Record<string, unknown>): CheckSearch {
  const check = Number(given.check);
  return {
    ...readFilters(given),
    ...(Number.isSafeInteger(check) && check > 0 && { check }),
    ...(String(given.new) === 'true' && { new: true as const }),
  };
}
