import { type FeedRequest, ORDER_REACH, type Orders, type PageRequest } from '@hostler/database';
import { type AppError, type ErrorDetail, fieldErrors } from '../errors.ts';
import { Line, OneOf } from '../schema.ts';
import { type TObject, type TSchema, Type } from '../type.ts';
import { errors } from './errors.ts';
import type { FeedRoute, IdParameter, ListRoute } from './route.ts';
import { compileValidator } from './validation.ts';

/** Reads query parameters and ids. A malformed one is a 400, before the body is validated. */

const MAX_PER_PAGE = 100;

export function listQuerySchema({ statuses, orders, filters }: Pick<ListRoute, 'statuses' | 'orders' | 'filters'>) {
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page number, starting at 1.' })),
    per_page: Type.Optional(
      Type.Integer({ minimum: 1, default: 25, description: 'Items per page. Values above 100 are reduced to 100.' }),
    ),
    search: Type.Optional(
      Line({ maxLength: 200, description: 'Text to search for, case-insensitive.', examples: ['shop'] }),
    ),
    ...(statuses.length > 0
      ? { status: Type.Optional(OneOf(statuses, { description: 'Returns only items with this status.' })) }
      : {}),
    sort: Type.Optional(
      OneOf(['asc', 'desc'], {
        default: 'desc',
        description: 'Sort direction: `desc` returns the newest items, or the largest values of `sort_by`, first.',
      }),
    ),
    ...(orders ? { sort_by: Type.Optional(orderSchema(orders)) } : {}),
    ...filters?.properties,
  });
}

function orderSchema(orders: Orders) {
  const names = Object.keys(orders);
  const byId = names.find((name) => orders[name] === 'id');
  return OneOf(names, {
    ...(byId === undefined ? {} : { default: byId }),
    description: `Field to sort by; items with the same value are in order of id. Sorting by a field other than the default reaches the first and last ${ORDER_REACH.toLocaleString('en')} items, or lists of up to as many items with a filter or search.`,
  });
}

const FEED_LIMIT = 100;
const MAX_FEED_LIMIT = 1000;

export function feedQuerySchema({ filters }: Pick<FeedRoute, 'filters'>) {
  return Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'Returns events with a larger id. Send `next_after` of the previous response.',
      }),
    ),
    sort: Type.Optional(
      OneOf(['asc', 'desc'], {
        default: 'asc',
        description: 'Sort direction by id: `asc` returns the oldest events first.',
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Used with `sort=desc`: returns events with a smaller id. Send `next_before` of the previous response.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: FEED_LIMIT,
        description: `Maximum number of events in the response. Values above ${MAX_FEED_LIMIT} are reduced to ${MAX_FEED_LIMIT}.`,
      }),
    ),
    ...filters?.properties,
  });
}

type FeedQuery = Partial<Pick<FeedRequest, 'sort' | 'limit'> & { after: number; before: number }>;

export function toFeedRequest(query: Record<string, unknown>): FeedRequest {
  const { sort = 'asc', after = 0, before = Number.MAX_SAFE_INTEGER, limit = FEED_LIMIT } = query as FeedQuery;
  const from = Math.min(sort === 'asc' ? after : before, Number.MAX_SAFE_INTEGER);
  return { sort, from, limit: Math.min(limit, MAX_FEED_LIMIT) };
}

/** Returns the requested page with defaults; `query` itself keeps only the parameters of the caller. */
export function toPageRequest(query: Record<string, unknown>): PageRequest {
  const { page = 1, per_page = 25, sort = 'desc', sort_by, status, search } = query as Partial<PageRequest>;
  const limit = Math.min(per_page, MAX_PER_PAGE);
  return { page, per_page: limit, sort, sort_by, status, search: search === '' ? undefined : search };
}

export type QueryReader = (raw: Record<string, unknown>) => Record<string, unknown>;

/**
 * Compiles a reader for query parameters. Numbers must be plain digits, unknown parameters are ignored, and repeated
 * ones are refused.
 */
export function compileQueryReader(schema: TObject): QueryReader {
  const properties = Object.entries(
    schema.properties as Record<string, TSchema & { type?: string; default?: unknown }>,
  );
  // Do not apply defaults here: links must repeat only what was sent.
  const bare = Object.fromEntries(properties.map(([name, { default: _, ...rest }]) => [name, rest]));
  if (properties.length === 0) return () => ({});
  const validate = compileValidator({ type: 'object', properties: bare, required: schema.required ?? [] } as TSchema);
  const needsNone = (schema.required ?? []).length === 0;
  return (raw) => {
    const query: Record<string, unknown> = {};
    let isEmpty = true;
    for (const [name, property] of properties) {
      const value = raw[name];
      if (value === undefined) continue;
      if (Array.isArray(value)) throw badParameter(fieldErrors.sent_more_than_once(name));
      query[name] = property.type === 'integer' ? parseDigits(value) : value;
      isEmpty = false;
    }
    if (isEmpty && needsNone) return query;
    const details = validate(query);
    if (details) throw errors.invalid_parameters({ details });
    return query;
  };
}

/** Digits that are certainly a positive safe integer. */
const PLAIN_ID = /^[1-9]\d{0,14}$/;

export type IdReader = (query: Record<string, unknown>, body: unknown) => number;

/**
 * Compiles a reader for the id in the query or in the body, under any of its names. If several are given, they must
 * agree.
 */
export function compileIdReader(parameter: IdParameter | undefined): IdReader {
  if (!parameter) return () => 0;
  const names = ['id', ...(parameter.aliases ?? [])];
  return (query, body) => {
    // Fast path for the most common request: the id in the query and no body.
    if (body === undefined && names.length <= 2 && typeof query.id === 'string' && PLAIN_ID.test(query.id)) {
      const others = names[1] === undefined ? undefined : query[names[1]];
      if (others === undefined) return Number(query.id);
    }
    const found = findId(names, query, body);
    if (found === undefined && isRequired(parameter, body)) throw missingId(parameter.name ?? 'id');
    return found ?? 0;
  };
}

function isRequired({ optional = false, requiredWithout }: IdParameter, body: unknown): boolean {
  if (requiredWithout === undefined) return !optional;
  return !isRecord(body) || body[requiredWithout] === undefined;
}

/** Returns the account of a panel request. */
export function readAccountId(query: Record<string, unknown>, body: unknown): number {
  const found = findId(['account_id'], query, body);
  if (found === undefined) throw missingId('account_id');
  return found;
}

function findId(names: readonly string[], query: Record<string, unknown>, body: unknown): number | undefined {
  const fields = isRecord(body) ? body : undefined;
  let found: number | undefined;
  for (const name of names) {
    for (const value of [parseQueryId(name, query[name]), fields?.[name]]) {
      if (value === undefined || value === null || value === '') continue;
      if (!isId(value)) throw badParameter(fieldErrors.not_positive_integer(name));
      if (found !== undefined && found !== value) throw badParameter(fieldErrors.sent_with_different_values(name));
      found = value;
    }
  }
  return found;
}

export function missingId(name: string): AppError {
  return errors.id_missing({ parameter: name });
}

function parseQueryId(name: string, text: unknown): unknown {
  if (Array.isArray(text)) throw badParameter(fieldErrors.sent_more_than_once(name));
  return parseDigits(text);
}

/** Returns a safe integer as a number; any other text unchanged, so that it is refused. */
function parseDigits(text: unknown): unknown {
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : text;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses a parameter. The detail has the precise reason. */
export function badParameter(detail: ErrorDetail): AppError {
  return errors.invalid_parameter({ parameter: detail.field, problem: detail.message }, { details: [detail] });
}
