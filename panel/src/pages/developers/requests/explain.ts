export interface Explanation {
  readonly meaning: string;
  readonly todo: string;
}

/** Every code that the API answers, for whoever looks at a request that failed. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  BAD_REQUEST: {
    meaning: 'The request could not be read: malformed JSON, a wrong Content-Type or a malformed parameter.',
    todo: 'Send JSON with Content-Type: application/json; `details` of the answer names the parameter.',
  },
  MISSING_ID: {
    meaning: 'The call needs an id, and none was given.',
    todo: 'Add `id` to the query, or to the body of a POST.',
  },
  UNAUTHORIZED: {
    meaning: 'No credentials came along, or the token is unknown, expired or revoked.',
    todo: 'Send the key in X-API-Key, or renew the token with /auth/refresh.',
  },
  INVALID_API_KEY: {
    meaning: 'The API key is malformed, unknown, revoked or expired.',
    todo: 'Compare the last four characters with the list of keys; make or roll one if it is gone.',
  },
  FORBIDDEN: {
    meaning: 'The key lacks the scope for this call, or its address list does not have the address it was used from.',
    todo: 'Make a key with the scope, or add the address.',
  },
  ENVIRONMENT_MISMATCH: {
    meaning: 'This host does not serve the environment of the key.',
    todo: 'Use a key of the other environment, or the other host.',
  },
  NOT_FOUND: {
    meaning: 'There is no such path, or nothing with this id in your account.',
    todo: 'Check method, path and id; what belongs to another account is not found either.',
  },
  DOMAIN_ALREADY_EXISTS: {
    meaning: 'The domain is registered here already.',
    todo: 'Look for it in the list of domains; if it is not yours, write to support.',
  },
  DATABASE_ALREADY_EXISTS: {
    meaning: 'The account has a database of this name.',
    todo: 'Take another name, or use the one that is there.',
  },
  VPS_NOT_RUNNING: { meaning: 'The server does not run.', todo: 'Start it first, then repeat the call.' },
  TICKET_CLOSED: { meaning: 'The ticket is closed, which is final.', todo: 'Open a new one and name the old.' },
  QUOTA_EXCEEDED: {
    meaning: 'A limit of the account is reached; the message says which.',
    todo: 'Remove something, or ask support for more.',
  },
  CONFLICT: {
    meaning: 'The state of the resource does not allow this now.',
    todo: 'Look at its status; wait for work that is under way, then repeat.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was used before with another request.',
    todo: 'Make a new key for each operation; keep it only for repetitions of the same one.',
  },
  PAYLOAD_TOO_LARGE: { meaning: 'The body is larger than 1 MiB.', todo: 'Send less at a time.' },
  VALIDATION_ERROR: {
    meaning: 'Fields of the body are invalid.',
    todo: 'Correct what `details` of the answer lists; it names every failing field at once.',
  },
  INVALID_SCOPES: {
    meaning: 'A scope was asked for that does not exist or that the key lacks.',
    todo: 'Ask for scopes that the key has.',
  },
  RATE_LIMIT_EXCEEDED: {
    meaning: 'Too many requests in this minute.',
    todo: 'Wait as long as Retry-After says; spread the calls, or make a key with a higher limit.',
  },
  INTERNAL_ERROR: {
    meaning: 'Our fault; the request was not your mistake.',
    todo: 'Repeat it with the same Idempotency-Key; if it stays, write to support with the request id.',
  },
};

export const EXPLAINED_CODES: readonly string[] = Object.keys(EXPLANATIONS);

/** What an error code means and what to do; undefined for one that is not known here. */
export function explainError(code: string): Explanation | undefined {
  return Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
}
