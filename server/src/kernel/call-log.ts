import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of an engine on behalf of a piece of work, for staff who look for the reason of a failure. */
export interface LoggedCall {
  engine: string;
  operation: string;
  /** `ok`, or the kind of the failure. */
  result: string;
  /** Duration in milliseconds. */
  ms: number;
  /** Message of the error; null for a success. */
  message: string | null;
}

/** Calls kept per log: the last ones name the reason. */
const MOST_KEPT = 50;
const LONGEST_MESSAGE = 500;

const current = new AsyncLocalStorage<LoggedCall[]>();

/** Runs work and adds its engine calls to the log. */
export function logCalls<T>(log: LoggedCall[], work: () => Promise<T>): Promise<T> {
  return current.run(log, work);
}

/** Adds a call to the log of the current work, if there is one. */
export function addToCallLog(call: Omit<LoggedCall, 'message'>, error?: unknown): void {
  const log = current.getStore();
  if (!log) return;
  const message = error === undefined ? null : String((error as Error).message ?? error).slice(0, LONGEST_MESSAGE);
  log.push({ ...call, ms: Math.round(call.ms), message });
  if (log.length > MOST_KEPT) log.shift();
}
