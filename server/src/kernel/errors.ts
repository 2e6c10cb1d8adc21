/**
 * All error codes of the API with their status. The docs page and the OpenAPI document are generated from this table.
 */
export const ERROR_CODES = {
  BAD_REQUEST: {
    status: 400,
    when: 'Malformed JSON, wrong Content-Type or a malformed parameter; `details` names it.',
  },
  MISSING_ID: { status: 400, when: 'A needed id is absent.' },
  UNAUTHORIZED: {
    status: 401,
    when: 'No credentials, or the bearer or refresh token is unknown, expired or revoked.',
  },
  INVALID_API_KEY: { status: 401, when: 'The API key is malformed, unknown, revoked or expired.' },
  FORBIDDEN: { status: 403, when: 'A scope is missing, or the address is not allowed for this key.' },
  CONFIRMATION_REQUIRED: {
    status: 403,
    when: 'The password was entered too long ago for this; confirm it with `/sessions/confirm` and send the request again.',
  },
  ENVIRONMENT_MISMATCH: { status: 403, when: "This host does not serve the key's environment." },
  NOT_FOUND: { status: 404, when: 'Unknown id, path or method.' },
  DOMAIN_ALREADY_EXISTS: { status: 409, when: 'The domain exists already.' },
  DATABASE_ALREADY_EXISTS: { status: 409, when: 'The account already has a database of this name.' },
  VPS_NOT_RUNNING: { status: 409, when: 'The action needs a running VPS.' },
  TICKET_CLOSED: { status: 409, when: 'The ticket is closed, which is final.' },
  QUOTA_EXCEEDED: {
    status: 409,
    when: 'A limit of the account is reached; the message says which, how many, and what to do.',
  },
  CONFLICT: { status: 409, when: 'The state of the resource does not allow this now.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, when: 'The Idempotency-Key was used with a different request.' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'The body is larger than 1 MiB, or than 16 KiB at `/auth`.' },
  VALIDATION_ERROR: { status: 422, when: 'Invalid data; `details` lists every failing field, up to 50.' },
  INVALID_SCOPES: { status: 422, when: 'An unknown scope, or one the key lacks, was asked for.' },
  RATE_LIMIT_EXCEEDED: { status: 429, when: 'Too many requests; `Retry-After` says how long to wait.' },
  INTERNAL_ERROR: { status: 500, when: 'Our fault; the request id finds it in the log.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface ErrorDetail {
  field: string;
  message: string;
}

/**
 * Most details in a response. They suffice to fix a request, and bound the response to a request with a thousand
 * errors.
 */
export const MAX_DETAILS = 50;

/** An error for the caller. Any other error is a bug and becomes a 500 without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string> | undefined;
  /** The same request may succeed soon, so the response is not stored for its Idempotency-Key. */
  readonly transient: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: ErrorDetail[]; headers?: Record<string, string>; transient?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = extra.details?.slice(0, MAX_DETAILS);
    this.headers = extra.headers;
    this.transient = extra.transient ?? false;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/**
 * Returns the same error for an unknown id and for an id of another customer, so that the two cannot be distinguished.
 */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found.`);
}

export function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}

export function isAppError(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** Generic message for an error whose details say everything. */
export const SEE_DETAILS = 'The request data is invalid; see details.';

export function validationError(details: ErrorDetail[]): AppError {
  return new AppError('VALIDATION_ERROR', SEE_DETAILS, { details });
}
