/**
 * All error codes of the API with their status. The docs page and the OpenAPI document are generated from this table.
 */
export const ERROR_CODES = {
  BAD_REQUEST: {
    status: 400,
    when: 'The JSON, the Content-Type or a parameter is malformed. `details` names the parameter.',
  },
  MISSING_ID: { status: 400, when: 'A required id is missing from the query and the body.' },
  UNAUTHORIZED: {
    status: 401,
    when: 'The request has no credentials, or its bearer or refresh token is unknown, expired or revoked.',
  },
  INVALID_API_KEY: { status: 401, when: 'The API key is malformed, unknown, revoked or expired.' },
  FORBIDDEN: {
    status: 403,
    when: 'The credentials lack a required scope, or the key is not allowed from this address.',
  },
  CONFIRMATION_REQUIRED: {
    status: 403,
    when: 'The last password confirmation is too old. Confirm the password with `/sessions/confirm` and repeat the request.',
  },
  ENVIRONMENT_MISMATCH: { status: 403, when: 'This host does not serve the environment of the key.' },
  NOT_FOUND: { status: 404, when: 'The path or method does not exist, or the account has no record with this id.' },
  DOMAIN_ALREADY_EXISTS: { status: 409, when: 'The domain, or a domain above or below it, already exists.' },
  DATABASE_ALREADY_EXISTS: { status: 409, when: 'The account already has a database with this name.' },
  VPS_NOT_RUNNING: { status: 409, when: 'The VPS is not running, and the operation requires a running VPS.' },
  TICKET_CLOSED: { status: 409, when: 'The ticket is closed. Closed tickets cannot be changed or reopened.' },
  QUOTA_EXCEEDED: {
    status: 409,
    when: 'A limit of the account is reached. The message names the limit and says what to do.',
  },
  CONFLICT: { status: 409, when: 'The current state of the resource does not allow the operation.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, when: 'The `Idempotency-Key` was already used with a different request.' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'The body is larger than 1 MiB, or larger than 16 KiB for `/auth`.' },
  VALIDATION_ERROR: {
    status: 422,
    when: 'The request data is invalid. `details` lists every invalid field, up to 50.',
  },
  INVALID_SCOPES: { status: 422, when: 'The request names a scope that does not exist or that the key does not have.' },
  RATE_LIMIT_EXCEEDED: { status: 429, when: 'The request limit is exceeded. `Retry-After` gives the seconds to wait.' },
  INTERNAL_ERROR: {
    status: 500,
    when: 'An unexpected error occurred. Quote the `X-Request-Id` when you contact support.',
  },
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
export const SEE_DETAILS = 'The request data is invalid. See details.';

export function validationError(details: ErrorDetail[]): AppError {
  return new AppError('VALIDATION_ERROR', SEE_DETAILS, { details });
}
