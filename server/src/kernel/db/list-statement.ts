import { type PreparedQuery, type SqlValue, sql } from './query.ts';

/** Rows that one index holds in the order of their ids: those whose columns, beside the account, are the given expressions. */
export interface Strand {
  table: string;
  /** In the order of the index, which ends with `status`, where one is given, and `id`. */
  keys: Readonly<Record<string, string>>;
  /** What is sure already where the keys are, and asked all the same: rows are of this account. */
  where?: string;
  /** Whether the table has an index for searches. */
  searchable?: boolean;
}

export type Direction = 'asc' | 'desc';

/** `from`: only ids from there on, ascending; `within`: only those above `low`, up to `high`. */
export type Shape = { status: boolean; direction: Direction; bound?: 'from' | 'within' | undefined };

type Parameters = Record<string, SqlValue>;

/**
 * A page of one or several strands, merged in the order of their ids. Of several, each gives no more ids than could be in
 * the page, from its index alone; only the rows of the page itself are read.
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

/** For what has few rows. */
export function countStatement(
  strands: readonly Strand[],
  status: boolean,
): PreparedQuery<Parameters, { count: number }> {
  const counts = strands.map((strand) => `(select count(*) from ${strand.table} where ${isOf(strand, status)})`);
  return sql(`select ${counts.join(' + ')} as count`);
}

/** Whether a row is of the strand. */
export function isOf({ keys, where }: Strand, status: boolean): string {
  const conditions = Object.entries(keys).map(([column, value]) => `${column} = ${value}`);
  return [...conditions, ...(status ? ['status = :status'] : []), ...(where ? [where] : [])].join(' and ');
}

/**
 * The last key is asked for as a range and named in the order. Were all of them equalities, PostgreSQL's planner would
 * rather walk the whole table by its primary key, hoping to meet enough rows soon; so only the right index has the order.
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

/** Makes a statement of each shape when it is first needed. */
export function lazily<Shape extends object, V>(make: (shape: Shape) => V): (shape: Shape) => V {
  const made = new Map<string, V>();
  return (shape) => {
    const key = Object.values(shape).join(' ');
    const known = made.get(key) ?? make(shape);
    made.set(key, known);
    return known;
  };
}
