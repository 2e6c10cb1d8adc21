import type { LoggedCall } from '#kernel/call-log.ts';
import type { ActionTrace } from './store.ts';

/** Fields of inputs with secrets. Those that are encrypted begin with `sealed`. */
const SECRET = /^sealed|password|secret|token|private/i;
const LONGEST_INPUT = 4_000;

/** Returns the input without its secrets, for staff. */
export function withoutSecretFields(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input, (name, value) => (SECRET.test(name) ? '(hidden)' : value)) ?? 'null');
}

/** Returns the facts of a failed action that are kept. */
export function traceOf(input: object, calls: readonly LoggedCall[]): ActionTrace {
  const json = JSON.stringify(withoutSecretFields(input));
  return { input: json.length > LONGEST_INPUT ? null : json, log: JSON.stringify(calls) };
}
