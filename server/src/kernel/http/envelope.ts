import type { Feed } from '../db/feed.ts';
import type { Page, PageRequest } from '../db/page.ts';
import type { AppError, ErrorCode } from '../errors.ts';
import { type TObject, type TSchema, Type } from './type.ts';

export function successSchema(data: TSchema, withMessage: boolean) {
  return Type.Object(
    {
      success: Type.Literal(true),
      ...(withMessage ? { message: Type.String({ description: 'Human-readable text.' }) } : {}),
      data,
    },
    { additionalProperties: false },
  );
}

const Link = (description: string) => Type.String({ description });

const Meta = Type.Object(
  {
    current_page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer({ description: 'Total number of items. A search counts up to 10,000.' }),
    total_capped: Type.Optional(
      Type.Boolean({
        description: 'Present and true if a search matches more items than `total`. Narrow it down to see the others.',
      }),
    ),
    last_page: Type.Integer({ description: 'At least 1.' }),
  },
  { title: 'Meta', additionalProperties: false },
);

const Links = Type.Object(
  {
    self: Link('This page.'),
    first: Link('The first page.'),
    last: Link('The last page.'),
    next: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The next page; null on the last.' }),
    prev: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The page before; null on the first.' }),
  },
  { title: 'Links', additionalProperties: false },
);

/** `more` is the schema of additional fields in `meta`. */
export function listSchema(item: TSchema, more?: TObject) {
  const meta = more ? Type.Object({ ...Meta.properties, ...more.properties }, { additionalProperties: false }) : Meta;
  return Type.Object(
    { success: Type.Literal(true), data: Type.Array(item), meta, links: Links },
    { additionalProperties: false },
  );
}

const FeedMeta = Type.Object(
  {
    next_after: Type.Integer({ minimum: 0, description: 'Give it as `after` to read on.' }),
    next_before: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Newest first: give it as `before` to read on.' }),
    ),
    has_more: Type.Boolean({ description: 'Whether there is more to read at once.' }),
  },
  { title: 'FeedMeta', additionalProperties: false },
);

export function feedSchema(item: TSchema) {
  return Type.Object(
    { success: Type.Literal(true), data: Type.Array(item), meta: FeedMeta },
    { additionalProperties: false },
  );
}

export function feedEnvelope<T>({ items, nextAfter, nextBefore, hasMore }: Feed<T>) {
  const position = { next_after: nextAfter, ...(nextBefore === undefined ? {} : { next_before: nextBefore }) };
  return { success: true as const, data: items, meta: { ...position, has_more: hasMore } };
}

export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object(
      {
        code: Type.String(),
        message: Type.String(),
        details: Type.Optional(
          Type.Array(Type.Object({ field: Type.String(), message: Type.String() }, { additionalProperties: false })),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'Error', additionalProperties: false },
);

export function errorBody(error: AppError): string {
  const { code, message, details } = error;
  return JSON.stringify({ success: false, error: details ? { code, message, details } : { code, message } });
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
