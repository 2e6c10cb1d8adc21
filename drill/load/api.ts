const PATIENCE_MS = 10_000;

export interface Answer<T> {
  readonly status: number;
  readonly data: T;
}

/** The outcome of the request is unknown: the caller repeats it with the same key. */
export class Failed extends Error {
  override name = 'Failed';
}

/** Sends a request like a careful customer: with a timeout. */
export async function callApi<T>(
  base: string,
  path: string,
  { key, body, idempotencyKey }: { key: string; body?: object; idempotencyKey?: string },
): Promise<Answer<T>> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${base}/api/v1${path}`, {
      method: idempotencyKey === undefined ? 'GET' : 'POST',
      headers: {
        'x-api-key': key,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Failed(cause instanceof Error ? cause.message : message);
  }
  if (status >= 500) throw new Failed(`${status}`);
  if (status === 429) throw new Failed('429');
  if (status >= 400) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return { status, data: (JSON.parse(text) as { data: T }).data };
}
