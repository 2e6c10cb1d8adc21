import type { Orders } from './order.ts';
import { defineList, ofAccount } from './page.ts';
import { type Query, sql } from './query.ts';
import { foldForSearch } from './search.ts';
import { type Columns, type Given, number, type TableOptions, table, text, type Values } from './table.ts';
import { countRow, moveRow } from './totals.ts';

/** Columns of a table that customers list: rows of an account with a status. */
type ListedColumns = Columns & { id: Columns[string]; status: Columns[string] };
type Found<C extends Columns, Unique> = Unique extends string ? Values<C> | undefined : Values<C>;
/** Texts that a search covers. */
interface Searched {
  search: readonly (string | null)[];
}

/**
 * Declares a table that customers list. Its functions maintain totals and the search text, and add the account to every
 * `where`.
 */
export function listedTable<
  C extends ListedColumns,
  Hidden extends Columns = Record<never, never>,
  Unique extends string | undefined = undefined,
>(name: string, columns: C, { hidden, ...options }: TableOptions<C, Hidden, Unique> = {}) {
  type Row = Values<C>;
  const declared = table<C, Columns, Unique>(name, columns, {
    idAhead: true,
    ...options,
    hidden: { account_id: number(), search_text: text(), ...hidden },
  });
  const ownRow = `from ${name} where account_id = :account_id and id = :id`;
  const FIND = sql<{ account_id: number; id: number }, Row>(`select ${declared.columns} ${ownRow}`);
  const DELETE = sql<{ account_id: number; id: number }, Row>(`delete ${ownRow} returning ${declared.columns}`);

  function count(accountId: number, row: Row, count: 1 | -1): Query<void> {
    return countRow({ account_id: accountId, list: name, id: Number(row.id), status: String(row.status), count });
  }

  return {
    name,
    columns: declared.columns,
    list: defineList<Row>({ columns: declared.columns, strands: [ofAccount(name)] }),

    /** Declares the list with other orders than that of id. */
    listIn(orders: Orders) {
      return defineList<Row>({ columns: declared.columns, strands: [ofAccount(name)], orders });
    },

    find(accountId: number, id: number): Query<Row | undefined> {
      return FIND.one({ account_id: accountId, id });
    },

    *insert(
      accountId: number,
      row: Pick<Row, Given<C>>,
      { search, ...rest }: Searched & Values<Hidden>,
    ): Query<Found<C, Unique>> {
      const kept = { account_id: accountId, search_text: foldForSearch(...search), ...rest };
      const made = yield* declared.insert(row, kept as Values<Columns>);
      if (made) yield* count(accountId, made as Row, 1);
      return made as Found<C, Unique>;
    },

    /** Runs an update of a row that was read as `before`. Returns undefined if nothing changed. */
    *change<After extends Pick<Row, 'status'>>(
      accountId: number,
      before: Pick<Row, 'id' | 'status'>,
      update: Query<After | undefined>,
    ): Query<After | undefined> {
      const after = yield* update;
      if (after) yield* moveRow(accountId, name, Number(before.id), String(before.status), String(after.status));
      return after;
    },

    /** Deletes a row and returns it. A custom deletion can add conditions. */
    *remove(
      accountId: number,
      id: number,
      deletion: Query<Row | undefined> = DELETE.one({ account_id: accountId, id }),
    ): Query<Row | undefined> {
      const gone = yield* deletion;
      if (gone) yield* count(accountId, gone, -1);
      return gone;
    },

    // For the compiler only: type of `Row<typeof tickets>`.
    ...({} as { readonly row?: Row; readonly newRow?: Pick<Row, Given<C>> }),
  };
}
