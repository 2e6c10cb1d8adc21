import type { ErrorCode } from '../errors.ts';
import type { Credential } from './caller.ts';

/** A request as shown to the customer whose program sent it. */
export interface AnsweredRequest {
  readonly at: number;
  readonly requestId: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly failure: ErrorCode | null;
  readonly ms: number;
  readonly address: string;
}

/** Records requests of an API surface. Called in batches after the responses; must not block. */
export interface RequestLog {
  note(request: AnsweredRequest, accountId: number, credential: Credential): void;
  /** Writes the recorded requests. */
  finish(): Promise<void>;
}
