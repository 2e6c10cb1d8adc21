import type { Hostler, Pages } from '../../sdk/src/index.ts';
import { CliError, EXIT } from './failure.ts';
import { groupOf, type Operation } from './operations.ts';
import type { Row } from './output/format.ts';
import { nounOf } from './words.ts';

/** Fields by which a person names a record. */
const NAMES = ['hostname', 'label', 'name', 'domain', 'address', 'number', 'subject', 'url', 'description'];
const MOST_MATCHES = 100;

/** Calls an operation by its name, such as `domains.records.show`. */
export function call(hostler: Hostler, { name, fields }: Operation, input: object, options: object = {}): unknown {
  const path = name.split('.');
  const method = path.pop() ?? '';
  const owner = path.reduce((api, part) => api[part] as Api, hostler as unknown as Api) as Record<string, Method>;
  return fields.length === 0 ? owner[method]?.(options) : owner[method]?.(input, options);
}

type Method = (...input: unknown[]) => unknown;
interface Api {
  readonly [name: string]: Api | Method;
}

/** Returns the operation that finds records of this kind by name; undefined if they have only ids. */
export function findList(operations: readonly Operation[], kind: string): Operation | undefined {
  return operations.find(
    (operation) =>
      operation.name.endsWith('.list') &&
      nounOf(groupOf(operation)) === kind &&
      operation.columns.includes('id') &&
      operation.fields.some(({ name }) => name === 'search') &&
      operation.columns.some((column) => NAMES.includes(column)),
  );
}

/** Returns the id of a record that is given as an id or by its name. */
export async function resolveId(
  hostler: Hostler,
  operations: readonly Operation[],
  kind: string,
  text: string,
): Promise<number> {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const list = findList(operations, kind);
  if (!list) throw new CliError(`Give the id of the ${kind} as a number.`);
  const { data } = await (call(hostler, list, { search: text, per_page: MOST_MATCHES }) as Pages<Row>);
  const found = chooseByName(data, text);
  if (found.length === 1) return Number(found[0]?.id);
  if (found.length === 0)
    throw new CliError(`No ${kind} is called ${text}. List them with: hostctl ${kind} list`, EXIT.refused);
  throw new CliError(`Several records are called ${text}. Give an id: ${found.map(({ id }) => id).join(', ')}.`);
}

/** An exact name wins over the first part of a host name, and existing servers over terminated ones. */
export function chooseByName(rows: readonly Row[], text: string): readonly Row[] {
  const wanted = text.toLowerCase();
  const namesOf = (row: Row) => NAMES.map((name) => String(row[name] ?? '').toLowerCase());
  const exact = rows.filter((row) => namesOf(row).includes(wanted));
  const found =
    exact.length > 0
      ? exact
      : rows.filter(({ hostname }) =>
          String(hostname ?? '')
            .toLowerCase()
            .startsWith(`${wanted}.`),
        );
  const existing = found.filter(({ status }) => status !== 'terminated');
  return existing.length > 0 ? existing : found;
}

/** Returns the name for completions: the first one, if a shell reads it as one plain word. */
export function nameOf(row: Row): string {
  const name = NAMES.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' && /^[\w.@+/-]+$/.test(name) && !/^\d+$/.test(name) ? name : String(row.id);
}
