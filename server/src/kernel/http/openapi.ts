import { ERROR_CODES, type ErrorCode } from '../errors.ts';
import type { Access } from './caller.ts';
import { ErrorEnvelope, feedSchema, listSchema, successSchema } from './envelope.ts';
import { feedQuerySchema, listQuerySchema } from './parameters.ts';
import type { Route } from './route.ts';
import { SCENARIOS } from './scenario.ts';
import { Id } from './schema.ts';
import type { TObject, TSchema } from './type.ts';

type Json = Record<string, unknown>;

interface Info {
  version: string;
  description: string;
  /** Tag (first path segment) → what it is about. */
  tags: Record<string, string>;
}

/** The OpenAPI 3.1 document, made from the same declarations that validate and serialise. */
export function buildOpenApi(routes: readonly Route[], { version, description, tags }: Info): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/api/v1${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, components) };
  }
  hoist(ErrorEnvelope, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hostler API',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, made in the panel.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token from `/auth/token`.' },
      },
      schemas: components,
    },
  };
}

function describeOperation(route: Route, components: Json): Json {
  const tag = route.path.split('/')[1] ?? '';
  const scopes = scopesOf(route.access);
  const needs =
    route.access === 'public'
      ? 'Needs no credentials in a header.'
      : scopes.length > 0
        ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
        : 'Any valid credentials will do.';
  return {
    operationId: [route.method.toLowerCase(), ...route.path.split(/[/-]/).filter(Boolean)].join('_'),
    tags: [tag],
    summary: route.summary,
    description: [route.description, needs].filter(Boolean).join('\n\n'),
    'x-scopes': scopes,
    ...(route.access === 'public' ? { security: [] } : {}),
    parameters: describeParameters(route, components),
    ...describeBody(route, components),
    responses: describeResponses(route, components),
  };
}

function scopesOf(access: Access): readonly string[] {
  if (access === 'public' || access === 'any-credential') return [];
  return typeof access === 'string' ? [access] : access;
}

function describeParameters(route: Route, components: Json): Json[] {
  const query = querySchemaOf(route);
  const required = new Set((query?.required as string[] | undefined) ?? []);
  const parameters = Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => {
    const { description, ...rest } = hoist(schema, components) as Json;
    return { name, in: 'query', required: required.has(name), description, schema: rest };
  });
  if (route.id) {
    const name = route.id.name ?? 'id';
    const also = route.method === 'POST' ? ' May stand in the JSON body instead.' : '';
    const { description: _, ...schema } = Id('') as unknown as Json;
    const description = `${route.id.description}${also}`;
    parameters.unshift({ name, in: 'query', required: route.method === 'GET', description, schema });
  }
  return [...parameters, ...(route.kind === 'command' ? [IDEMPOTENCY_KEY] : []), ...scenarioOf(route)] as Json[];
}

function querySchemaOf(route: Route): TObject | undefined {
  if (route.kind === 'list') return listQuerySchema(route);
  if (route.kind === 'feed') return feedQuerySchema(route);
  return 'query' in route ? route.query : undefined;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repetition safe: the same request with the same key within 24 hours gets the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const SCENARIO = {
  name: 'X-Sandbox-Scenario',
  in: 'header',
  required: false,
  description: 'With a test key: forces an outcome. Ignored on a live key.',
  schema: { type: 'string', enum: [...SCENARIOS] },
};

function scenarioOf(route: Route): Json[] {
  return route.access === 'public' ? [] : [SCENARIO];
}

function describeBody(route: Route, components: Json): Json {
  if (!('body' in route) || !route.body) return {};
  const schema = hoist(route.body, components);
  const required = ((route.body.required as string[] | undefined) ?? []).length > 0;
  return { requestBody: { required, content: { 'application/json': { schema, example: exampleOf(route.body) } } } };
}

function describeResponses(route: Route, components: Json): Json {
  const schema = responseSchemaOf(route);
  const status = 'status' in route ? route.status : 200;
  const example = exampleOf(schema) as Json;
  if (route.kind === 'command') example.message = route.message;
  const responses: Json = {
    [status]: {
      description: SUCCESS[status],
      headers: describeHeaders(route),
      content: { 'application/json': { schema: hoist(schema, components), example } },
    },
  };
  for (const [code, codes] of groupByStatus(errorCodesOf(route))) {
    responses[code] = {
      description: codes.map((name) => `\`${name}\`: ${ERROR_CODES[name].when}`).join('\n\n'),
      content: {
        'application/json': {
          schema: hoist(ErrorEnvelope, components),
          examples: Object.fromEntries(codes.map((name) => [name, { value: errorExample(name) }])),
        },
      },
    };
  }
  return responses;
}

function responseSchemaOf(route: Route): TObject {
  if (route.kind === 'list') return listSchema(route.item);
  if (route.kind === 'feed') return feedSchema(route.item);
  return successSchema(route.data, route.kind === 'command');
}

const SUCCESS: Record<number, string> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted and queued.' };

function describeHeaders(route: Route): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  const number = (description: string) => ({ description, schema: { type: 'integer' } });
  return {
    'X-Request-Id': text('Names this request, also in the log.'),
    'X-Environment': text('production or sandbox.'),
    'X-RateLimit-Limit': number('Requests permitted in the window of one minute.'),
    'X-RateLimit-Remaining': number('Requests left in the window.'),
    'X-RateLimit-Reset': number('Epoch seconds at which the window ends.'),
    ...(route.kind === 'command' && route.status === 202 ? { Location: text('Where to follow the action.') } : {}),
  };
}

/** What every route of this shape can answer, and what this one adds. */
function errorCodesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  add('RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR');
  if (route.access !== 'public')
    add('UNAUTHORIZED', 'INVALID_API_KEY', 'ENVIRONMENT_MISMATCH', 'FORBIDDEN', 'BAD_REQUEST');
  if (route.id) add('MISSING_ID', 'BAD_REQUEST', 'NOT_FOUND');
  if (route.method === 'POST') add('BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR');
  if (route.kind === 'command') add('IDEMPOTENCY_KEY_REUSED', 'CONFLICT');
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

function errorExample(code: ErrorCode): Json {
  const details = code === 'VALIDATION_ERROR' ? { details: [{ field: 'subject', message: 'is required.' }] } : {};
  return { success: false, error: { code, message: ERROR_CODES[code].when.replaceAll('`', ''), ...details } };
}

/** Copies a schema, with every titled object moved to the components and referred to. Our own formats stay out of it. */
function hoist(schema: TSchema, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part as TSchema, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Json = {};
  for (const [name, value] of Object.entries(schema as Json)) {
    if (name === 'x-hint' || (name === 'format' && (value === 'text' || value === 'line'))) continue;
    copy[name] =
      name === 'enum' || name === 'examples' || name === 'required' ? value : hoist(value as TSchema, components);
  }
  if (typeof copy.title !== 'string') return copy;
  const { title, ...rest } = copy;
  components[title] = rest;
  return { $ref: `#/components/schemas/${title}` };
}

/** An example made of the examples of its parts. */
function exampleOf(schema: TSchema): unknown {
  const {
    examples,
    const: constant,
    type,
    properties,
    items,
    default: fallback,
  } = schema as unknown as {
    examples?: unknown[];
    const?: unknown;
    type?: string | string[];
    properties?: Record<string, TSchema>;
    items?: TSchema;
    default?: unknown;
  };
  if (constant !== undefined) return constant;
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]));
  if (examples?.length) return examples[0];
  if (fallback !== undefined) return fallback;
  const [first] = [type].flat();
  if (first === 'array') return items ? [exampleOf(items)] : [];
  if (first === 'integer' || first === 'number') return 1;
  if (first === 'boolean') return false;
  return first === 'object' ? {} : '…';
}
