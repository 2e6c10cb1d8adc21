import { lazily, walk } from './list-statement.ts';
import type { Page, PageRequest } from './page-request.ts';
import { type Query, type SqlValue, sql } from './query.ts';

/** Most rows such a list covers, and most rows a filter without its own index examines. */
const REACH = 10_000;

const NEWEST_FIRST = { status: false, direction: 'desc' } as const;

type Filters = Readonly<Record<string, SqlValue | undefined>>;
type Parameters = Record<string, SqlValue>;

interface LogDefinition {
  table: string;
  columns: string;
  /**
   * Columns that each have an index (account_id, column, id), most selective first. Unless `split` is set, (account_id,
   * id) is indexed, too.
   */
  indexed: readonly string[];
  /** Filters by the presence of a value, and the column of each: `{ by_key: 'key_id' }`. Their value is ignored. */
  present?: Readonly<Record<string, string>>;
  /** Column of the only index, and all its values: rows without a filter are merged from these. */
  split?: { readonly column: string; readonly values: readonly string[] };
}

/**
 * Declares an append-only list of an account: its newest rows, filtered by any column. It maintains no counts, because
 * inserts must be as cheap as possible. A page covers the newest 10,000 rows that an index finds.
 */
export function defineLog<Row extends object>({ table, columns, indexed, present = {}, split }: LogDefinition) {
  const selectNewest = (selected: string, keys: Record<string, string>, most: string | number) => {
    const { conditions, order } = walk({ table, keys: { account_id: ':account_id', ...keys } }, NEWEST_FIRST);
    return `select ${selected} from ${table} where ${conditions} order by ${order} limit ${most}`;
  };

  /** `given` contains the names of the filters, separated by spaces. */
  const statementsFor = lazily(({ given }: { given: string }) => {
    const names = given.split(' ').filter(Boolean);
    const key = indexed.find((name) => names.includes(name));
    const rest = names.filter((name) => name !== key);
    const selected = [...new Set(['id', ...rest.map((name) => present[name] ?? name)])].join(', ');
    const conditions = rest.map((name) => (present[name] ? `${present[name]} is not null` : `${name} = :${name}`));
    /** Selects the newest rows that the index finds, and of these the ones that match the other filters. */
    const select = (most: string | number, isOrdered: boolean) => {
      const strands = split && !key ? split.values.map((value) => ({ [split.column]: `'${value}'` })) : [];
      const parts = strands.map(
        (keys, index) => `select * from (${selectNewest(selected, keys, most)}) as strand_${index}`,
      );
      const order = isOrdered ? 'order by id desc' : '';
      const found =
        parts.length > 0
          ? `select * from (${parts.join(' union all ')}) as merged ${order} limit ${most}`
          : selectNewest(selected, key ? { [key]: `:${key}` } : {}, most);
      return `from (${found}) as newest
        ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`;
    };
    const isFiltered = rest.length > 0;
    const page = (direction: 'asc' | 'desc', most: string | number) =>
      sql<Parameters, Row>(
        `select ${columns} from ${table}
         where id in (select id ${select(most, true)} order by id ${direction} limit :limit offset :offset)
         order by id ${direction}`,
      );
    return {
      // Without other filters every row counts, in any order.
      count: sql<Parameters, { count: number }>(`select count(*) as count ${select(REACH, isFiltered)}`),
      asc: page('asc', REACH),
      // The newest rows come first, so a page needs no rows beyond it.
      desc: page('desc', isFiltered ? REACH : ':reach'),
    };
  });

  return function* listNewest(accountId: number, filters: Filters, request: PageRequest): Query<Page<Row>> {
    const { page, per_page, sort } = request;
    const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, SqlValue][];
    const names = given.map(([name]) => name).sort();
    const statements = statementsFor({ given: names.join(' ') });
    const parameters = { account_id: accountId, ...Object.fromEntries(given) };
    const total = (yield* statements.count.one(parameters))?.count ?? 0;
    const offset = (page - 1) * per_page;
    if (offset >= total) return { items: [], total };
    const reach = Math.min(REACH, offset + per_page);
    return { items: yield* statements[sort].all({ ...parameters, limit: per_page, offset, reach }), total };
  };
}
