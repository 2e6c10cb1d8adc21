import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** Values of a message by the names of its placeholders. Never secrets, and never data of another customer. */
export type ErrorParams = Readonly<Record<string, string | number>>;

export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
  /** Identifier from a table of `defineFieldErrors`. Without one, the response says `invalid`. */
  readonly reason?: string;
  readonly params?: ErrorParams;
}

/**
 * Most details in a response. They suffice to fix a request, and bound the response to a request with a thousand
 * errors.
 */
export const MAX_DETAILS = 50;

/** Reasons of errors whose message is in no table, by code. */
export const GENERAL_REASONS = {
  ...(Object.fromEntries(Object.keys(ERROR_CODES).map((code) => [code, code.toLowerCase()])) as Record<
    ErrorCode,
    string
  >),
  // `not_found` says which record.
  NOT_FOUND: 'nothing_found',
};

/** Reason of a field whose message is in no table. */
export const GENERAL_FIELD_REASON = 'invalid';

/** Facts besides code and message. */
export interface ErrorFacts {
  readonly reason?: string;
  readonly params?: ErrorParams;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Record<string, string>;
  readonly transient?: boolean;
  readonly cause?: unknown;
}

/** An error for the caller. Any other error is a bug and becomes a 500 without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Stable identifier of the message, for translations. */
  readonly reason: string;
  readonly params: ErrorParams | undefined;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string> | undefined;
  /** The same request may succeed soon, so the response is not stored for its Idempotency-Key. */
  readonly transient: boolean;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = facts.reason ?? GENERAL_REASONS[code];
    this.params = facts.params;
    this.details = facts.details?.slice(0, MAX_DETAILS);
    this.headers = facts.headers;
    this.transient = facts.transient ?? false;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  /** Returns the same error with other details, or with none. */
  withDetails(details?: readonly ErrorDetail[]): AppError {
    const { code, message, reason, params } = this;
    return new AppError(code, message, {
      reason,
      ...(params && { params }),
      ...(details && { details }),
      cause: this,
    });
  }
}
