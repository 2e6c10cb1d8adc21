import { AccountId, Id } from '../../schema.ts';
import type { TObject, TSchema } from '../../type.ts';
import { isTagged } from '../etag.ts';
import { feedQuerySchema, listQuerySchema } from '../parameters.ts';
import type { AnyRoute } from '../route.ts';
import { SCENARIOS } from '../scenario.ts';
import type { Surface } from '../surface.ts';
import type { Components, Json } from './components.ts';
import type { Example } from './example.ts';

/** Parameters with the same meaning in every list. */
const OF_ALL_LISTS = new Set(['page', 'per_page', 'search', 'sort']);

export function describeParameters(
  route: AnyRoute,
  surface: Surface,
  components: Components,
  { query = {} }: Partial<Example> = {},
): Json[] {
  const { document } = surface;
  return [
    ...describeAccount(route, query),
    ...describeId(route, query),
    ...describeQuery(route, components, query),
    ...(route.method === 'POST' ? describeHeaders(document.writeHeaders ?? {}, components) : []),
    ...(route.kind === 'command' || (route.kind === 'operation' && route.method === 'POST')
      ? [components.refer('parameters', 'IdempotencyKey', IDEMPOTENCY_KEY)]
      : []),
    ...(isTagged(route, surface) ? [components.refer('parameters', 'IfNoneMatch', IF_NONE_MATCH)] : []),
    ...(route.access === 'public' || !document.sandbox
      ? []
      : [components.refer('parameters', 'SandboxScenario', SCENARIO)]),
  ];
}

type Given = NonNullable<Example['query']>;

function describeAccount({ account, method }: AnyRoute, given: Given): Json[] {
  if (!account || method === 'POST') return [];
  const { description, ...schema } = AccountId as unknown as Json;
  const example = given.account_id === undefined ? {} : { example: given.account_id };
  return [{ name: 'account_id', in: 'query', required: true, description, schema, ...example }];
}

function describeHeaders(headers: Readonly<Record<string, string>>, components: Components): Json[] {
  return Object.entries(headers).map(([name, description]) => {
    const schema = { type: 'string' };
    return components.refer('parameters', name, { name, in: 'header', required: true, description, schema });
  });
}

function describeId({ id, method }: AnyRoute, given: Given): Json[] {
  if (!id) return [];
  const { name = 'id' } = id;
  const { description: _, ...schema } = Id('') as unknown as Json;
  const also = method === 'POST' ? ' Can be sent in the JSON body instead.' : '';
  const description = `${id.description}${also}`;
  const example = given[name] === undefined ? {} : { example: given[name] };
  return [{ name, in: 'query', required: method === 'GET' && !id.optional, description, schema, ...example }];
}

function describeQuery(route: AnyRoute, components: Components, given: Given): Json[] {
  const query = querySchemaOf(route);
  const required = new Set((query?.required as string[] | undefined) ?? []);
  return Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => {
    const { description, ...rest } = components.schema(schema) as Json;
    const parameter = { name, in: 'query', required: required.has(name), description, schema: rest };
    const shared = route.kind === 'list' && OF_ALL_LISTS.has(name);
    return shared ? components.refer('parameters', name, leftOut(parameter)) : leftOut(parameter, given[name]);
  });
}

function querySchemaOf(route: AnyRoute): TObject | undefined {
  if (route.kind === 'list') return listQuerySchema(route);
  if (route.kind === 'feed') return feedQuerySchema(route);
  return 'query' in route ? route.query : undefined;
}

/**
 * Disables an optional parameter in the reference. A user who tries a request sends only the ones they enable, not an
 * example of each.
 */
function leftOut(parameter: Json & { required: boolean; schema: Json }, given?: string | number): Json {
  if (parameter.required) return parameter;
  const { examples, enum: choices, default: fallback } = parameter.schema as { [name: string]: unknown[] | undefined };
  const empty = parameter.schema.type === 'integer' ? (parameter.schema.minimum ?? 0) : '';
  const value = given ?? examples?.[0] ?? fallback ?? choices?.[0] ?? empty;
  return { ...parameter, examples: { optional: { value, 'x-disabled': true } } };
}

const IDEMPOTENCY_KEY = leftOut({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes retries safe: a repeated request with the same key returns the stored response for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['order-1042'] },
});

const IF_NONE_MATCH = leftOut({
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: '`ETag` of an earlier response. If the response is unchanged, the status is 304 and there is no body.',
  schema: { type: 'string', examples: ['W/"kW2cOJ1gB7yU4cXqf0Tn3LwQmZr8sA"'] },
});

const SCENARIO = leftOut({
  name: 'X-Sandbox-Scenario',
  in: 'header',
  required: false,
  description: 'Forces an outcome for requests with a test key. Ignored for live keys.',
  schema: { type: 'string', enum: [...SCENARIOS] },
});
