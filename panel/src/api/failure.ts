import { HostlerError } from '@hostler/sdk';

/** What went wrong, in the words of the server where it had any. */
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
}

/** An answer of the panel's door that is not what was asked for. */
export class DoorError extends Error implements Failure {
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

/** Somebody closed the dialog that a request waited for: nothing went wrong, and nothing is said. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** The server cannot be reached: fetch says so by a TypeError, and a proxy in between by an answer that is no envelope. */
const SILENT = ['NETWORK_ERROR', 'TIMEOUT', 'UNEXPECTED_ANSWER'];
const UNREACHABLE: Failure = {
  status: null,
  code: 'UNREACHABLE',
  message: 'The server cannot be reached. Check your connection and try again.',
  details: [],
  requestId: null,
  retryAfterSeconds: null,
};

/** Of an error of the SDK, of the panel's door or of the network, what a page can tell. */
export function readFailure(error: unknown): Failure {
  if (error instanceof DoorError) return error;
  if (error instanceof HostlerError) {
    if (SILENT.includes(error.code)) return UNREACHABLE;
    const { status, code, message, details, requestId = null, retryAfter: retryAfterSeconds = null } = error;
    return { status: status || null, code, message, details, requestId, retryAfterSeconds };
  }
  if (error instanceof TypeError) return UNREACHABLE;
  const message = error instanceof Error ? error.message : 'Something went wrong on this page. Reload it.';
  return { ...UNREACHABLE, code: 'UNKNOWN', message };
}

/** Whether the same request may succeed in a moment without anybody's help. */
export function isPassing(error: unknown): boolean {
  const { status, code } = readFailure(error);
  return code === 'UNREACHABLE' || status === 429 || (status !== null && status >= 500);
}
