import type { ErrorCode } from '../errors.ts';
import type { Credential } from './caller.ts';

/** A request as the customer whose program made it is shown it. */
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

/** Keeps what was asked at a door. It is told behind the answer, many at a time, and must not wait for anything. */
export interface RequestLog {
  note(request: AnsweredRequest, accountId: number, credential: Credential): void;
  /** Writes what it was told. */
  finish(): Promise<void>;
}
