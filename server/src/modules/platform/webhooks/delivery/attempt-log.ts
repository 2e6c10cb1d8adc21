import type { LoggedAttempt } from './store.ts';

/** Attempts of a delivery that are kept in its row. */
const KEPT_ATTEMPTS = 20;
/** Size of the receiver's responses over all attempts: a page of a hundred deliveries is read at once. */
const KEPT_ANSWER_BYTES = 3 * 1024;
/** The longest form of a single character in JSON: `\u0000`. */
const LONGEST_ESCAPE = 6;
const QUOTES = 2;

/** Almost all deliveries have one attempt. */
export function addToLog(log: string, attempt: LoggedAttempt): string {
  const before = log === '[]' ? [] : (JSON.parse(log) as LoggedAttempt[]);
  return JSON.stringify(limitAnswers([...before, attempt].slice(-KEPT_ATTEMPTS)));
}

export function readLog(log: string): LoggedAttempt[] {
  return limitAnswers(JSON.parse(log) as LoggedAttempt[]);
}

/** Keeps the newest responses that fit. */
function limitAnswers(attempts: readonly LoggedAttempt[]): LoggedAttempt[] {
  let room = KEPT_ANSWER_BYTES;
  const limited = attempts.toReversed().map((attempt) => {
    const answer = attempt.answer === null ? null : cut(attempt.answer, room);
    room -= answer === null ? 0 : sizeOf(answer);
    return answer === attempt.answer ? attempt : { ...attempt, answer };
  });
  return limited.reverse();
}

function cut(text: string, room: number): string | null {
  if (sizeOf(text) <= room) return text;
  const fits = Math.max(0, Math.floor((room - QUOTES) / LONGEST_ESCAPE));
  return text.slice(0, fits).toWellFormed() || null;
}

function sizeOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
