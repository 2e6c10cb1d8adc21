import { describe, expect, it } from 'vitest';
import { explainAttempt, explainTrouble } from './failing.ts';

const attempt = (status_code: number | null, kind?: string, attempted_at = '2026-11-15T10:00:00+00:00') => ({
  attempted_at,
  status_code,
  duration_ms: 12,
  response: null,
  error: kind === undefined ? null : { kind, message: 'As the API says it.' },
  next_attempt_at: null,
});
const FAILING = { status: 'active', failing_since: '2026-11-15T09:00:00+00:00' } as const;

describe('the explanation of a failing webhook', () => {
  it('is absent while the receiver answers 2xx', () => {
    expect(explainAttempt(attempt(204))).toBeUndefined();
    expect(
      explainTrouble({ status: 'active', failing_since: null }, [{ attempts: [attempt(500)], is_test: false }]),
    ).toBeUndefined();
  });

  it('contains the status code and what to do', () => {
    for (const status of [301, 302, 400, 401, 403, 404, 405, 429, 500, 503]) {
      expect(explainAttempt(attempt(status))?.why).toContain(String(status));
    }
    expect(explainAttempt(attempt(302))?.todo).toContain('URL');
    expect(explainAttempt(attempt(410))?.todo).toContain('Resume');
  });

  it('has a sentence for each known kind of failure without a response, else the message of the API', () => {
    for (const kind of ['address', 'connect', 'tls', 'timeout', 'closed', 'garbage', 'internal']) {
      expect(explainAttempt(attempt(null, kind))?.why).not.toBe('As the API says it.');
    }
    expect(explainAttempt(attempt(null, 'new'))?.why).toBe('As the API says it.');
    expect(explainAttempt(attempt(null))?.why).toBe('No response.');
  });

  it('is based on the newest attempt of all deliveries', () => {
    const older = { is_test: false, attempts: [attempt(404, undefined, '2026-11-15T10:00:00+00:00')] };
    const newer = {
      is_test: false,
      attempts: [
        attempt(500, undefined, '2026-11-15T09:00:00+00:00'),
        attempt(null, 'timeout', '2026-11-15T11:00:00+00:00'),
      ],
    };
    expect(explainTrouble(FAILING, [newer, older])?.why).toContain('15 seconds');
    const test = { is_test: true, attempts: [attempt(200, undefined, '2026-11-15T12:00:00+00:00')] };
    expect(explainTrouble(FAILING, [test, newer, older])?.why).toContain('15 seconds');
    expect(explainTrouble({ ...FAILING, status: 'disabled' }, [])).toBeUndefined();
  });
});
