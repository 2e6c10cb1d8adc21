import { type Query, sql, toPatterns } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';
import { type Found, SEARCH_KINDS, type SearchKind } from './kinds.ts';

/** Maximum results of each type. */
export const MOST_FOUND = 20;
const SHORTEST = 2;
const LONGEST = 200;

export interface SearchResult extends Found {
  type: string;
  account_name: string | null;
  url: string;
}

const NAMES = sql<{ ids: string }, { id: number; name: string }>('select id, name from accounts where id {in :ids}');

export type SearchOperatorService = ReturnType<typeof createSearchOperatorService>;

export function createSearchOperatorService() {
  /**
   * Finds records of all customers with a text in their name, number or address. Returns at most 20 of each type, exact
   * matches first, then the newest.
   */
  function* find({ text: given }: { text: string }): Query<SearchResult[]> {
    const text = given.trim();
    if (text.length > LONGEST || (text.length < SHORTEST && !/^\d+$/.test(text))) {
      throw validationError([{ field: 'text', message: `must have ${SHORTEST} to ${LONGEST} characters.` }]);
    }
    const found: (Found & Pick<SearchKind, 'type' | 'urlOf'>)[] = [];
    for (const { type, urlOf, ...kind } of SEARCH_KINDS) {
      const exact = kind.exact ? yield* kind.exact.all({ ...exactlyOf(text), limit: MOST_FOUND }) : [];
      const parts = text.length < SHORTEST ? [] : yield* kind.part.all({ ...toPatterns(text), limit: MOST_FOUND });
      const known = new Set(exact.map(({ id }) => id));
      const all = [...exact, ...parts.filter(({ id }) => !known.has(id))].slice(0, MOST_FOUND);
      found.push(...all.map((one) => ({ ...one, type, urlOf })));
    }
    const names = yield* findNames(found);
    return found.map(({ type, urlOf, id, title, subtitle, account_id }) => ({
      ...{ type, id, title, subtitle, account_id },
      account_name: names.get(account_id) ?? null,
      url: urlOf({ id, title, subtitle, account_id }),
    }));
  }

  return { find };
}

function exactlyOf(text: string) {
  const [, id = '0'] = /^#?(\d{1,15})$/.exec(text) ?? [];
  const address = normaliseAddress(text) ?? '';
  return { text: text.toLowerCase(), capitals: text.toUpperCase(), address, id: Number(id) };
}

function* findNames(found: readonly Found[]): Query<Map<number | null, string>> {
  const ids = [...new Set(found.flatMap(({ account_id }) => account_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = yield* NAMES.all({ ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
