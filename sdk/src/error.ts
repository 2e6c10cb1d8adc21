import type { Action } from './generated/types.gen.ts';

/** An invalid field and the reason. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
  /** Identifier of the message, for translations. Servers before this version send none. */
  readonly reason?: string;
  readonly params?: ErrorParams;
}

/** Values in a message, by name. */
export type ErrorParams = Readonly<Record<string, string | number>>;

interface Facts {
  readonly status?: number;
  readonly code: string;
  readonly message: string;
  readonly reason?: string | undefined;
  readonly params?: ErrorParams | undefined;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly action?: Action;
  readonly cause?: unknown;
}

/**
 * The only error class of this client. Besides the codes of the API it has `NETWORK_ERROR` (no response), `TIMEOUT`,
 * `UNEXPECTED_ANSWER` (a response that is not from the API, such as from a proxy) and `INVALID_SIGNATURE`
 * (`verifyWebhook`). `waitForAction` uses the error code of the failed action.
 */
export class HostlerError extends Error {
  override readonly name = 'HostlerError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  /** Identifier of the message, for translations. A code has several reasons; docs/errors.md lists them. */
  readonly reason: string | undefined;
  /** Values in the message, by name. Empty if it has none. */
  readonly params: ErrorParams;
  /** Errors by field. */
  readonly details: readonly ErrorDetail[];
  /** Quote this id when you contact support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  /** The failed action, if `waitForAction` threw this error. */
  readonly action: Action | undefined;

  constructor(facts: Facts) {
    const {
      status = 0,
      code,
      message,
      reason,
      params = {},
      details = [],
      requestId,
      retryAfter,
      action,
      cause,
    } = facts;
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.params = params;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.action = action;
  }
}
