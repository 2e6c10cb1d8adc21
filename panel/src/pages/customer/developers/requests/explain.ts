import { t } from '@lingui/core/macro';

export interface Explanation {
  readonly meaning: string;
  readonly todo: string;
}

/** Explanation and advice for every error code of the API. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  BAD_REQUEST: {
    meaning: t`The JSON, the Content-Type or a parameter is malformed.`,
    todo: t`Send JSON with Content-Type: application/json; \`details\` in the response names the parameter.`,
  },
  MISSING_ID: {
    meaning: t`A required id is missing from the query and the body.`,
    todo: t`Add the id that the message names to the query, or to the body of a POST.`,
  },
  UNAUTHORIZED: {
    meaning: t`The request has no credentials, or its bearer or refresh token is unknown, expired or revoked.`,
    todo: t`Send the key in X-API-Key, or renew the token with /auth/refresh.`,
  },
  INVALID_API_KEY: {
    meaning: t`The API key is malformed, unknown, revoked or expired.`,
    todo: t`Compare the last four characters with the list of keys. Create or roll a key if it is not listed.`,
  },
  FORBIDDEN: {
    meaning: t`The credentials lack a required scope, or the key is not allowed from this address.`,
    todo: t`Create a key with the scope, or add the address.`,
  },
  ENVIRONMENT_MISMATCH: {
    meaning: t`This host does not serve the environment of the key.`,
    todo: t`Use a key of the other environment, or another host.`,
  },
  NOT_FOUND: {
    meaning: t`The path or method does not exist, or the account has no record with this id.`,
    todo: t`Check the method, path and id. Records of other accounts are also not found.`,
  },
  DOMAIN_ALREADY_EXISTS: {
    meaning: t`The domain, or a domain above or below it, already exists.`,
    todo: t`Check the list of domains. If another account has it, write to support.`,
  },
  DATABASE_ALREADY_EXISTS: {
    meaning: t`The account already has a database with this name.`,
    todo: t`Choose another name, or use the existing database.`,
  },
  VPS_NOT_RUNNING: {
    meaning: t`The server is not running, and the operation requires a running server.`,
    todo: t`Start it, then repeat the request.`,
  },
  TICKET_CLOSED: {
    meaning: t`The ticket is closed. Closed tickets cannot be changed or reopened.`,
    todo: t`Open a new ticket and refer to the old one.`,
  },
  QUOTA_EXCEEDED: {
    meaning: t`A limit of the account is reached. The message names the limit and says what to do.`,
    todo: t`Remove unused resources, or ask support to raise the limit.`,
  },
  CONFLICT: {
    meaning: t`The current state of the resource does not allow the operation.`,
    todo: t`Check its status. Wait for actions in progress, then repeat the request.`,
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: t`The Idempotency-Key was already used with a different request.`,
    todo: t`Use a new key for each operation. Reuse a key only to retry the same request.`,
  },
  PAYLOAD_TOO_LARGE: {
    meaning: t`The body is larger than 1 MiB, or larger than 16 KiB for /auth.`,
    todo: t`Send a smaller body.`,
  },
  VALIDATION_ERROR: {
    meaning: t`The request data is invalid.`,
    todo: t`Correct the fields listed in \`details\` of the response. It lists every invalid field, up to 50.`,
  },
  INVALID_SCOPES: {
    meaning: t`The request names a scope that does not exist or that the key does not have.`,
    todo: t`Request only scopes that the key has.`,
  },
  RATE_LIMIT_EXCEEDED: {
    meaning: t`The request limit is exceeded.`,
    todo: t`Wait for the seconds in Retry-After. Spread the requests, or create a key with a higher limit.`,
  },
  INTERNAL_ERROR: {
    meaning: t`An unexpected error occurred.`,
    todo: t`Retry with the same Idempotency-Key. If it fails again, write to support with the request ID.`,
  },
};

export const EXPLAINED_CODES: readonly string[] = Object.keys(EXPLANATIONS);

/** Returns the explanation of an error code; undefined if unknown. */
export function explainError(code: string): Explanation | undefined {
  return Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
}
