import { type ListSearch, readListSearch } from '#parts/list-search.ts';

/** State in the address: list, open check, open form. */
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
