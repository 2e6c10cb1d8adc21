import { ExternalError } from '../kernel/outages.ts';

/** Why an engine did not do what it was asked. Only `unreachable` is worth trying again. */
export const engineErrorCodes = ['unreachable', 'not_found', 'conflict', 'refused'] as const;

export type EngineErrorCode = (typeof engineErrorCodes)[number];

/** It is kept in records and lists, and may quote what a customer wrote. */
const LONGEST_MESSAGE = 1_000;

/**
 * The one error of every engine. `message` is shown to customers, so it names nothing of the inside;
 * what really happened travels in `cause`, for the log.
 */
export class EngineError extends ExternalError {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly #isWait: boolean;

  /** `waits`: every engine answers, and the work is retried because something else has to happen first. */
  constructor(code: EngineErrorCode, message: string, options: { cause?: unknown; waits?: boolean } = {}) {
    super(message.slice(0, LONGEST_MESSAGE), 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.#isWait = options.waits ?? false;
  }

  get retry(): ExternalError['retry'] {
    if (this.code !== 'unreachable') return undefined;
    return this.#isWait ? 'wait' : 'outage';
  }
}

/** The answer to `check()`, which never throws: an engine that is down is a fact to show, not a failure. */
export interface EngineHealth {
  reachable: boolean;
  version: string | null;
  /** One sentence for the operator: what it may do here, or what is wrong; null when there is nothing to say. */
  detail: string | null;
  /** What the operator should do, in one sentence; null when nothing needs doing. */
  advice: string | null;
  /** What it cannot do here to keep customers from each other, and what that means, a sentence each. */
  gaps?: readonly string[];
}

/** An aborted operation rejects with the signal's own reason; what it left half-done, running it again finishes. */
export interface OperationOptions {
  signal?: AbortSignal | undefined;
}
