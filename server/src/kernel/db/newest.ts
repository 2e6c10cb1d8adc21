import { lazily, walk } from './list-statement.ts';
import type { Page, PageRequest } from './page-request.ts';
import { type Query, type SqlValue, sql } from './query.ts';

/** How far back such a list goes, and a filter without an index of its own looks. */
const REACH = 10_000;

type Filters = Readonly<Record<string, SqlValue | undefined>>;
type Parameters = Record<string, SqlValue>;

interface LogDefinition {
  table: string;
  columns: string;
  /** Columns with an index (account_id, column, id) each, the narrowest first; (account_id, id) is one too. */
  indexed: readonly string[];
}

/**
 * A list of what is only ever added, for an account: its newest rows, filtered by any of its columns. Nothing is kept count of,
 * because adding must cost as little as it can; instead a page is of the newest 10,000 that an index finds.
 */
export function defineLog<Row extends object>({ table, columns, indexed }: LogDefinition) {
  /** `given` are the names of the filters, in one text. */
  const statementsFor = lazily(({ given }: { given: string }) => {
    const names = given.split(' ').filter(Boolean);
    const key = indexed.find((name) => names.includes(name));
    const keys = { account_id: ':account_id', ...(key ? { [key]: `:${key}` } : {}) };
    const { conditions, order } = walk({ table, keys }, { status: false, direction: 'desc' });
    const rest = names.filter((name) => name !== key);
    const newest = `from (select ${['id', ...rest].join(', ')} from ${table}
        where ${conditions} order by ${order} limit ${REACH}) as newest
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
