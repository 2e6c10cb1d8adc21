import { type PreparedQuery, type Query, type SqlValue, sql } from './query.ts';
import { readTotal } from './totals.ts';

/** What a caller of a list asks for, already checked. */
export interface PageRequest {
  page: number;
  per_page: number;
  sort: 'asc' | 'desc';
  status?: string | undefined;
  search?: string | undefined;
}

export interface Page<T> {
  items: T[];
  total: number;
}

interface ListDefinition {
  /** The table, which is also the name under which its totals are kept. */
  table: string;
  columns: string;
  /** Further conditions on columns, as `column = :column`. */
  where?: string;
}

type Variant = { status: boolean; search: boolean; direction: 'asc' | 'desc' };

/**
 * A list of one account's rows in order of id. Each shape of the query is built once. A page in the second half is read
 * from the far end, so the last page costs what the first does.
 */
export function defineList<Row>({ table, columns, where }: ListDefinition) {
  const statements = new Map<string, PreparedQuery<Record<string, SqlValue>, Row>>();
  const counts = new Map<string, PreparedQuery<Record<string, SqlValue>, { count: number }>>();

  const conditions = ({ status, search }: Omit<Variant, 'direction'>) =>
    [
      // Without a status PostgreSQL's planner would rather walk the whole table by its key to find a last page; a range and
      // an order that begin with the account lead it to the account's own index.
      status ? 'account_id = :account_id' : 'account_id between :account_id and :account_id',
      ...(where ? [where] : []),
      ...(status ? ['status = :status'] : []),
      ...(search ? [`search_text like :pattern escape '\\'`] : []),
    ].join(' and ');

  const statementFor = (variant: Variant) =>
    getOrMake(statements, `${variant.status} ${variant.search} ${variant.direction}`, () =>
      sql(
        `select ${columns} from ${table} where ${conditions(variant)}
         order by ${variant.status ? '' : `account_id ${variant.direction}, `}id ${variant.direction}
         limit :limit offset :offset`,
      ),
    );

  const countFor = (variant: Omit<Variant, 'direction'>) =>
    getOrMake(counts, `${variant.status} ${variant.search}`, () =>
      sql(`select count(*) as count from ${table} where ${conditions(variant)}`),
    );

  return function* listPage(
    accountId: number,
    request: PageRequest,
    extra: Record<string, SqlValue> = {},
    /** The lists whose totals add up to this one; or the total itself; or that it be counted, where rows are few. */
    totals: readonly string[] | number | 'count' = [table],
  ): Query<Page<Row>> {
    const { page, per_page, sort, status, search } = request;
    const variant = { status: status !== undefined, search: search !== undefined };
    const parameters = {
      ...extra,
      account_id: accountId,
      status: status ?? null,
      pattern: search === undefined ? null : toLikePattern(search),
    };
    let total = 0;
    if (search !== undefined || totals === 'count') {
      total = (yield* countFor(variant).one(parameters))?.count ?? 0;
    } else if (typeof totals === 'number') {
      total = totals;
    } else {
      for (const list of totals) total += yield* readTotal(accountId, list, status);
    }
    const offset = (page - 1) * per_page;
    if (offset >= total) return { items: [], total };
    const limit = Math.min(per_page, total - offset);
    const fromEnd = total - offset - limit;
    if (fromEnd < offset) {
      const direction = sort === 'asc' ? 'desc' : 'asc';
      const rows = yield* statementFor({ ...variant, direction }).all({ ...parameters, limit, offset: fromEnd });
      return { items: rows.reverse(), total };
    }
    return { items: yield* statementFor({ ...variant, direction: sort }).all({ ...parameters, limit, offset }), total };
  };
}

/** What search columns hold and search texts are turned into before they are compared. */
export function foldForSearch(...texts: (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();
}

function toLikePattern(search: string): string {
  return `%${foldForSearch(search).replace(/[\\%_]/g, '\\$&')}%`;
}

function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (!value) {
    value = make();
    map.set(key, value);
  }
  return value;
}
