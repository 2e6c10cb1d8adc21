import { HostlerError } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { translateError } from '../locales/errors.ts';

/** A failed request, with the message of the server if it sent one. */
export interface Failure {
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
  readonly details: readonly FieldError[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly reason?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Error response of the panel API (`/panel/api/v1`). */
export class PanelApiError extends Error implements Failure {
  readonly status: number;
  readonly code: string;
  readonly details: readonly FieldError[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(failure: Failure & { status: number }) {
    super(failure.message);
    this.name = 'DoorError';
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** The person closed the dialog that a request waited for. This is no error and is not reported. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Codes that mean an unreachable server: a network error, a timeout, or a proxy's response that is no envelope. */
const SILENT = ['NETWORK_ERROR', 'TIMEOUT', 'UNEXPECTED_ANSWER'];
const UNREACHABLE: Failure = {
  status: null,
  code: 'UNREACHABLE',
  message: t`The server cannot be reached. Check your connection and try again.`,
  details: [],
  requestId: null,
  retryAfterSeconds: null,
};

/** Converts an error of the SDK, the panel API or the network into a `Failure` that a page can show. */
export function readFailure(error: unknown): Failure {
  if (error instanceof PanelApiError) return error;
  if (error instanceof HostlerError) {
    if (SILENT.includes(error.code)) return UNREACHABLE;
    const { status, code, requestId = null, retryAfter: retryAfterSeconds = null } = error;
    return { status: status || null, code, ...translateError(error, error.details), requestId, retryAfterSeconds };
  }
  if (error instanceof TypeError) return UNREACHABLE;
  const message = error instanceof Error ? error.message : t`Something went wrong on this page. Reload it.`;
  return { ...UNREACHABLE, code: 'UNKNOWN', message };
}

/** Returns true if the same request may succeed later without any change. */
export function isPassing(error: unknown): boolean {
  const { status, code } = readFailure(error);
  return code === 'UNREACHABLE' || status === 429 || (status !== null && status >= 500);
}
