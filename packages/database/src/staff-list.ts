import { lazily } from './list-statement.ts';
import { type Query, type SqlValue, sql } from './query.ts';

/** Default page size. */
export const STAFF_PAGE = 500;

/** Filters of a staff list. All apply together. */
export interface StaffListRequest<Status extends string = never> {
  readonly status?: Status | undefined;
  /** Case-insensitive substring of one of the searched columns. */
  readonly text?: string | undefined;
  /** Continues after the row with this id: only older rows, or newer ones if the oldest come first. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  /** Rows to skip. */
  readonly offset?: number | undefined;
  /** Asks for the number of rows that the filters match. */
  readonly tally?: Tally | undefined;
  readonly sorting?: Sorting | undefined;
}

/** Asks for an order. */
export interface Sorting {
  readonly direction: 'asc' | 'desc';
  /** Set by lists that keep the order. */
  isKept?: boolean | undefined;
}

/** Receives the number of rows of a list. */
export interface Tally {
  /** Counts no further than one more than this. */
  readonly most: number;
  total?: number | undefined;
}

export interface AccountListRequest<Status extends string = never> extends StaffListRequest<Status> {
  readonly account_id?: number | undefined;
}

interface StaffListDefinition<Status extends string> {
  /** Statement up to its `where`. */
  select: string;
  /** Column that orders the list and that `after` refers to. */
  cursor?: string;
  /** Condition of each status. `:now` is the time of the request. */
  statuses?: Readonly<Record<Status, string>>;
  /** Columns that `text` searches. */
  searched?: readonly string[];
  /** Conditions of every row of the list. */
  where?: string;
  /** Further filters by name: a condition with the parameter of that name, like `account_id = :account_id`. */
  filters?: Readonly<Record<string, string>>;
}

type Parameters = Record<string, SqlValue>;
type Shape = {
  given: string;
  status: string;
  text: '' | 'one' | 'two';
  finds: boolean;
  direction: Sorting['direction'];
};
/** The number of rows, and the cursors of the page, separated by commas. */
type Found = { count: number; ids: string | null };

/**
 * A range, and part of the order: with an equality PostgreSQL may scan the whole table by its primary key (see
 * list-statement.ts).
 */
const OF_ACCOUNT = 'account_id between :account_id and :account_id';
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Returns the conditions for a table with a column `status`. */
export function byColumn<Status extends string>(statuses: readonly Status[], column = 'status') {
  return Object.fromEntries(statuses.map((status) => [status, `${column} = '${status}'`])) as Record<Status, string>;
}

/**
 * Declares a list of the rows of all customers for staff: newest first, filtered by status, text and the given filters,
 * one page at a time. Memory is bounded by the page. Without a text the cost is, too, unless a filter matches few of
 * many rows.
 */
export function defineStaffList<Row extends object, Status extends string = never>(
  definition: StaffListDefinition<Status>,
) {
  const { select, cursor = 'id', searched = [], where = '', filters = {} } = definition;
  const statuses: Readonly<Record<string, string>> = definition.statuses ?? {};
  const matching = (pattern: string) => searched.map((column) => `{lower ${column}} like :${pattern} escape '\\'`);
  const texts = {
    one: matching('folded').join(' or '),
    two: [...matching('folded'), ...matching('typed')].join(' or '),
  };

  const statementFor = lazily(({ given, status, text, finds, direction }: Shape) => {
    const names = given.split(' ').filter(Boolean);
    const conditions = [
      ...(where ? [where] : []),
      ...names.map((name) => filters[name] ?? (name === 'account_id' ? OF_ACCOUNT : `${name} = :${name}`)),
      ...(status ? [`(${statuses[status]})`] : []),
      ...(text ? [`(${texts[text]})`] : []),
      `${cursor} ${direction === 'asc' ? '>' : '<'} :after`,
    ].join(' and ');
    const ofAccount =
      names.includes('account_id') && filters.account_id === undefined ? `account_id ${direction}, ` : '';
    const order = `${ofAccount}${cursor} ${direction}`;
    return sql<Parameters, Row & Found>(
      finds
        ? findStatement(
            `select ${cursor} as id from ${sourceOf(select)} where ${conditions} order by ${order}`,
            direction,
          )
        : `${select} where ${conditions} order by ${order} limit :limit offset :offset`,
    );
  });
  const rowsFor = lazily(({ direction }: Pick<Shape, 'direction'>) =>
    sql<Parameters, Row>(`${select} where ${cursor} {in :ids} order by ${cursor} ${direction}`),
  );

  return function* listForStaff(
    request: AccountListRequest<Status> & { readonly now?: number },
    others: Readonly<Record<string, SqlValue | undefined>> = {},
  ): Query<Row[]> {
    const { account_id, status, text, limit = STAFF_PAGE, offset = 0, tally, sorting, now = 0 } = request;
    const direction = sorting?.direction ?? 'desc';
    if (sorting) sorting.isKept = true;
    const after = request.after ?? (direction === 'asc' ? 0 : NEWEST);
    const given = Object.entries({ account_id, ...others }).filter(([, value]) => value !== undefined);
    const names = given.map(([name]) => name).sort();
    const patterns = toPatterns(text ?? '');
    const hasText = text !== undefined && searched.length > 0;
    const shape = {
      given: names.join(' '),
      status: status ?? '',
      text: !hasText ? '' : patterns.folded === patterns.typed ? 'one' : 'two',
      direction,
    } as const;
    const parameters = { ...(Object.fromEntries(given) as Parameters), ...patterns, after, now, limit, offset };
    if (!tally) return yield* statementFor({ ...shape, finds: false }).all(parameters);
    const found = yield* statementFor({ ...shape, finds: true }).one({ ...parameters, most: tally.most + 1 });
    tally.total = found?.count ?? 0;
    return found?.ids ? yield* rowsFor({ direction }).all({ ids: `[${found.ids}]`, now }) : [];
  };
}

/**
 * Returns the statement that finds a page and counts at most `most` rows, in one pass. It reads only the columns of the
 * filters, so that an index can answer it. The rows of the page are read by another statement.
 */
function findStatement(rows: string, direction: Sorting['direction']): string {
  return `with found as materialized (${rows} limit :most)
    select count(*) as count, (select string_agg(cast(id as text), ',') from (
      select id from found order by id ${direction} limit :limit offset :offset) as page) as ids
    from found`;
}

/** Returns the part after the `from` of a select statement, without those of subqueries. */
function sourceOf(select: string): string {
  let depth = 0;
  for (const { 0: token, index } of select.matchAll(/[()]|\bfrom\b/g)) {
    if (token === 'from' && depth === 0) return select.slice(index + token.length).trim();
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
  }
  throw new Error(`There is no from in: ${select}`);
}

/** Returns patterns for `{lower column} like`. SQLite lowers only ASCII letters, so other letters match as typed. */
export function toPatterns(text: string) {
  const toPattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  const typed = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return { folded: toPattern(text.toLowerCase()), typed: toPattern(typed) };
}
