import type { ApiDescription, Operation } from './openapi.ts';

/** Requests made from the OpenAPI document, for tests that go over all operations so that a new one cannot forget. */

export function nameOperation({ method, path }: Operation): string {
  return `${method} ${path}`;
}

export function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return text === '' ? path : `${path}?${text}`;
}

/** A body that passes validation: what is required and nothing more; undefined where the operation takes none. */
export function minimalBody(api: ApiDescription, { body }: Operation): Record<string, unknown> | undefined {
  if (!body) return undefined;
  const { required = [] } = api.resolve(body.schema);
  return Object.fromEntries(required.map((name) => [name, body.example[name]]));
}

/** Fields of the body that refer to another resource: `hosting_id` of a new domain. */
export function listReferences(api: ApiDescription, { body, id }: Operation): string[] {
  if (!body) return [];
  const { properties = {} } = api.resolve(body.schema);
  return Object.keys(properties).filter((name) => name.endsWith('_id') && name !== id);
}

/** Which resource a reference or an id means: `hosting_id` → hosting, `ticket_id` → tickets, `id` → the operation's own. */
export function groupOf(name: string, operation: Operation): string {
  if (name === 'id') return operation.resource;
  const word = name.replace(/_id$/, '');
  return word === 'hosting' ? word : `${word}s`;
}
