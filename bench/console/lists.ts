import type { Api, Times } from './requests.ts';
import type { SeededConsole } from './seed.ts';

export interface ListTimes {
  readonly path: string;
  readonly first: Times;
  /** The last page that its number reaches. */
  readonly last: Times;
  /** The oldest rows, after a cursor. Absent if the list has no cursor. */
  readonly oldest: Times | undefined;
  /** The slowest first or last page of all filters. */
  readonly slowest: (Times & { readonly query: string }) | undefined;
}

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[]; readonly type?: string };
}

interface Document {
  readonly paths: Readonly<Record<string, { get?: { parameters?: readonly Parameter[] } }>>;
}

type Row = Readonly<Record<string, unknown>>;

/** For every page of a list. */
export const LIST_AIM_MS = 30;
const PREFIX = '/operator/api/v1';
const PER_PAGE = 25;
/** Parameters of all lists that are no filters. */
const BOUNDS = ['page', 'per_page', 'format', 'sort', 'after', 'limit'];
/** They ask the engines, or are measured as themselves. */
const LEFT_OUT = ['/engines', '/backups/orphans', '/hosting/adoptable', '/search'];
/** Texts that match one row, thousands and none. */
const TEXTS = ['number 4711', 'o', 'nothing-like-this'];
const DAY_SECONDS = 86_400;

/**
 * Measures every list of the operator API, as its document declares it: its first and last page, its oldest rows, and
 * both pages with each value of each filter.
 */
export async function measureLists(api: Api, seeded: SeededConsole, count: number): Promise<ListTimes[]> {
  const { paths } = JSON.parse(await api.readFile('/openapi-operator.json')) as Document;
  const times: ListTimes[] = [];
  for (const [full, { get }] of Object.entries(paths)) {
    const path = full.slice(PREFIX.length);
    const parameters = get?.parameters ?? [];
    if (!parameters.some(({ name }) => name === 'page') || LEFT_OUT.includes(path)) continue;
    // Lists of one record are short.
    if (parameters.some(({ name }) => name === 'id')) continue;
    times.push(await measureList(api, path, parameters, seeded, count));
  }
  return times;
}

async function measureList(
  api: Api,
  path: string,
  parameters: readonly Parameter[],
  seeded: SeededConsole,
  count: number,
): Promise<ListTimes> {
  const read = async (query: Record<string, string>) => {
    const { data, meta } = await api.get(toPath(path, query));
    return { rows: data as readonly Row[], total: meta?.total ?? 0 };
  };
  const time = (query: Record<string, string>, requests = count) => api.time([toPath(path, query)], requests);
  const lastOf = (total: number) => ({ page: String(Math.max(1, Math.ceil(total / PER_PAGE))) });
  const { rows, total } = await read({});
  let slowest: ListTimes['slowest'];
  for (const [name, values] of listFilters(parameters, rows[0], seeded)) {
    for (const value of values) {
      const query = { [name]: value };
      const matching = await read(query);
      for (const bounds of [{}, ...(matching.total > PER_PAGE ? [lastOf(matching.total)] : [])]) {
        const taken = await time({ ...query, ...bounds }, Math.ceil(count / 2));
        if (taken.p50Ms > LIST_AIM_MS)
          process.stderr.write(`${toPath(path, { ...query, ...bounds })} takes ${taken.p50Ms.toFixed(1)} ms\n`);
        if (!slowest || taken.p50Ms > slowest.p50Ms)
          slowest = { query: new URLSearchParams({ ...query, ...bounds }).toString(), ...taken };
      }
    }
  }
  const hasCursor = ['after', 'sort'].every((name) => parameters.some((parameter) => parameter.name === name));
  const old =
    hasCursor && total > PER_PAGE ? (await read({ sort: 'asc' }).catch(() => undefined))?.rows.at(-1)?.id : undefined;
  return {
    path,
    first: await time({}),
    last: await time(lastOf(total)),
    oldest: old === undefined ? undefined : await time({ after: String(old) }),
    slowest,
  };
}

function toPath(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams({ per_page: String(PER_PAGE), ...query })}`;
}

/** Returns the filters of a list with values: all of a choice, otherwise those of the first row. */
function listFilters(
  parameters: readonly Parameter[],
  first: Row | undefined,
  { largeAccount, smallAccount, staff }: SeededConsole,
): [string, readonly string[]][] {
  const lastMonth = String(Math.floor(Date.now() / 1_000) - 30 * DAY_SECONDS);
  const known: Record<string, readonly string[]> = {
    account: [String(largeAccount), String(smallAccount)],
    assignee_id: [String(staff)],
    search: TEXTS,
    tag: ['vip'],
    action: ['account suspend', 'ticket.created'],
    error: ['The node did not answer.'],
    department: ['billing'],
    ...Object.fromEntries(
      ['from', 'until', 'since', 'issued_from', 'issued_before', 'due_before', 'created_from', 'created_before'].map(
        (name) => [name, [lastMonth]],
      ),
    ),
  };
  return parameters
    .filter(({ name }) => !BOUNDS.includes(name))
    .flatMap(({ name, schema }) => {
      const sample = first?.[name] ?? first?.[`${name}_id`];
      const isValue = typeof sample === 'string' || typeof sample === 'number';
      const values = schema.enum ?? known[name] ?? (isValue ? [String(sample)] : []);
      return values.length > 0 ? [[name, values] as [string, readonly string[]]] : [];
    });
}
