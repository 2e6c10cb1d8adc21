import { type ErrorDetail, type ErrorParams, HostlerError } from './error.ts';

/** Envelope of every successful response. */
export interface Envelope {
  readonly data: unknown;
  readonly meta?: unknown;
  readonly links?: unknown;
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly params?: ErrorParams;
  readonly details?: readonly ErrorDetail[];
}

/** Returns the envelope of a successful response and throws a `HostlerError` for everything else. */
export function readAnswer(response: Pick<Response, 'ok' | 'status' | 'type' | 'headers'>, text: string): Envelope {
  const { status, headers } = response;
  const body = parse(text);
  if (response.ok && 'data' in body) return body as unknown as Envelope;
  const { code, message, reason, params, details }: Failure = isFailure(body.error)
    ? body.error
    : { code: 'UNEXPECTED_ANSWER', message: describeStranger(response) };
  throw new HostlerError({
    status,
    code,
    message,
    reason,
    params,
    details: details ?? [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('retry-after')),
  });
}

/** Describes a response that is not from the API. Browsers reveal only that a redirect happened. */
function describeStranger({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): string {
  const target = headers.get('location');
  if (type !== 'opaqueredirect' && target === null) return `The answer (status ${status}) is not one of Hostler's API.`;
  return `The server is elsewhere${target === null ? '' : ` (${target})`}: give as baseUrl where it answers itself.`;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** Reads a delay in seconds or an HTTP date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
