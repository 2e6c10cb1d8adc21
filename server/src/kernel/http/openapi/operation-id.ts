import type { AnyRoute } from '../route.ts';

/**
 * Returns the operation id for people and generated clients: `tickets.list`, `tickets.create`,
 * `backups.schedules.remove`. It follows from the path, except for operations on a collection itself.
 */
export function operationIdOf(route: AnyRoute, collections: ReadonlySet<string>): string {
  const words = route.path.split('/').filter(Boolean).map(toCamelCase);
  if (route.operation) words.push(route.operation);
  else if (route.kind === 'operation') return words.join('.');
  else if (route.kind === 'list' || route.kind === 'feed') words.push('list');
  else if (collections.has(route.path)) words.push('create');
  return words.join('.');
}

/** Returns the paths that can be listed, or whose items can be removed. A POST to one of them creates an item. */
export function findCollections(routes: readonly AnyRoute[]): ReadonlySet<string> {
  const removed = routes.filter(({ path }) => path.endsWith(REMOVE)).map(({ path }) => path.slice(0, -REMOVE.length));
  return new Set([...routes.filter(({ kind }) => kind === 'list').map(({ path }) => path), ...removed]);
}

const REMOVE = '/remove';

/** Converts `rotate-secret` to `rotateSecret`. */
function toCamelCase(segment: string): string {
  return segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
