import pg from 'pg';

/**
 * Sends every statement without a name: for poolers that lend a connection for one transaction and do not know what was
 * prepared on which.
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
