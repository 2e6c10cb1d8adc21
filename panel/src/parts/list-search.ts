import type { ListOrder } from './data-table/order.ts';

/** State of a list in its address. Defaults are left out. */
export interface ListSearch extends ListOrder {
  readonly page?: number;
  readonly search?: string;
}

type Filters<Name extends string> = { readonly [name in Name]?: string };

/** Reads the page, order, search and given filters from an address and drops everything else. */
export function readListSearch<Name extends string = never>(
  ...names: readonly Name[]
): (given: Record<string, unknown>) => ListSearch & Filters<Name> {
  return (given) => {
    const page = Number(given.page);
    const text = (name: string) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined);
    const entries = ['search', 'sort_by', ...names].flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [[name, value]];
    });
    const order = given.sort === 'asc' ? { sort: 'asc' as const } : {};
    const found = {
      ...(Object.fromEntries(entries) as { search?: string; sort_by?: string } & Filters<Name>),
      ...order,
    };
    return Number.isSafeInteger(page) && page > 1 ? { page, ...found } : found;
  };
}

const HIDE_NOTHING = ['page', 'sort_by', 'sort'];

/** Returns true if a filter or search hides rows; page and order do not. */
export function isFiltered(search: object): boolean {
  return Object.keys(search).some((name) => !HIDE_NOTHING.includes(name));
}

/** Applies a filter change to the address: returns to the first page and removes empty values. */
export function changeSearch<S extends object>(search: S, change: Partial<Record<keyof S, unknown>>): S {
  const next: Record<string, unknown> = { ...search, ...('page' in change ? {} : { page: undefined }), ...change };
  for (const [name, value] of Object.entries(next)) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) delete next[name];
  }
  return next as S;
}
