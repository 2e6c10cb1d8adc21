import { type Direction, isOf, lazily, type Strand, walk } from './list-statement.ts';
import type { Page, PageRequest } from './page-request.ts';
import { type PreparedQuery, type Query, type SqlValue, sql } from './query.ts';

/** What search columns hold and search texts are turned into before they are compared. */
export function foldForSearch(...texts: (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();
}

type Parameters = Record<string, SqlValue>;

/** One step of a search: how many rows it looked at, up to which, how many of them match, and the ids for the page. */
interface Slice {
  seen: number;
  last: number | null;
  hits: number | null;
  ids: string | null;
}

/** Rows looked at in one statement, which on SQLite holds up everyone else. */
const SLICE = 1000;
const FIRST = 0;
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * The rows of a list whose text has another in it, with an exact total. It goes over the rows in the order of the page, in
 * slices, and notes those that the page shows on the way.
 */
export function defineSearch<Row extends object>(columns: string, strands: readonly Strand[]) {
  // Ids of the sandbox, whose table comes last, are above all others: so one table after the other is in order.
  const tables = [...new Set(strands.map(({ table }) => table))].map((table) => {
    const own = strands.filter((strand) => strand.table === table);
    return {
      slices: lazily(({ direction, status }: { direction: Direction; status: boolean }) =>
        scanStatement(table, own, direction, status),
      ),
      rows: sql<{ account_id: number; ids: string }, Row & { id: number }>(
        `select ${columns} from ${table}
         where account_id = :account_id and id in (select cast(i.value as bigint) from {each :ids as i})`,
      ),
    };
  });

  return function* search(
    text: string,
    { page, per_page, sort, status }: PageRequest,
    parameters: Parameters & { account_id: number },
  ): Query<Page<Row>> {
    const start = (page - 1) * per_page;
    const found = { items: [] as Row[], total: 0, examined: 0 };
    const pattern = toLikePattern(text);
    for (const { slices, rows } of sort === 'asc' ? tables : tables.toReversed()) {
      const statement = slices({ direction: sort, status: status !== undefined });
      const ids: number[] = [];
      for (let after: number | null = sort === 'asc' ? FIRST : LAST; after !== null; ) {
        const skip = Math.min(Math.max(0, start - found.total), LAST);
        const take = per_page - found.items.length - ids.length;
        const slice: Slice | undefined = yield* statement.one({
          ...parameters,
          pattern,
          after,
          slice: SLICE,
          skip,
          take,
        });
        if (slice?.ids) ids.push(...slice.ids.split(',').map(Number));
        found.total += slice?.hits ?? 0;
        found.examined += slice?.seen ?? 0;
        after = slice?.seen === SLICE ? slice.last : null;
      }
      if (ids.length === 0) continue;
      const shown = yield* rows.all({ account_id: parameters.account_id, ids: JSON.stringify(ids) });
      const byId = new Map(shown.map((row) => [row.id, row]));
      found.items.push(...ids.flatMap((id) => byId.get(id) ?? []));
    }
    return found;
  };
}

function scanStatement(
  table: string,
  strands: readonly Strand[],
  direction: Direction,
  status: boolean,
): PreparedQuery<Parameters, Slice> {
  const { conditions, order } = walk(
    { table, keys: sharedKeys(strands) },
    { status: false, bound: 'after', direction },
  );
  const ofOne = strands.map((strand) => `(${isOf(strand, status)})`).join(' or ');
  return sql(
    `with found as materialized (
       select id, case when (${ofOne}) and search_text like :pattern escape '\\' then 1 else 0 end as hit
       from (select * from ${table} where ${conditions} order by ${order} limit :slice) as slice)
     select count(*) as seen, ${direction === 'asc' ? 'max' : 'min'}(id) as last, sum(hit) as hits,
       (select string_agg(cast(id as text), ',') from (
          select id from found where hit = 1 order by id ${direction} limit :take offset :skip) as page) as ids
     from found`,
  );
}

/** What all strands of a table have in common, for which there is an index too. */
function sharedKeys([first, ...others]: readonly Strand[]): Record<string, string> {
  const keys = Object.entries(first?.keys ?? {});
  return Object.fromEntries(keys.filter(([column, value]) => others.every(({ keys: own }) => own[column] === value)));
}

function toLikePattern(search: string): string {
  return `%${foldForSearch(search).replace(/[\\%_]/g, '\\$&')}%`;
}
