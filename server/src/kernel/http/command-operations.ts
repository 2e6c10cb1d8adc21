import type { Page, PageRequest } from '@hostler/database';
import type { Command, CommandContext } from '../command.ts';
import { type CommandOperation, fieldOf, listOperations } from '../command-route.ts';
import { AppError, type ErrorDetail, fieldErrors } from '../errors.ts';
import { OneOf } from '../schema.ts';
import type { StaffRole } from '../staff-roles.ts';
import { type TObject, Type } from '../type.ts';
import type { StaffCaller } from './caller.ts';
import { bodySchema, querySchema, readValues } from './command-fields.ts';
import { FORMAT, MOST_CSV_ROWS } from './csv-answer.ts';
import { errors } from './errors.ts';
import type { Call, OperationRoute, Route } from './route.ts';

/** Rows that a list counts, and that its pages reach. Older rows are reached with `after`. */
const MOST_COUNTED = 10_000;

const Item = Type.Unsafe<unknown>({ type: 'object', description: 'Result of the command, as printed with `--json`.' });
const Result = Type.Unsafe<unknown>({ description: 'Result of the command, as printed with `--json`.' });

/** Returns the routes of the operator API that run these commands. */
export function routeCommands(commands: readonly Command[]): Route<StaffCaller>[] {
  return commands.flatMap(listOperations).map(toRoute);
}

function toRoute(operation: CommandOperation): Route<StaffCaller> {
  const { command, offer, method, path, roles, status, isList, id } = operation;
  const record = id === undefined ? undefined : command.options[id];
  const reads = method === 'GET';
  const query = reads
    ? querySchema(operation)
    : Type.Object(record ? { id: querySchema(operation).properties.id ?? Item } : {});
  const route: OperationRoute<StaffCaller> = {
    kind: 'operation',
    method,
    path,
    access: roles,
    operation: nameOperation(operation),
    summary: command.summary.split('. ')[0]?.replace(/\.$/, '') ?? command.summary,
    description: `${toThirdPerson(command.summary)}\n\nCommand: \`hostler ${command.name}\`.`,
    status,
    message: 'Done.',
    isList: isList && reads,
    data: offer.data ?? (isList && reads ? Item : Result),
    query: isList && reads ? listQuery(operation, query) : query,
    ...(reads ? {} : { body: bodySchema(operation) }),
    action: command.name,
    storesLater: offer.severalTransactions ?? false,
    ...(offer.maxBodyBytes === undefined ? {} : { maxBodyBytes: offer.maxBodyBytes }),
    errors: ['NOT_FOUND', 'MISSING_ID', 'VALIDATION_ERROR'],
    handle: (call, page) => run(operation, call, page),
    ...(isList && reads ? { rows: (call) => readRows(operation, call), columns: listHeader(operation) } : {}),
    show: (result, { credential: { scopes } }) => (offer.show ? offer.show(result, scopes) : result),
  };
  return route;
}

const LISTED = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page number, starting at 1.' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'Items per page, at most 100. Default: 25.' })),
  ...FORMAT,
};

const SORTED = {
  sort: Type.Optional(
    OneOf(['asc', 'desc'], { default: 'desc', description: 'Sort direction: `desc` returns the newest items first.' }),
  ),
};

/** A page has its own bounds, not those of the command's limit. */
function listQuery({ command }: CommandOperation, { properties }: TObject): TObject {
  const { per_page: _, ...own } = properties;
  return Type.Object({ ...LISTED, ...(command.page ? SORTED : {}), ...own });
}

/** Returns the columns of a download without rows. */
function listHeader({ command, offer }: CommandOperation): readonly string[] {
  return command.columns ?? Object.keys((offer.data?.properties as object | undefined) ?? {});
}

/** Returns the last word of the operation id, if it does not follow from the path. */
function nameOperation({ command, method, path, offer }: CommandOperation): string {
  const verb = command.name.split(' ').at(-1) ?? '';
  if (offer.readsWithout) return method === 'GET' ? 'show' : 'update';
  if (path.endsWith(`/${verb}`)) return '';
  return verb.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function run(operation: CommandOperation, call: Call<StaffCaller>, page: PageRequest) {
  const { command, isList, method } = operation;
  const { values, context } = prepare(operation, call);
  try {
    if (command.page) return await readPage(command, values, page, call.caller.credential.scopes);
    const result = await command.run(values, context);
    return isList && method === 'GET' ? cutPage(result as readonly object[], page) : result;
  } catch (error) {
    throw nameFields(operation, error);
  }
}

/** Reads all rows of a list, page by page. */
async function* readRows(operation: CommandOperation, call: Call<StaffCaller>): AsyncGenerator<readonly object[]> {
  const { command } = operation;
  const { values, context } = prepare(operation, call);
  try {
    const { scopes: roles } = call.caller.credential;
    if (command.pages) yield* command.pages({ ...values, limit: MOST_CSV_ROWS, roles });
    else yield (await command.run(values, context)) as readonly object[];
  } catch (error) {
    throw nameFields(operation, error);
  }
}

/** Returns the values for the command. Throws if the roles of the caller may not send them. */
function prepare(operation: CommandOperation, { caller, now, query, body }: Call<StaffCaller>) {
  const { scopes: roles } = caller.credential;
  const values = readValues(operation, { ...(body as object), ...dropAbsent(query as Record<string, unknown>) });
  const refusal = operation.offer.restrict?.(values, roles, now);
  if (refusal !== undefined) throw new AppError('FORBIDDEN', refusal);
  const context: CommandContext = {
    byMail: true,
    staff: { id: caller.person?.id ?? null, email: caller.person?.email ?? null, roles },
  };
  return { values, context };
}

/** Reads a page by its number, and counts the rows. */
async function readPage(
  command: Command,
  values: Record<string, unknown>,
  { page, per_page, sort }: PageRequest,
  roles: ReadonlySet<StaffRole>,
) {
  const offset = Math.min((page - 1) * per_page, MOST_COUNTED);
  const tally = { most: MOST_COUNTED, total: undefined as number | undefined };
  const sorting = { direction: sort, isKept: false };
  const items = (await command.page?.(values, { limit: per_page, offset, tally, sorting, roles })) ?? [];
  if (sort === 'asc' && !sorting.isKept) {
    throw errors.invalid_parameters({ details: [fieldErrors.list_only_desc('sort')] });
  }
  if (tally.total === undefined) throw new Error(`${command.name} does not count its rows.`);
  const total = Math.min(tally.total, MOST_COUNTED);
  return { items, total, ...(tally.total > MOST_COUNTED ? { totalCapped: true } : {}) };
}

function cutPage(rows: readonly object[], { page, per_page }: PageRequest): Page<unknown> {
  const offset = (page - 1) * per_page;
  return { items: rows.slice(offset, offset + per_page), total: rows.length };
}

function dropAbsent(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Errors of services name their own fields; the response names those of the request. */
function nameFields(operation: CommandOperation, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details) return error;
  const { command, id } = operation;
  const rename = (detail: ErrorDetail): ErrorDetail => {
    const { field } = detail;
    const [, name = '', place = ''] = /^(\w+)(.*)$/s.exec(field) ?? [];
    const found = Object.entries(command.options).find(([own, option]) => (option.field ?? own) === name);
    if (!found) return detail;
    return { ...detail, field: `${found[0] === id ? 'id' : fieldOf(operation, found[0])}${place}` };
  };
  return error.withDetails(error.details.map(rename));
}

/**
 * Turns the imperative of a command into the description of an operation: "Copy …" becomes "Copies …". Only the verbs
 * that begin the summary change ("Show or change …"), so a summary has no imperative after its object.
 */
export function toThirdPerson(summary: string): string {
  return summary.replace(/^\w+(?:(?:, | and | or )\w+)*/, (verbs) =>
    verbs.replace(/\w+/g, (word) => (word === 'and' || word === 'or' ? word : conjugate(word))),
  );
}

function conjugate(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(s|sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}
