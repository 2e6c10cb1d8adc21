import type { LoggedAttempt } from './store.ts';

/** The attempts at a delivery, as they are kept in its row. */
const KEPT_ATTEMPTS = 20;
/** Of what the receiver answered, in all attempts together: a page has a hundred deliveries, and is read in one go. */
const KEPT_ANSWER_BYTES = 3 * 1024;
/** `\u0000`: what a single character can become. */
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

/** The newest answers, as long as there is room for them. */
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
