import { GENERAL_REASONS } from '../../app-error.ts';
import { ERROR_CODES, type ErrorCode, errors, fieldErrors } from '../../errors.ts';
import type { TObject } from '../../type.ts';
import { ErrorEnvelope, feedSchema, listSchema, successSchema } from '../envelope.ts';
import { isTagged } from '../etag.ts';
import type { AnyRoute, HintsRoute } from '../route.ts';
import type { Surface } from '../surface.ts';
import type { Components, Json } from './components.ts';
import type { Example } from './example.ts';

export function describeResponses(route: AnyRoute, surface: Surface, components: Components, example?: Example): Json {
  const tagged = isTagged(route, surface);
  const responses: Json = { [statusOf(route)]: describeSuccess(route, surface, components, example) };
  if (tagged) responses[304] = components.refer('responses', 'NotModified', describeNotModified(components));
  if (route.kind === 'custom' && route.instead) {
    const schema = components.schema(successSchema(route.instead, false));
    responses[200] = { description: 'A second factor is required.', content: { 'application/json': { schema } } };
  }
  if (route.kind === 'command' && route.statusWithoutAction) {
    const { [statusOf(route)]: queued } = responses;
    responses[route.statusWithoutAction] = { ...(queued as Json), description: SUCCESS[route.statusWithoutAction] };
  }
  for (const [status, codes] of groupByStatus(errorCodesOf(route, surface))) {
    // Routes with the same errors share a response, named by its codes.
    responses[status] = components.refer('responses', codes.join('.'), describeErrors(codes, components));
  }
  return responses;
}

function describeSuccess(route: AnyRoute, surface: Surface, components: Components, example?: Example): Json {
  if (route.kind === 'hints') {
    const schema = { type: 'string', description: 'Stream of server-sent events.' };
    return {
      description: 'Stream of change notifications. It stays open until either side closes it.',
      content: { 'text/event-stream': { schema } },
    };
  }
  const schema = components.schema(responseSchemaOf(route));
  return {
    description: SUCCESS[statusOf(route)],
    headers: describeHeaders(headersOf(route, surface), components),
    content: {
      'application/json': { schema, ...(example ? { example: example.answer } : {}) },
      ...(route.kind === 'operation' && route.rows ? { 'text/csv': { schema: CSV } } : {}),
    },
  };
}

const CSV: Json = { type: 'string', description: 'All rows with a header, if `format` is `csv`.' };

function statusOf(route: AnyRoute): number {
  return 'status' in route ? route.status : 200;
}

const SUCCESS: Record<number, string> = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
  202: 'The request was accepted and its work is queued.',
};

function responseSchemaOf(route: Exclude<AnyRoute, HintsRoute>): TObject {
  if (route.kind === 'list') return listSchema(route.item, route.meta);
  if (route.kind === 'feed') return feedSchema(route.item);
  if (route.kind === 'operation') {
    return route.isList ? listSchema(route.data) : successSchema(route.data, route.method === 'POST');
  }
  return successSchema(route.data, route.kind === 'command');
}

const HEADERS: Json = {
  'X-Request-Id': {
    description: 'Identifier of this request. Quote it when you contact support.',
    schema: { type: 'string' },
  },
  'X-Environment': {
    description: 'Environment of the response: `production` or `sandbox`.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed per window of one minute.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'Requests remaining in the current window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'End of the current window, in epoch seconds.', schema: { type: 'integer' } },
};
const LOCATION: Json = { Location: { description: 'Path of the queued action.', schema: { type: 'string' } } };

const ETAG: Json = {
  ETag: {
    description: 'Weak entity tag of this response. Send it as `If-None-Match` with the next request.',
    schema: { type: 'string' },
  },
};

const IGNORED_FIELDS: Json = {
  'X-Ignored-Fields': {
    description: 'Up to 10 fields of the body that are unknown and were ignored, separated by commas.',
    schema: { type: 'string' },
  },
};

function headersOf(route: AnyRoute, surface: Surface): Json {
  const isQueued = route.kind === 'command' && route.status === 202;
  const ignores = route.method === 'POST' && surface.specified?.has(route.path);
  return {
    ...HEADERS,
    ...(isQueued ? LOCATION : {}),
    ...(ignores ? IGNORED_FIELDS : {}),
    ...(isTagged(route, surface) ? ETAG : {}),
  };
}

function describeNotModified(components: Components): Json {
  return {
    description: 'The response is the same as the one that `If-None-Match` names. There is no body.',
    headers: describeHeaders({ ...HEADERS, ...ETAG }, components),
  };
}

function describeHeaders(headers: Json, components: Components): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, components.refer('headers', name, header as Json)]),
  );
}

/** Returns the codes that every route of this kind can return, and those the route declares. */
function errorCodesOf(route: AnyRoute, { authenticator: { refusals }, guard }: Surface): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  add('RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR');
  if (route.access !== 'public') add(...refusals, 'FORBIDDEN', 'BAD_REQUEST');
  if (route.account) add('MISSING_ID', 'NOT_FOUND');
  if (route.confirmed) add('CONFIRMATION_REQUIRED');
  if (route.id) add('MISSING_ID', 'BAD_REQUEST', 'NOT_FOUND');
  if (guard && route.method === 'POST') add('FORBIDDEN');
  if (route.method === 'POST') add('BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR');
  const isOperation = route.kind === 'operation' && route.method === 'POST';
  if (route.kind === 'command' || isOperation) add('IDEMPOTENCY_KEY_REUSED', 'CONFLICT', 'QUOTA_EXCEEDED');
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

function groupByStatus(codes: ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CODES[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

function describeErrors(codes: readonly ErrorCode[], components: Components): Json {
  const examples = codes.map((code) => [code, components.refer('examples', code, { value: errorExample(code) })]);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when}`).join('\n\n'),
    content: {
      'application/json': { schema: components.schema(ErrorEnvelope), examples: Object.fromEntries(examples) },
    },
  };
}

function errorExample(code: ErrorCode): Json {
  const isValidation = code === 'VALIDATION_ERROR';
  const reason = isValidation ? errors.invalid_fields.reason : GENERAL_REASONS[code];
  const details = isValidation ? { details: [fieldErrors.required('subject')] } : {};
  return { success: false, error: { code, message: ERROR_CODES[code].when.replaceAll('`', ''), reason, ...details } };
}
