import { insert, type Query, type SqlValue } from './query.ts';

/** Type of a column, in the database and, by `holds`, in TypeScript. `holds` exists for the compiler only. */
export interface Column<T extends SqlValue = SqlValue, Start extends 'given' | 'null' = 'given' | 'null'> {
  readonly type: 'text' | 'number';
  readonly nullable: boolean;
  readonly start: Start;
  readonly holds?: T;
}

export type Columns = Readonly<Record<string, Column>>;
export type Values<C extends Columns> = { -readonly [name in keyof C]: C[name] extends Column<infer T> ? T : never };
export type Given<C extends Columns> = {
  [name in keyof C]: name extends 'id' ? never : C[name] extends Column<SqlValue, 'given'> ? name : never;
}[keyof C];

/** Type of a row as read. */
export type Row<T extends { readonly row?: object }> = NonNullable<T['row']>;

/** Type of a row as inserted. */
export type NewRow<T extends { readonly newRow?: object }> = NonNullable<T['newRow']>;

export interface Table<C extends Columns, Hidden extends Columns, Unique extends string | undefined> {
  readonly name: string;
  readonly declared: Columns;
  /** Column list for a select or a `returning`. */
  readonly columns: string;
  /** Inserts a row and returns it with its generated id. */
  insert(
    row: Pick<Values<C>, Given<C>>,
    ...hidden: keyof Hidden extends never ? [] : [Values<Hidden>]
  ): Query<Unique extends string ? Values<C> | undefined : Values<C>>;
  /** Like `insert`, if no column names the account. */
  insertOf(accountId: number, ...given: Parameters<this['insert']>): ReturnType<this['insert']>;
  readonly row?: Values<C>;
  readonly newRow?: Pick<Values<C>, Given<C>>;
}

export interface TableOptions<C extends Columns, Hidden extends Columns, Unique extends string | undefined> {
  /** Columns that an insert takes but no row shows. */
  hidden?: Hidden;
  /** Expressions read in place of columns. */
  shown?: { readonly [name in keyof C]?: string };
  /** Unique columns: if another row has the same values, an insert does nothing and returns undefined. */
  unique?: Unique;
  /**
   * Allows an id to be reserved before the row exists, so that writes that share a commit need not wait for each id.
   * Not for rows written under a lock whose ids must reflect their order.
   */
  idAhead?: boolean;
}

/** All declared tables. */
const tables: Pick<Table<Columns, Columns, undefined>, 'name' | 'declared'>[] = [];

export function listTables(): typeof tables {
  return tables;
}

/**
 * Declares a table once for all readers and writers: the row, the column list and the insert. Migrations create it, and
 * `tables.test.ts` compares the two.
 */
export function table<
  C extends Columns,
  Hidden extends Columns = Record<never, never>,
  Unique extends string | undefined = undefined,
>(
  name: string,
  columns: C,
  { hidden, shown = {}, unique, idAhead = false }: TableOptions<C, Hidden, Unique> = {},
): Table<C, Hidden, Unique> {
  const names = Object.keys(columns).filter((column) => column !== 'id');
  const isLater = (column: string) => columns[column]?.start === 'null';
  const later = Object.fromEntries(names.filter(isLater).map((column) => [column, null]));
  const write = insert<Record<string, SqlValue>>(
    name,
    [...names.filter((column) => !isLater(column)), ...Object.keys(hidden ?? {})],
    { idAhead, ...(unique === undefined ? {} : { onConflict: `on conflict (${unique}) do nothing` }) },
  );
  const declared = { ...columns, ...hidden };
  tables.push({ name, declared });
  function* add(row: object, rest: object | undefined, accounts?: readonly number[]) {
    const id: number | undefined = yield* write({ ...row, ...rest }, accounts);
    return (id === undefined ? undefined : { ...row, ...later, id }) as Values<C>;
  }
  return {
    name,
    declared,
    columns: Object.keys(columns)
      .map((column) => (shown[column] ? `${shown[column]} as ${column}` : column))
      .join(', '),
    insert: (row, ...[rest]) => add(row, rest),
    insertOf: (accountId, row, ...[rest]) => add(row, rest, [accountId]),
  };
}

export function text<T extends string = string>(): Column<T, 'given'> {
  return { type: 'text', nullable: false, start: 'given' };
}

/** For ids, counts, sizes and times. */
export function number(): Column<number, 'given'> {
  return { type: 'number', nullable: false, start: 'given' };
}

export function nullable<T extends SqlValue>(column: Column<T, 'given'>): Column<T | null, 'given'> {
  return { type: column.type, nullable: true, start: 'given' };
}

/** Null in every new row, set by a later update. */
export function later<T extends SqlValue>(column: Column<T, 'given'>): Column<T | null, 'null'> {
  return { type: column.type, nullable: true, start: 'null' };
}
