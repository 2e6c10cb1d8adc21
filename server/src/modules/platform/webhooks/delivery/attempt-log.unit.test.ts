import { describe, expect, it } from 'vitest';
import { addToLog, readLog } from './attempt-log.ts';
import type { LoggedAttempt } from './store.ts';

const attempt = (at: number, answer: string | null): LoggedAttempt => ({
  at,
  status: 500,
  ms: 1,
  answer,
  error: null,
  next: null,
});
const logOf = (answers: (string | null)[]) =>
  answers.reduce<string>((log, answer, at) => addToLog(log, attempt(at, answer)), '[]');

describe('the attempt log of a delivery', () => {
  it('contains the last twenty attempts, oldest first', () => {
    const log = readLog(logOf(Array.from({ length: 25 }, () => 'no')));
    expect(log.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => index + 5));
    expect(log[0]).toEqual(attempt(5, 'no'));
  });

  it('keeps the last response of the receiver, and stays small for any characters', () => {
    for (const character of ['x', '"', '\u0000', 'é', '\ufffd', '🎉']) {
      const text = character.repeat(1024 / character.length);
      const log = logOf(Array.from({ length: 30 }, () => text));
      expect(Buffer.byteLength(log)).toBeLessThan(6_000);
      const answers = readLog(log).map(({ answer }) => answer);
      expect(answers[0]).toBeNull();
      expect(text.startsWith(answers.at(-1) ?? 'nothing')).toBe(true);
      expect(answers.at(-1)?.length).toBeGreaterThanOrEqual(500);
    }
    expect(readLog(logOf([null, 'x'.repeat(1024)])).at(-1)?.answer).toBe('x'.repeat(1024));
  });

  it('that an older version stored with more text is shortened when it is read', () => {
    const old = JSON.stringify(Array.from({ length: 20 }, (_, at) => attempt(at, '\u0000'.repeat(1024))));
    expect(Buffer.byteLength(JSON.stringify(readLog(old)))).toBeLessThan(6_000);
  });
});
