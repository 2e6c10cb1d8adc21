/** What of a list is in its address; only what differs from the first, unfiltered page. */
export interface ListSearch {
  readonly page?: number;
  readonly search?: string;
}

type Filters<Name extends string> = { readonly [name in Name]?: string };

/** Reads page, search and these filters from an address; anything else in it is dropped. */
export function readListSearch<Name extends string = never>(
  ...names: readonly Name[]
): (given: Record<string, unknown>) => ListSearch & Filters<Name> {
  return (given) => {
    const page = Number(given.page);
    const text = (name: string) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined);
    const entries = ['search', ...names].flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [[name, value]];
    });
    const found = Object.fromEntries(entries) as { search?: string } & Filters<Name>;
    return Number.isSafeInteger(page) && page > 1 ? { page, ...found } : found;
  };
}

/** Whether there may be more than is shown: the page alone leaves nothing out. */
export function isFiltered(search: object): boolean {
  return Object.keys(search).some((name) => name !== 'page');
}

/** A change of a filter begins at the first page again; what is empty leaves the address. */
export function changeSearch<S extends object>(search: S, change: Partial<Record<keyof S, unknown>>): S {
  const next: Record<string, unknown> = { ...search, ...('page' in change ? {} : { page: undefined }), ...change };
  for (const [name, value] of Object.entries(next)) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) delete next[name];
  }
  return next as S;
}
