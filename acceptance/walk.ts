import type { ApiDescription, Operation } from './openapi.ts';

/** Builds requests from the OpenAPI document, for tests that cover all operations including new ones. */

export function nameOperation({ method, path }: Operation): string {
  return `${method} ${path}`;
}

export function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return text === '' ? path : `${path}?${text}`;
}

/** Returns a valid body with required fields only; undefined if the operation has no body. */
export function minimalBody(api: ApiDescription, { body }: Operation): Record<string, unknown> | undefined {
  if (!body) return undefined;
  const { required = [] } = api.resolve(body.schema);
  return Object.fromEntries(required.map((name) => [name, body.example[name]]));
}

/** Returns body fields that refer to another resource, such as `hosting_id` of a new domain. */
export function listReferences(api: ApiDescription, { body, id }: Operation): string[] {
  if (!body) return [];
  const { properties = {} } = api.resolve(body.schema);
  return Object.keys(properties).filter((name) => name.endsWith('_id') && name !== id);
}

/**
 * Returns the group of a reference: `hosting_id` → hosting, `ticket_id` → tickets, `id` → the group of the operation.
 */
export function groupOf(name: string, operation: Operation): string {
  if (name === 'id') return operation.resource;
  const word = name.replace(/_id$/, '');
  return word === 'hosting' ? word : `${word}s`;
}
