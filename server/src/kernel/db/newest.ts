import { lazily, walk } from './list-statement.ts';
import type { Page, PageRequest } from './page-request.ts';
import { type Query, type SqlValue, sql } from './query.ts';

/** How far back such a list goes, and a filter without an index of its own looks. */
const REACH = 10_000;

const NEWEST_FIRST = { status: false, direction: 'desc' } as const;

type Filters = Readonly<Record<string, SqlValue | undefined>>;
type Parameters = Record<string, SqlValue>;

interface LogDefinition {
  table: string;
  columns: string;
  /** Columns with an index (account_id, column, id) each, the narrowest first; (account_id, id) is one too, unless split. */
  indexed: readonly string[];
  /** The column of the only index, and all its values: rows without a filter are merged from these. */
  split?: { readonly column: string; readonly values: readonly string[] };
}

/**
 * A list of what is only ever added, for an account: its newest rows, filtered by any of its columns. Nothing is kept count of,
 * because adding must cost as little as it can; instead a page is of the newest 10,000 that an index finds.
 */
export function defineLog<Row extends object>({ table, columns, indexed, split }: LogDefinition) {
  const selectNewest = (selected: string, keys: Record<string, string>) => {
    const { conditions, order } = walk({ table, keys: { account_id: ':account_id', ...keys } }, NEWEST_FIRST);
    return `select ${selected} from ${table} where ${conditions} order by ${order} limit ${REACH}`;
  };

  /** `given` are the names of the filters, in one text. */
  const statementsFor = lazily(({ given }: { given: string }) => {
    const names = given.split(' ').filter(Boolean);
    const key = indexed.find((name) => names.includes(name));
    const rest = names.filter((name) => name !== key);
    const selected = ['id', ...rest].join(', ');
    const merge = ({ column, values }: NonNullable<LogDefinition['split']>) => {
      const parts = values.map(
        (value, index) => `select * from (${selectNewest(selected, { [column]: `'${value}'` })}) as strand_${index}`,
      );
      return `select * from (${parts.join(' union all ')}) as merged order by id desc limit ${REACH}`;
    };
    const found = split && !key ? merge(split) : selectNewest(selected, key ? { [key]: `:${key}` } : {});
    const newest = `from (${found}) as newest
      ${rest.length > 0 ? `where ${rest.map((name) => `${name} = :${name}`).join(' and ')}` : ''}`;
    const page = (direction: 'asc' | 'desc') =>
      sql<Parameters, Row>(
        `select ${columns} from ${table}
         where id in (select id ${newest} order by id ${direction} limit :limit offset :offset) order by id ${direction}`,
      );
    return {
      count: sql<Parameters, { count: number }>(`select count(*) as count ${newest}`),
      asc: page('asc'),
      desc: page('desc'),
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
    return { items: yield* statements[sort].all({ ...parameters, limit: per_page, offset }), total };
  };
}
