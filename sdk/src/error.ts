import type { Action } from './generated/types.gen.ts';

/** A field that was refused, and why. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

interface Facts {
  readonly status?: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly action?: Action;
  readonly cause?: unknown;
}

/**
 * The one error of this client. Beside the API's own codes it has `NETWORK_ERROR` (no answer), `TIMEOUT`,
 * `UNEXPECTED_ANSWER` (an answer that is not the API's, say of a proxy), `INVALID_SIGNATURE` of `verifyWebhook`, and of
 * `waitForAction` the code with which the action failed.
 */
export class HostlerError extends Error {
  override readonly name = 'HostlerError';
  /** Of the HTTP answer; 0 where there was none. */
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field. */
  readonly details: readonly ErrorDetail[];
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  /** In so many seconds the same call may go through. */
  readonly retryAfter: number | undefined;
  /** What was waited for and failed. */
  readonly action: Action | undefined;

  constructor({ status = 0, code, message, details = [], requestId, retryAfter, action, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.action = action;
  }
}
