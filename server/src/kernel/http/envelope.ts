import type { Feed, Page, PageRequest } from '@hostler/database';
import { GENERAL_FIELD_REASON } from '../app-error.ts';
import type { AppError, ErrorCode, ErrorDetail, ErrorParams } from '../errors.ts';
import { type TObject, type TSchema, Type } from '../type.ts';

const Succeeded = Type.Literal(true, { description: 'Always true for a successful response.' });
const Items = (item: TSchema, description: string) => Type.Array(item, { description });

export function successSchema(data: TSchema, withMessage: boolean) {
  return Type.Object(
    {
      success: Succeeded,
      ...(withMessage ? { message: Type.String({ description: 'Human-readable result.' }) } : {}),
      data,
    },
    { additionalProperties: false },
  );
}

const Link = (description: string) => Type.String({ description });

const Meta = Type.Object(
  {
    current_page: Type.Integer({ description: 'Number of this page.' }),
    per_page: Type.Integer({ description: 'Maximum number of items per page.' }),
    total: Type.Integer({ description: 'Total number of items on all pages. A search counts up to 10,000.' }),
    total_capped: Type.Optional(
      Type.Boolean({
        description:
          'Present and true if a search matches more items than `total`. Narrow the search to see the others.',
      }),
    ),
    last_page: Type.Integer({ description: 'Number of the last page, at least 1.' }),
  },
  { title: 'Meta', description: 'Pagination counts.', additionalProperties: false },
);

const Links = Type.Object(
  {
    self: Link('Path of this page.'),
    first: Link('Path of the first page.'),
    last: Link('Path of the last page.'),
    next: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Path of the next page; null on the last page.',
    }),
    prev: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Path of the previous page; null on the first page.',
    }),
  },
  {
    title: 'Links',
    description: 'Pagination links. They keep the filters of the request.',
    additionalProperties: false,
  },
);

/** `more` is the schema of additional fields in `meta`. */
export function listSchema(item: TSchema, more?: TObject) {
  const meta = more
    ? Type.Object(
        { ...Meta.properties, ...more.properties },
        { description: Meta.description, additionalProperties: false },
      )
    : Meta;
  return Type.Object(
    { success: Succeeded, data: Items(item, 'Items of this page.'), meta, links: Links },
    { additionalProperties: false },
  );
}

const FeedMeta = Type.Object(
  {
    next_after: Type.Integer({
      minimum: 0,
      description: 'Position after the last event. Send it as `after` to continue.',
    }),
    next_before: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Present with `sort=desc`. Send it as `before` to continue.' }),
    ),
    has_more: Type.Boolean({ description: 'True if more events are available now.' }),
  },
  { title: 'FeedMeta', description: 'Position in the feed.', additionalProperties: false },
);

export function feedSchema(item: TSchema) {
  return Type.Object(
    { success: Succeeded, data: Items(item, 'Events in the requested order.'), meta: FeedMeta },
    { additionalProperties: false },
  );
}

export function feedEnvelope<T>({ items, nextAfter, nextBefore, hasMore }: Feed<T>) {
  const position = { next_after: nextAfter, ...(nextBefore === undefined ? {} : { next_before: nextBefore }) };
  return { success: true as const, data: items, meta: { ...position, has_more: hasMore } };
}

const Params = Type.Optional(
  Type.Unsafe<ErrorParams>({
    type: 'object',
    additionalProperties: { type: ['string', 'number'] },
    description: 'Values in the message, by name. Absent if the reason has none.',
  }),
);

const ErrorDetails = Type.Object(
  {
    field: Type.String({ description: 'Name of the field or parameter.' }),
    message: Type.String({ description: 'Reason for the rejection.' }),
    reason: Type.Optional(Type.String({ description: 'Identifier of the message, for translations.' })),
    params: Params,
  },
  { additionalProperties: false },
);

export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false for an error.' }),
    error: Type.Object(
      {
        code: Type.String({ description: 'Error code for programs.' }),
        message: Type.String({ description: 'Explanation for people.' }),
        reason: Type.Optional(
          Type.String({
            description: 'Identifier of the message, for translations. More reasons may be added to a code.',
          }),
        ),
        params: Params,
        details: Type.Optional(
          Type.Array(ErrorDetails, {
            description: 'Invalid fields or parameters, up to 50. Absent if the error is about none.',
          }),
        ),
      },
      { description: 'The error.', additionalProperties: false },
    ),
  },
  { title: 'Error', description: 'The body of every error response.', additionalProperties: false },
);

/**
 * Returns the body of an error. Writes the envelope as text, which is faster than an object: refusals (401, 429) are the
 * responses that a server under attack sends most. Codes and reasons need no escaping.
 */
export function errorBody({ code, message, reason, params, details }: AppError): string {
  let body = `{"success":false,"error":{"code":"${code}","message":${JSON.stringify(message)},"reason":"${reason}"`;
  if (params) body += `,"params":${JSON.stringify(params)}`;
  if (details) body += `,"details":${JSON.stringify(details.map(withReason))}`;
  return `${body}}}`;
}

function withReason(detail: ErrorDetail): ErrorDetail {
  return detail.reason === undefined ? { ...detail, reason: GENERAL_FIELD_REASON } : detail;
}

/** Returns the error code of a response that was stored for its Idempotency-Key. */
export function readErrorCode(body: string): ErrorCode {
  return (JSON.parse(body) as { error: { code: ErrorCode } }).error.code;
}

/** Wraps a page. Links keep the filters in `query`, and always contain page and per_page. */
export function pageEnvelope<T>(path: string, request: PageRequest, query: Record<string, unknown>, page: Page<T>) {
  const { page: current, per_page } = request;
  const last = Math.max(1, Math.ceil(page.total / per_page));
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== 'page' && name !== 'per_page' && value !== undefined)
    .map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`)
    .join('');
  const link = (number: number) => `${path}?page=${number}&per_page=${per_page}${filters}`;
  return {
    success: true as const,
    data: page.items,
    meta: {
      current_page: current,
      per_page,
      total: page.total,
      ...(page.totalCapped ? { total_capped: true } : {}),
      last_page: last,
      ...page.meta,
    },
    links: {
      self: link(current),
      first: link(1),
      last: link(last),
      next: current < last ? link(current + 1) : null,
      prev: current > 1 ? link(Math.min(current - 1, last)) : null,
    },
  };
}
