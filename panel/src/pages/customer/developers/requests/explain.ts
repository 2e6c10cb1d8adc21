export interface Explanation {
  readonly meaning: string;
  readonly todo: string;
}

/** Explanation and advice for every error code of the API. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  BAD_REQUEST: {
    meaning: 'The request could not be read: malformed JSON, a wrong Content-Type or a malformed parameter.',
    todo: 'Send JSON with Content-Type: application/json; `details` in the response names the parameter.',
  },
  MISSING_ID: {
    meaning: 'The required `id` is missing.',
    todo: 'Add `id` to the query, or to the body of a POST.',
  },
  UNAUTHORIZED: {
    meaning: 'The credentials are missing, or the token is unknown, expired or revoked.',
    todo: 'Send the key in X-API-Key, or renew the token with /auth/refresh.',
  },
  INVALID_API_KEY: {
    meaning: 'The API key is malformed, unknown, revoked or expired.',
    todo: 'Compare the last four characters with the list of keys. Create or roll a key if it is not listed.',
  },
  FORBIDDEN: {
    meaning: 'The key lacks the scope for this request, or the caller’s address is not in its allowed addresses.',
    todo: 'Create a key with the scope, or add the address.',
  },
  ENVIRONMENT_MISMATCH: {
    meaning: 'This host does not serve the environment of the key.',
    todo: 'Use a key of the other environment, or another host.',
  },
  NOT_FOUND: {
    meaning: 'The path does not exist, or your account has no record with this id.',
    todo: 'Check the method, path and id. Records of other accounts are also not found.',
  },
  DOMAIN_ALREADY_EXISTS: {
    meaning: 'The domain already exists here.',
    todo: 'Check the list of domains. If another account has it, write to support.',
  },
  DATABASE_ALREADY_EXISTS: {
    meaning: 'The account already has a database with this name.',
    todo: 'Choose another name, or use the existing database.',
  },
  VPS_NOT_RUNNING: { meaning: 'The server is not running.', todo: 'Start it, then repeat the request.' },
  TICKET_CLOSED: { meaning: 'The ticket is closed.', todo: 'Open a new ticket and refer to the old one.' },
  QUOTA_EXCEEDED: {
    meaning: 'The account has reached a limit. The message names it.',
    todo: 'Remove unused resources, or ask support to raise the limit.',
  },
  CONFLICT: {
    meaning: 'The status of the resource does not allow this request.',
    todo: 'Check its status. Wait for actions in progress, then repeat the request.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was already used with a different request.',
    todo: 'Use a new key for each operation. Reuse a key only to retry the same request.',
  },
  PAYLOAD_TOO_LARGE: { meaning: 'The body is larger than 1 MiB.', todo: 'Send a smaller body.' },
  VALIDATION_ERROR: {
    meaning: 'Fields of the body are invalid.',
    todo: 'Correct the fields listed in `details` of the response. It lists all invalid fields.',
  },
  INVALID_SCOPES: {
    meaning: 'A requested scope does not exist, or the key lacks it.',
    todo: 'Request only scopes that the key has.',
  },
  RATE_LIMIT_EXCEEDED: {
    meaning: 'Too many requests in one minute.',
    todo: 'Wait for the seconds in Retry-After. Spread the requests, or create a key with a higher limit.',
  },
  INTERNAL_ERROR: {
    meaning: 'An error on our side. Your request was valid.',
    todo: 'Retry with the same Idempotency-Key. If it fails again, write to support with the request id.',
  },
};

export const EXPLAINED_CODES: readonly string[] = Object.keys(EXPLANATIONS);

/** Returns the explanation of an error code; undefined if unknown. */
export function explainError(code: string): Explanation | undefined {
  return Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
}
