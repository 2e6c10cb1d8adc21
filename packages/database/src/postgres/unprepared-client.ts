import pg from 'pg';

/**
 * Sends every statement unnamed, for poolers that assign a connection per transaction and do not track prepared
 * statements.
 */
export class UnpreparedClient extends pg.Client {
  override query(...[first, ...rest]: unknown[]): never {
    return super.query(dropName(first) as never, ...(rest as [])) as never;
  }
}

function dropName(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || !('name' in request) || 'submit' in request) return request;
  const { name: _, ...unnamed } = request;
  return unnamed;
}
