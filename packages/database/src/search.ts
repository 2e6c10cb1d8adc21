import { type Direction, isOf, lazily, type Strand, walk } from './list-statement.ts';
import type { Page, PageRequest } from './page-request.ts';
import { type PreparedQuery, type Query, type SqlValue, sql } from './query.ts';
import { readSearchMark, toFullTextQuery, toTextSearchQuery, wordsOf } from './search-index.ts';

/** Normalises texts for search, both stored and searched ones. */
export function foldForSearch(...texts: (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();
}

type Parameters = Record<string, SqlValue>;

/** Rows examined per statement, which on SQLite blocks all other requests. */
const SLICE = 1_000;
/** Fixed cost of a statement, in rows. */
const STATEMENT_COST = 100;
const LAST = Number.MAX_SAFE_INTEGER;
/** A search stops after this many matches. Counting 200,000 takes seconds, and users do not read page 401. */
const MAX_SEARCH_TOTAL = 10_000;

/** Result of one step: examined rows, the last of them, the number of matches, and the ids for the page. */
interface Slice {
  seen: number;
  last: number | null;
  hits: number | null;
  ids: string | null;
}

/** The page so far, and the matches before it. */
interface Found {
  readonly start: number;
  readonly limit: number;
  readonly ids: number[];
  total: number;
  examined: number;
}

type SliceStatement = PreparedQuery<Parameters, Slice>;

/** A range of ids in a table, read by the index if `match` is set. */
interface Stretch {
  readonly statement: SliceStatement;
  readonly low: number;
  readonly high: number;
  readonly match: string | null;
  /** Most rows one statement may examine. */
  readonly slice: number;
}

/**
 * Declares a search for rows of a list whose text contains another. Reads the rows that the index names, in page order
 * and in slices, and keeps those of the page. The total is exact up to MAX_SEARCH_TOTAL.
 */
export function defineSearch<Row extends object>(columns: string, strands: readonly Strand[]) {
  // Sandbox ids, whose table comes last, are above all others, so reading the tables one after the other keeps the
  // order.
  const tables = [...new Set(strands.map(({ table }) => table))].map((table) => {
    const own = strands.filter((strand) => strand.table === table);
    return {
      table,
      searchable: own.every(({ searchable }) => searchable),
      slices: lazily((shape: SliceShape) => sliceStatement(table, own, shape)),
      candidates: own.every(({ searchable }) => searchable) ? lazily(() => candidateStatement(table)) : undefined,
      rows: sql<{ account_id: number; ids: string }, Row & { id: number }>(
        `select ${columns} from ${table} where account_id = :account_id and id {in :ids}`,
      ),
    };
  });

  /** Finds the ids of a page, and counts all matches. */
  function* find(
    text: string,
    { start, limit, sort, status }: Pick<Found, 'start' | 'limit'> & Pick<PageRequest, 'sort' | 'status'>,
    parameters: Parameters & { account_id: number },
  ): Query<Found> {
    const folded = foldForSearch(text);
    const asked = { ...parameters, pattern: toLikePattern(folded) };
    const found: Found = { start, limit, ids: [], total: 0, examined: 0 };
    for (const { table, candidates, slices } of inOrder(tables, sort)) {
      const statement = (indexed: boolean) => slices({ direction: sort, status: status !== undefined, indexed });
      const stretches = yield* divide(table, candidates, folded, parameters.account_id, statement);
      for (const stretch of inOrder(stretches, sort)) yield* goOver(stretch, sort, asked, found);
    }
    return found;
  }

  return {
    *page(
      text: string,
      { page, per_page, sort, status }: PageRequest,
      parameters: Parameters & { account_id: number },
    ): Query<Page<Row>> {
      const { account_id } = parameters;
      const start = Math.min((page - 1) * per_page, LAST);
      const found = yield* find(text, { start, limit: per_page, sort, status }, parameters);
      const shown = new Map<number, Row>();
      for (const { rows } of found.ids.length > 0 ? tables : []) {
        for (const row of yield* rows.all({ account_id, ids: JSON.stringify(found.ids) })) shown.set(row.id, row);
      }
      return { items: found.ids.flatMap((id) => shown.get(id) ?? []), ...summarize(found) };
    },

    /** Finds the ids of all matches, up to MAX_SEARCH_TOTAL, for another order. */
    *all(text: string, { sort, status }: PageRequest, parameters: Parameters & { account_id: number }) {
      const found = yield* find(text, { start: 0, limit: MAX_SEARCH_TOTAL, sort, status }, parameters);
      return { ids: found.ids as readonly number[], ...summarize(found) };
    },
  };
}

function summarize({ total, examined }: Found): Omit<Page<never>, 'items'> {
  if (total <= MAX_SEARCH_TOTAL) return { total, examined };
  return { total: MAX_SEARCH_TOTAL, totalCapped: true, examined };
}

function inOrder<T>(ascending: readonly T[], direction: Direction): readonly T[] {
  return direction === 'asc' ? ascending : ascending.toReversed();
}

/** Splits a table into the range the index covers, and the rest. */
function* divide(
  table: string,
  candidates: ((shape: object) => CandidateStatement) | undefined,
  folded: string,
  accountId: number,
  statement: (indexed: boolean) => SliceStatement,
): Query<Stretch[]> {
  const scanned = (low: number) => ({ statement: statement(false), low, high: LAST, match: null, slice: SLICE });
  if (!candidates) return [scanned(0)];
  const mark = yield* readSearchMark(table);
  if (mark === undefined) {
    const match = toTextSearchQuery(accountId, folded);
    const found = (yield* candidates({}).one({ match, low: 0, high: LAST, most: MAX_SEARCH_TOTAL + 1 }))?.count ?? 0;
    // The index of PostgreSQL has no order. If it names more rows than a search returns, reading the newest rows is
    // faster.
    if (found > MAX_SEARCH_TOTAL) return [{ ...scanned(0), slice: MAX_SEARCH_TOTAL }];
    return [{ statement: statement(true), low: 0, high: LAST, match, slice: LAST }];
  }
  const words = wordsOf(folded);
  if (words.length === 0) return [scanned(0)];
  const match = toFullTextQuery(accountId, words);
  return [{ statement: statement(true), low: 0, high: mark, match, slice: SLICE }, scanned(mark)];
}

/**
 * Initial window of ids for one statement on the index of SQLite (finding the first match costs as much), and its
 * target duration.
 */
const FIRST_WIDTH = 65_536;
const SHORT_MS = 2;
const LONG_MS = 8;

/**
 * A statement ends with its slice or with its window of ids. Words that are each frequent but never occur together keep
 * the index busy without a result. The size of the window follows from the duration of the last statement only.
 */
function* goOver(
  { statement, slice: limit, match, ...range }: Stretch,
  direction: Direction,
  parameters: Parameters,
  found: Found,
): Query<void> {
  let { low, high } = range;
  let width = match !== null && limit === SLICE ? FIRST_WIDTH : LAST;
  while (low < high && found.total <= MAX_SEARCH_TOTAL) {
    const window =
      direction === 'asc' ? { low, high: Math.min(high, low + width) } : { low: Math.max(low, high - width), high };
    const began = performance.now();
    const skip = Math.max(0, found.start - found.total);
    const left = Math.max(0, MAX_SEARCH_TOTAL - found.total - skip);
    const wanted = { skip, take: Math.min(found.limit - found.ids.length, left) };
    const slice = yield* statement.one({ ...parameters, ...window, ...wanted, match, slice: limit });
    const took = performance.now() - began;
    if (!slice) return;
    if (slice.ids) found.ids.push(...slice.ids.split(',').map(Number));
    found.total += slice.hits ?? 0;
    found.examined += slice.seen + STATEMENT_COST;
    const cut = slice.seen === limit && slice.last !== null;
    if (direction === 'asc') low = cut ? (slice.last ?? LAST) : window.high;
    else high = cut ? (slice.last ?? 0) - 1 : window.low;
    if (took < SHORT_MS) width = Math.min(width * 2, LAST);
    else if (took > LONG_MS) width = Math.max(width / 2, FIRST_WIDTH);
  }
}

type CandidateStatement = PreparedQuery<{ match: string; low: number; high: number; most: number }, { count: number }>;

/** Counts the rows that the index names, up to a limit; on PostgreSQL only. */
function candidateStatement(table: string): CandidateStatement {
  return sql(
    `select count(*) as count from (
       select 1 from ${table} as t where {search ${table} as t by :match within :low and :high asc limit :most}) as named`,
  );
}

type SliceShape = { direction: Direction; status: boolean; indexed: boolean };

function sliceStatement(table: string, strands: readonly Strand[], shape: SliceShape): SliceStatement {
  const { direction, status, indexed } = shape;
  const { conditions, order } = walk(
    { table, keys: sharedKeys(strands) },
    { status: false, bound: 'within', direction },
  );
  const ofOne = strands.map((strand) => `(${isOf(strand, status)})`).join(' or ');
  const searched = indexed
    ? `select * from ${table} as t where {search ${table} as t by :match within :low and :high ${direction} limit :slice}`
    : `select * from ${table} where ${conditions} order by ${order} limit :slice`;
  return sql(
    `with found as materialized (
       select id, case when (${ofOne}) and search_text like :pattern escape '\\' then 1 else 0 end as hit
       from (${searched}) as looked)
     select count(*) as seen, ${direction === 'asc' ? 'max' : 'min'}(id) as last, sum(hit) as hits,
       (select string_agg(cast(id as text), ',') from (
          select id from found where hit = 1 order by id ${direction} limit :take offset :skip) as page) as ids
     from found`,
  );
}

/** Returns the keys that all strands of a table share; they are indexed, too. */
function sharedKeys([first, ...others]: readonly Strand[]): Record<string, string> {
  const keys = Object.entries(first?.keys ?? {});
  return Object.fromEntries(keys.filter(([column, value]) => others.every(({ keys: own }) => own[column] === value)));
}

function toLikePattern(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
}
