import { AccountId } from '../../schema.ts';
import { STAFF_ROLES } from '../../staff-roles.ts';
import { type TObject, Type } from '../../type.ts';
import { type Access, listAlternatives } from '../caller.ts';
import type { AnyRoute } from '../route.ts';
import type { Surface } from '../surface.ts';
import { Components, type Json } from './components.ts';
import type { Example } from './example.ts';
import { findCollections, operationIdOf } from './operation-id.ts';
import { describeParameters } from './parameters.ts';
import { describeResponses } from './responses.ts';

/** Builds the OpenAPI 3.1 document of an API surface from the declarations that also validate and serialise. */
export function buildOpenApi(surface: Surface, version: string): Json {
  const { prefix, routes, authenticator, document } = surface;
  const { title, description, tags } = document;
  const components = new Components();
  const collections = findCollections(routes);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const operationId = operationIdOf(route, collections);
    const example = document.examples?.[operationId];
    const operation = { operationId, ...describeOperation(route, surface, components, example) };
    const path = `${prefix}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    security: Object.keys(authenticator.schemes).map((scheme) => ({ [scheme]: [] })),
    tags: Object.entries(tags).map(([name, text]) => ({ name, 'x-displayName': titleOf(name), description: text })),
    paths,
    components: {
      securitySchemes: authenticator.schemes,
      ...components.toJson(),
    },
  };
}

function describeOperation(route: AnyRoute, surface: Surface, components: Components, example?: Example): Json {
  const scopes = scopesOf(route.access);
  return {
    tags: [route.path.split('/')[1] ?? ''],
    summary: route.summary,
    description: [route.description, describeAccess(route, scopes), describeConfirmed(route)]
      .filter(Boolean)
      .join('\n\n'),
    'x-scopes': scopes,
    ...(route.access === 'public' ? { security: [] } : {}),
    parameters: describeParameters(route, surface, components, example),
    ...describeBody(route, components, example),
    responses: describeResponses(route, surface, components, example),
  };
}

function scopesOf(access: Access): readonly string[] {
  if (access === 'public' || access === 'any-credential') return [];
  return typeof access === 'string' ? [access] : access;
}

const ROLES: ReadonlySet<string> = new Set(STAFF_ROLES);

function describeAccess({ access }: AnyRoute, scopes: readonly string[]): string {
  if (access === 'public') return 'Requires no authentication.';
  if (scopes.length === 0) return 'Requires any valid credentials.';
  const areRoles = scopes.every((scope) => ROLES.has(scope));
  const kind = areRoles ? 'role' : scopes.some((scope) => scope.includes('.')) ? 'scope' : 'right';
  return `Required ${kind}: ${listAlternatives(scopes.map((scope) => `\`${scope}\``))}.`;
}

function describeBody(route: AnyRoute, components: Components, { body: example }: Partial<Example> = {}): Json {
  const body = bodySchemaOf(route);
  if (!body) return {};
  const schema = components.schema(body);
  const required = ((body.required as string[] | undefined) ?? []).length > 0;
  return { requestBody: { required, content: { 'application/json': { schema, ...(example ? { example } : {}) } } } };
}

function describeConfirmed({ confirmed }: AnyRoute): string {
  return confirmed ? 'Requires a password confirmation in the last 10 minutes.' : '';
}

function bodySchemaOf(route: AnyRoute): TObject | undefined {
  const body = 'body' in route ? route.body : undefined;
  if (!route.account || route.method !== 'POST') return body;
  return Type.Object({ account_id: AccountId, ...body?.properties });
}

/** `ssh-keys` becomes `SSH keys`. */
function titleOf(tag: string): string {
  const words = tag.replaceAll('-', ' ').replace(/^ssh\b/, 'SSH');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
