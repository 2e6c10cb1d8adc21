import { ExternalError } from '#kernel/outages.ts';

/** Reasons why an engine call failed. Only `unreachable` is worth a retry. */
export const engineErrorCodes = ['unreachable', 'not_found', 'conflict', 'refused'] as const;

export type EngineErrorCode = (typeof engineErrorCodes)[number];

/** Messages are stored and listed, and may quote input of a customer. */
const LONGEST_MESSAGE = 1_000;

/**
 * The only error of all engines. `message` is shown to customers and reveals nothing internal; the real error is in
 * `cause`, for the log.
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

/** Result of `check()`, which never throws: an engine that is down is a state, not an error. */
export interface EngineHealth {
  reachable: boolean;
  version: string | null;
  /** Sentence for the operator about its permissions or its problem; null if there is nothing to report. */
  detail: string | null;
  /** Sentence that tells the operator what to do; null if nothing is needed. */
  advice: string | null;
  /** Isolation between customers that the engine cannot provide here, with the consequences, a sentence each. */
  gaps?: readonly string[];
}

/** A finished call of an engine, for the counts of recent calls. */
export interface EngineCall {
  readonly engine: string;
  readonly isFault: boolean;
  readonly ms: number;
}

/** Calls of one engine in the last hour, in this process. */
export interface RecentCalls {
  readonly calls: number;
  /** Calls that did not reach the engine or failed unexpectedly. A refusal is an answer. */
  readonly errors: number;
  /** Mean duration in milliseconds; null without calls. */
  readonly mean_ms: number | null;
}

/** An aborted operation rejects with the reason of the signal. Running it again completes partial work. */
export interface OperationOptions {
  signal?: AbortSignal | undefined;
}
