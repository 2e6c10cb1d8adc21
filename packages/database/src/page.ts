import { BLOCK_SIZE, type CountedPart, findBlock } from './blocks.ts';
import { countStatement, lazily, pageStatement, type Shape, type Strand } from './list-statement.ts';
import { BeyondOrder, defineOrders, type Orders, opposite } from './order.ts';
import type { Page, PageRequest } from './page-request.ts';
import type { Query, SqlValue } from './query.ts';
import { defineSearch } from './search.ts';
import { readTotals } from './totals.ts';

export type { Page, PageRequest } from './page-request.ts';

interface ListDefinition {
  columns: string;
  /** Each has one index with (its keys, id) and one with (its keys, status, id). */
  strands: readonly Strand[];
  /** The list is always short: rows are counted on demand, without totals. */
  few?: boolean;
  /** Orders besides that of id. All strands are of one table. */
  orders?: Orders;
}

interface PageOptions {
  /** Values for the keys of the strands, besides the account. */
  parameters?: Record<string, SqlValue>;
  /** Maintained counts that add up to the list; by default those of its tables. */
  counts?: readonly string[];
  /** Returns the weight of a maintained count, if it does not follow from the status alone. */
  weigh?: (status: string) => number;
}

/** All rows of an account in a table with a search index. */
export function ofAccount(table: string): Strand {
  return { table, keys: { account_id: ':account_id' }, searchable: true };
}

/**
 * Declares a list of an account's rows in order of id. Each shape of the query is built once. The cost of a page
 * depends neither on the number of rows nor on its position. Near an end it is read from there, elsewhere from the
 * start of its block. In another order the cost is bounded by ORDER_REACH rows; pages beyond throw BeyondOrder.
 */
export function defineList<Row extends object>({ columns, strands, few, orders = {} }: ListDefinition) {
  const pages = lazily((shape: Shape) => pageStatement<Row>(strands, columns, shape));
  const counter = lazily(({ status }: { status: boolean }) => countStatement(strands, status));
  const search = defineSearch<Row>(columns, strands);
  const ordered = defineOrders<Row>(columns, strands, orders);
  const tables = [...new Set(strands.map(({ table }) => table))];

  function* readParts(accountId: number, request: PageRequest, options: PageOptions) {
    const { status } = request;
    const weigh = options.weigh ?? ((kept: string) => (status === undefined || kept === status ? 1 : 0));
    const parts: (CountedPart & { count: number })[] = [];
    for (const list of options.counts ?? tables) {
      for (const { status: kept, count } of yield* readTotals(accountId, list)) {
        const weight = weigh(kept);
        if (weight !== 0) parts.push({ list, status: kept, weight, count });
      }
    }
    return parts;
  }

  return function* listPage(accountId: number, request: PageRequest, options: PageOptions = {}): Query<Page<Row>> {
    const { page, per_page, sort, sort_by } = request;
    const parameters = { ...options.parameters, account_id: accountId, status: request.status ?? null };
    if (request.search !== undefined) {
      if (!ordered.offers(sort_by)) return yield* search.page(request.search, request, parameters);
      const { ids, ...found } = yield* search.all(request.search, request, parameters);
      if (found.totalCapped) throw new BeyondOrder();
      const part = { direction: sort, limit: per_page, offset: Math.min((page - 1) * per_page, ids.length) };
      return { items: yield* ordered.pick(sort_by, part, accountId, ids), ...found };
    }

    const status = request.status !== undefined;
    const parts = few ? [] : yield* readParts(accountId, request, options);
    const total = few
      ? ((yield* counter({ status }).one(parameters))?.count ?? 0)
      : parts.reduce((sum, { count, weight }) => sum + count * weight, 0);
    const start = (page - 1) * per_page;
    if (start >= total) return { items: [], total };
    const limit = Math.min(per_page, total - start);
    const fromEnd = total - start - limit;
    if (ordered.offers(sort_by)) {
      return {
        items: yield* ordered.page(sort_by, { direction: sort, limit, offset: start }, total, parameters),
        total,
      };
    }

    function* read(shape: Omit<Shape, 'status'>, offset: number, from = 0): Query<Row[]> {
      const bounds = { limit, offset, reach: offset + limit, from };
      const rows = yield* pages({ ...shape, status }).all({ ...parameters, ...bounds });
      return shape.direction === sort ? rows : rows.reverse();
    }

    const position = sort === 'asc' ? start : fromEnd;
    if (few || Math.min(start, fromEnd) <= BLOCK_SIZE) {
      const direction = start <= fromEnd ? sort : opposite(sort);
      return { items: yield* read({ direction }, Math.min(start, fromEnd)), total };
    }
    const { firstId, before } = yield* findBlock(accountId, parts, position);
    return { items: yield* read({ direction: 'asc', bound: 'from' }, position - before, firstId), total };
  };
}

/** Converts the rows of a page for the API. */
export function viewPage<Row, Item>(page: Page<Row>, view: (row: Row) => Item): Page<Item> {
  return { ...page, items: page.items.map(view) };
}
