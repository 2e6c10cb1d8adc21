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
type Shape = { given: string; status: string; text: boolean; counts: boolean; direction: Sorting['direction'] };

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
  const search = searched
    .flatMap((column) => ['folded', 'typed'].map((name) => `lower(${column}) like :${name} escape '\\'`))
    .join(' or ');

  const statementFor = lazily(({ given, status, text, counts, direction }: Shape) => {
    const names = given.split(' ').filter(Boolean);
    const conditions = [
      ...(where ? [where] : []),
      ...names.map((name) => filters[name] ?? (name === 'account_id' ? OF_ACCOUNT : `${name} = :${name}`)),
      ...(status ? [`(${statuses[status]})`] : []),
      ...(text ? [`(${search})`] : []),
      `${cursor} ${direction === 'asc' ? '>' : '<'} :after`,
    ];
    if (counts) {
      const rows = `${select} where ${conditions.join(' and ')} limit :limit`;
      return sql<Parameters, Row & { count: number }>(`select count(*) as count from (${rows}) as counted`);
    }
    const order = names.includes('account_id') && filters.account_id === undefined ? `account_id ${direction}, ` : '';
    return sql<Parameters, Row & { count: number }>(
      `${select} where ${conditions.join(' and ')} order by ${order}${cursor} ${direction} limit :limit offset :offset`,
    );
  });

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
    const hasText = text !== undefined && searched.length > 0;
    const shape = { given: names.join(' '), status: status ?? '', text: hasText, direction };
    const parameters = { ...(Object.fromEntries(given) as Parameters), ...toPatterns(text ?? ''), after, now };
    if (tally) {
      const counted = yield* statementFor({ ...shape, counts: true }).one({ ...parameters, limit: tally.most + 1 });
      tally.total = counted?.count ?? 0;
    }
    return yield* statementFor({ ...shape, counts: false }).all({ ...parameters, limit, offset });
  };
}

/** Returns patterns for `lower(column) like`. SQLite lowers only ASCII letters, so other letters match as typed. */
export function toPatterns(text: string) {
  const toPattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  const typed = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return { folded: toPattern(text.toLowerCase()), typed: toPattern(typed) };
}
