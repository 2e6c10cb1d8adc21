import { type Sorting, STAFF_PAGE, type Tally } from '@hostler/database';
import { type Command, choice, command, integer, type Options, optional, text, type Values } from './command.ts';
import type { CommandOffer } from './command-offer.ts';
import type { StaffRole } from './staff-roles.ts';

/** Options of every list command, besides its own. */
interface ListOptions<Status extends string> {
  readonly status: Status | undefined;
  readonly text: string | undefined;
  readonly after: number | undefined;
  readonly limit: number;
  /** Rows to skip. */
  readonly offset?: number | undefined;
  readonly tally?: Tally | undefined;
  /** Roles of the caller of the operator API. Absent on the command line, which may read everything. */
  readonly roles?: ReadonlySet<StaffRole> | undefined;
  readonly sorting?: Sorting | undefined;
}

interface ListDeclaration<O extends Options, Status extends string, Row extends object>
  extends Pick<Command, 'name' | 'summary' | 'columns'> {
  options: O;
  route: CommandOffer<Values<O>, readonly NoInfer<Row>[]>;
  /** Sentence on the order of the rows. Default: Newest first. */
  order?: string;
  /** Values of `--status`. Without them the command has no such option. */
  statuses?: readonly Status[];
  /** Fields that `--text` searches, such as `number, customer`. Without it the command has no such option. */
  searched?: string;
  /** Reads at most `limit` rows after `after`, newest first. Sets the total of `tally`, if it is given. */
  page(given: Values<O> & ListOptions<Status>): Promise<readonly Row[]>;
  /** Returns the cursor for `--after`; by default the id. */
  cursorOf?(row: Row): number | null;
}

/** Returns the page of a list whose rows were all read, and counts them. */
export function cutRows<Row>(
  rows: readonly Row[],
  { limit, offset = 0, tally }: Pick<ListOptions<never>, 'limit' | 'offset' | 'tally'>,
): readonly Row[] {
  if (tally) tally.total = rows.length;
  return rows.slice(offset, offset + limit);
}

const after = optional(integer('Only rows older than the row with this id.'));
const limit = integer('Maximum number of rows.', { default: STAFF_PAGE });

/**
 * Declares a list command: newest rows first, with `--limit`, `--after`, `--status` and `--text`. Rows are read and
 * printed page by page, so memory does not grow with the list.
 */
export function listCommand<const O extends Options, Row extends object, Status extends string = never>(
  declared: ListDeclaration<O, Status, Row>,
): Command {
  const { name, summary, columns, statuses, searched, page, route } = declared;
  const cursorOf = declared.cursorOf ?? ((row: Row) => (row as { id: number }).id);

  async function* pages(values: Record<string, unknown>): AsyncGenerator<readonly Row[]> {
    const given = values as Values<O> & ListOptions<Status>;
    let next = given.after;
    for (let left = given.limit; left > 0; ) {
      const wanted = Math.min(left, STAFF_PAGE);
      const rows = await page({ ...given, after: next, limit: wanted });
      if (rows.length > 0) yield rows;
      left -= rows.length;
      const cursor = rows.map(cursorOf).findLast((one) => one !== null);
      if (rows.length < wanted || cursor == null) return;
      next = cursor;
    }
  }

  async function run(values: Record<string, unknown>): Promise<object> {
    const rows: Row[] = [];
    for await (const some of pages(values)) rows.push(...some);
    return rows;
  }

  const options: Options = {
    ...declared.options,
    ...(statuses ? { status: optional(choice(statuses, 'Filter by status.')) } : {}),
    ...(searched ? { text: optional(text(`Search in: ${searched}.`)) } : {}),
    after,
    limit,
  };
  const made = command({
    name,
    summary: `${summary} ${declared.order ?? 'Newest first.'}`,
    options,
    route: route as CommandOffer,
    ...(columns ? { columns } : {}),
    run,
  });
  return {
    ...made,
    pages,
    page: (values, bounds) => page({ ...(values as Values<O> & ListOptions<Status>), ...bounds }),
  };
}
