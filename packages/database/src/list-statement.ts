import { type PreparedQuery, type SqlValue, sql } from './query.ts';

/**
 * Rows that one index holds in order of id: those whose key columns, besides the account, equal the given expressions.
 */
export interface Strand {
  table: string;
  /** In the order of the index, which ends with `status`, if there is one, and `id`. */
  keys: Readonly<Record<string, string>>;
  /** Condition that the keys imply but that is checked anyway: the rows belong to this account. */
  where?: string;
  /** Set if the table has a search index. */
  searchable?: boolean;
}

export type Direction = 'asc' | 'desc';

/** `from`: only ids from there on, ascending. `within`: only ids above `low`, up to `high`. */
export type Shape = { status: boolean; direction: Direction; bound?: 'from' | 'within' | undefined };

type Parameters = Record<string, SqlValue>;

/**
 * Returns the statement for a page of one or several strands, merged by id. With several, each contributes only as many
 * ids as the page can hold, from its index alone; only the rows of the page are read.
 */
export function pageStatement<Row>(strands: readonly Strand[], columns: string, shape: Shape) {
  return sql(
    strands.length === 1 ? ofOne(strands[0] as Strand, columns, shape) : ofSeveral(strands, columns, shape),
  ) as PreparedQuery<Parameters, Row>;
}

function ofOne(strand: Strand, columns: string, shape: Shape): string {
  const { conditions, order } = walk(strand, shape);
  return `select ${columns} from ${strand.table} where ${conditions} order by ${order} limit :limit offset :offset`;
}

function ofSeveral(strands: readonly Strand[], columns: string, shape: Shape): string {
  const { direction } = shape;
  const tables = [...new Set(strands.map(({ table }) => table))];
  const ids = strands.map((strand, index) => {
    const { conditions, order } = walk(strand, shape);
    return `select * from (select id, ${tables.indexOf(strand.table)} as place from ${strand.table}
      where ${conditions} order by ${order} limit :reach) as strand_${index}`;
  });
  const rows = tables.map(
    (table, place) => `select ${columns} from ${table} where id in (select id from chosen where place = ${place})`,
  );
  return `with chosen as materialized (
      select id, place from (${ids.join(' union all ')}) as merged order by id ${direction} limit :limit offset :offset)
    ${rows.join(' union all ')} order by id ${direction}`;
}

/** Returns a count statement, for lists with few rows. */
export function countStatement(
  strands: readonly Strand[],
  status: boolean,
): PreparedQuery<Parameters, { count: number }> {
  const counts = strands.map((strand) => `(select count(*) from ${strand.table} where ${isOf(strand, status)})`);
  return sql(`select ${counts.join(' + ')} as count`);
}

/** Returns the condition that a row belongs to the strand. */
export function isOf({ keys, where }: Strand, status: boolean): string {
  const conditions = Object.entries(keys).map(([column, value]) => `${column} = ${value}`);
  return [...conditions, ...(status ? ['status = :status'] : []), ...(where ? [where] : [])].join(' and ');
}

/**
 * The last key is a range condition and part of the order. If all keys were equalities, PostgreSQL might scan the table
 * by its primary key and hope to find enough rows soon. Now only the right index has the order.
 */
export function walk({ keys, where }: Strand, { status, bound, direction }: Shape) {
  const all = Object.entries({ ...keys, ...(status ? { status: ':status' } : {}) });
  const [column, value] = all.at(-1) as [string, string];
  const conditions = [
    ...all.slice(0, -1).map(([key, is]) => `${key} = ${is}`),
    ...boundsOf(column, value, bound),
    ...(where ? [where] : []),
  ];
  return { conditions: conditions.join(' and '), order: `${column} ${direction}, id ${direction}` };
}

function boundsOf(column: string, value: string, bound: Shape['bound']): string[] {
  if (bound === 'from') return [`{(${column}, id) >= (${value}, :from)}`, `${column} <= ${value}`];
  if (bound === 'within') return [`{(${column}, id) > (${value}, :low)}`, `{(${column}, id) <= (${value}, :high)}`];
  return [`${column} between ${value} and ${value}`];
}

/** Caches a statement per shape, created on first use. */
export function lazily<Shape extends object, V>(make: (shape: Shape) => V): (shape: Shape) => V {
  const made = new Map<string, V>();
  return (shape) => {
    const key = Object.values(shape).join(' ');
    const known = made.get(key) ?? make(shape);
    made.set(key, known);
    return known;
  };
}
