import { type Direction, isOf, lazily, type Strand, walk } from './list-statement.ts';
import { type PreparedQuery, type Query, type SqlValue, sql } from './query.ts';

/**
 * Orders that a list offers besides that of id: SQL expressions over a row by the name that a request sends. An
 * expression is never null. Those of long lists have an index (account_id, the expression, id).
 */
export type Orders = Readonly<Record<string, string>>;

/** Most rows that a page in another order than that of id skips, and most matches that are sorted. */
export const ORDER_REACH = 10_000;

/** The page is too far from both ends, or too many rows match its filters, for the requested order. */
export class BeyondOrder extends Error {
  override readonly name = 'BeyondOrder';
}

type Parameters = Record<string, SqlValue>;
type Ids = PreparedQuery<Parameters, { id: number }>;

/** Part of a page: `limit` rows after `offset`. */
interface Part {
  readonly direction: Direction;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Declares reads of a list in other orders. Each selects the ids of a page first, from indexes where there are any, and
 * then reads only their rows.
 */
export function defineOrders<Row extends object>(columns: string, strands: readonly Strand[], orders: Orders) {
  const [first] = strands as [Strand, ...Strand[]];
  const { table } = first;
  const isWhole = strands.length === 1 && Object.keys(first.keys).length === 1 && first.where === undefined;
  type Shape = { by: string; direction: Direction };
  const walked = lazily((shape: Shape): Ids => walkStatement(first, orders[shape.by] as string, shape.direction));
  const gathered = lazily(({ by, direction, status }: Shape & { status: boolean }): Ids => {
    const place = orders[by] as string;
    const parts = strands.map((strand) => `select id, ${place} as place from ${table} where ${isOf(strand, status)}`);
    return sql(`with found as materialized (${parts.join(' union all ')})
      select id from found order by place ${direction}, id ${direction} limit :limit offset :offset`);
  });
  const sorted = lazily(({ by, direction }: Shape): Ids => {
    return sql(`select id from ${table} where account_id = :account_id and id {in :ids}
      order by ${orders[by]} ${direction}, id ${direction} limit :limit offset :offset`);
  });
  const rows = lazily(() =>
    sql<{ account_id: number; ids: string }, Row & { id: number }>(
      `select ${columns} from ${table} where account_id = :account_id and id {in :ids}`,
    ),
  );

  function* read(accountId: number, chosen: readonly { id: number }[]): Query<Row[]> {
    const ids = chosen.map(({ id }) => id);
    const found = new Map<number, Row>();
    if (ids.length === 0) return [];
    for (const row of yield* rows({}).all({ account_id: accountId, ids: JSON.stringify(ids) })) found.set(row.id, row);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  return {
    offers: (by: string | undefined): by is string => by !== undefined && (orders[by] ?? 'id') !== 'id',

    /** Reads a page of all rows, from the nearer end, or of a status. Throws BeyondOrder. */
    *page(
      by: string,
      { direction, limit, offset }: Part,
      total: number,
      { status, ...parameters }: Parameters & { account_id: number },
    ): Query<Row[]> {
      const { account_id } = parameters;
      if (isWhole && status === null) {
        const fromEnd = total - offset - limit;
        const isNear = offset <= fromEnd;
        if (Math.min(offset, fromEnd) > ORDER_REACH) throw new BeyondOrder();
        const statement = walked({ by, direction: isNear ? direction : opposite(direction) });
        const ids = yield* statement.all({ account_id, limit, offset: isNear ? offset : fromEnd });
        return yield* read(account_id, isNear ? ids : ids.reverse());
      }
      if (total > ORDER_REACH) throw new BeyondOrder();
      const statement = gathered({ by, direction, status: status !== null });
      return yield* read(account_id, yield* statement.all({ ...parameters, status: status ?? null, limit, offset }));
    },

    /** Reads a page of these rows. */
    *pick(by: string, { direction, limit, offset }: Part, accountId: number, ids: readonly number[]): Query<Row[]> {
      const parameters = { account_id: accountId, ids: JSON.stringify(ids), limit, offset };
      return yield* read(accountId, yield* sorted({ by, direction }).all(parameters));
    },
  };
}

/** Selects ids in the order of an index. The account is a range and part of the order, as in `walk`. */
function walkStatement(strand: Strand, place: string, direction: Direction): Ids {
  const { conditions } = walk(strand, { status: false, direction });
  return sql(`select id from ${strand.table} where ${conditions}
    order by account_id ${direction}, ${place} ${direction}, id ${direction} limit :limit offset :offset`);
}

export function opposite(direction: Direction): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}
