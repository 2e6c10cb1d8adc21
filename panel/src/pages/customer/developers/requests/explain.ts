export interface Explanation {
  readonly meaning: string;
  readonly todo: string;
}

/** Explanation and advice for every error code of the API. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  BAD_REQUEST: {
    meaning: 'The JSON, the Content-Type or a parameter is malformed.',
    todo: 'Send JSON with Content-Type: application/json; `details` in the response names the parameter.',
  },
  MISSING_ID: {
    meaning: 'A required id is missing from the query and the body.',
    todo: 'Add the id that the message names to the query, or to the body of a POST.',
  },
  UNAUTHORIZED: {
    meaning: 'The request has no credentials, or its bearer or refresh token is unknown, expired or revoked.',
    todo: 'Send the key in X-API-Key, or renew the token with /auth/refresh.',
  },
  INVALID_API_KEY: {
    meaning: 'The API key is malformed, unknown, revoked or expired.',
    todo: 'Compare the last four characters with the list of keys. Create or roll a key if it is not listed.',
  },
  FORBIDDEN: {
    meaning: 'The credentials lack a required scope, or the key is not allowed from this address.',
    todo: 'Create a key with the scope, or add the address.',
  },
  ENVIRONMENT_MISMATCH: {
    meaning: 'This host does not serve the environment of the key.',
    todo: 'Use a key of the other environment, or another host.',
  },
  NOT_FOUND: {
    meaning: 'The path or method does not exist, or the account has no record with this id.',
    todo: 'Check the method, path and id. Records of other accounts are also not found.',
  },
  DOMAIN_ALREADY_EXISTS: {
    meaning: 'The domain, or a domain above or below it, already exists.',
    todo: 'Check the list of domains. If another account has it, write to support.',
  },
  DATABASE_ALREADY_EXISTS: {
    meaning: 'The account already has a database with this name.',
    todo: 'Choose another name, or use the existing database.',
  },
  VPS_NOT_RUNNING: {
    meaning: 'The server is not running, and the operation requires a running server.',
    todo: 'Start it, then repeat the request.',
  },
  TICKET_CLOSED: {
    meaning: 'The ticket is closed. Closed tickets cannot be changed or reopened.',
    todo: 'Open a new ticket and refer to the old one.',
  },
  QUOTA_EXCEEDED: {
    meaning: 'A limit of the account is reached. The message names the limit and says what to do.',
    todo: 'Remove unused resources, or ask support to raise the limit.',
  },
  CONFLICT: {
    meaning: 'The current state of the resource does not allow the operation.',
    todo: 'Check its status. Wait for actions in progress, then repeat the request.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was already used with a different request.',
    todo: 'Use a new key for each operation. Reuse a key only to retry the same request.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is larger than 1 MiB, or larger than 16 KiB for /auth.',
    todo: 'Send a smaller body.',
  },
  VALIDATION_ERROR: {
    meaning: 'The request data is invalid.',
    todo: 'Correct the fields listed in `details` of the response. It lists every invalid field, up to 50.',
  },
  INVALID_SCOPES: {
    meaning: 'The request names a scope that does not exist or that the key does not have.',
    todo: 'Request only scopes that the key has.',
  },
  RATE_LIMIT_EXCEEDED: {
    meaning: 'The request limit is exceeded.',
    todo: 'Wait for the seconds in Retry-After. Spread the requests, or create a key with a higher limit.',
  },
  INTERNAL_ERROR: {
    meaning: 'An unexpected error occurred.',
    todo: 'Retry with the same Idempotency-Key. If it fails again, write to support with the request ID.',
  },
};

export const EXPLAINED_CODES: readonly string[] = Object.keys(EXPLANATIONS);

/** Returns the explanation of an error code; undefined if unknown. */
export function explainError(code: string): Explanation | undefined {
  return Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
}
