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
  /** Column of the only index, and all its values: rows without a filter are merged from these. */
  split?: { readonly column: string; readonly values: readonly string[] };
}

/**
 * Declares an append-only list of an account: its newest rows, filtered by any column. It maintains no counts, because
 * inserts must be as cheap as possible. A page covers the newest 10,000 rows that an index finds.
 */
export function defineLog<Row extends object>({ table, columns, indexed, split }: LogDefinition) {
  const selectNewest = (selected: string, keys: Record<string, string>) => {
    const { conditions, order } = walk({ table, keys: { account_id: ':account_id', ...keys } }, NEWEST_FIRST);
    return `select ${selected} from ${table} where ${conditions} order by ${order} limit ${REACH}`;
  };

  /** `given` contains the names of the filters, separated by spaces. */
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
