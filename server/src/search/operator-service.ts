import { type Query, sql, toPatterns } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';
import { formatTime } from '#kernel/time.ts';
import { fieldErrors } from './errors.ts';
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

const ACCOUNTS = sql<{ ids: string }, FoundAccount>('select id, name, suspension from accounts where id {in :ids}');

interface FoundAccount {
  id: number;
  name: string;
  suspension: string | null;
}

export type SearchOperatorService = ReturnType<typeof createSearchOperatorService>;

export function createSearchOperatorService() {
  /**
   * Finds records of all customers with a text in their name, number or address. Returns at most 20 of each type, exact
   * matches first, then the newest.
   */
  function* find({ text: given }: { text: string }): Query<SearchResult[]> {
    const text = given.trim();
    if (text.length > LONGEST || (text.length < SHORTEST && !/^\d+$/.test(text))) {
      throw validationError([fieldErrors.search_text_length('text', { min: SHORTEST, max: LONGEST })]);
    }
    const found: (Found & Pick<SearchKind, 'type' | 'urlOf'>)[] = [];
    for (const { type, urlOf, ...kind } of SEARCH_KINDS) {
      const exact = kind.exact ? yield* kind.exact.all({ ...exactlyOf(text), limit: MOST_FOUND }) : [];
      const canContain = text.length >= SHORTEST && kind.alphabet.test(text);
      const parts = canContain ? yield* findPart(kind, text) : [];
      const known = new Set(exact.map(({ id }) => id));
      const all = [...exact, ...parts.filter(({ id }) => !known.has(id))].slice(0, MOST_FOUND);
      found.push(...all.map((one) => ({ ...one, type, urlOf })));
    }
    const accounts = yield* findAccounts(found);
    return found.map(({ type, urlOf, id, title, subtitle, account_id }) => ({
      ...{ type, id, title, account_id },
      subtitle: type === 'account' ? withSuspension(subtitle, accounts.get(id)) : subtitle,
      account_name: accounts.get(account_id)?.name ?? null,
      url: urlOf({ id, title, subtitle, account_id }),
    }));
  }

  return { find };
}

function findPart({ part, partOfOne }: Pick<SearchKind, 'part' | 'partOfOne'>, text: string): Query<Found[]> {
  const { folded, typed } = toPatterns(text);
  return folded === typed
    ? partOfOne.all({ folded, limit: MOST_FOUND })
    : part.all({ folded, typed, limit: MOST_FOUND });
}

function exactlyOf(text: string) {
  const [, id = '0'] = /^#?(\d{1,15})$/.exec(text) ?? [];
  const address = normaliseAddress(text) ?? '';
  return { given: text, text: text.toLowerCase(), capitals: text.toUpperCase(), address, id: Number(id) };
}

function* findAccounts(found: readonly Found[]): Query<Map<number | null, FoundAccount>> {
  const ids = [...new Set(found.flatMap(({ account_id }) => account_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = yield* ACCOUNTS.all({ ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

function withSuspension(subtitle: string | null, account: FoundAccount | undefined): string | null {
  if (!account?.suspension) return subtitle;
  const { cause, since } = JSON.parse(account.suspension) as { cause: string; since: number };
  return `${subtitle}, suspended for ${cause} since ${formatTime(since)}`;
}
