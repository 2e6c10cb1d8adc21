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
