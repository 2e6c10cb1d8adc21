import { expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { callRelay, countCall, readRecentCalls } from './recent-calls.ts';

it('counts the calls of the last hour, their faults and their mean duration', () => {
  countCall('one', 'ok', 10, 0);
  countCall('one', 'failed', 30, 10 * MINUTE);
  expect(readRecentCalls('one', 20 * MINUTE)).toEqual({ calls: 2, errors: 1, mean_ms: 20 });
  expect(readRecentCalls('one', 61 * MINUTE)).toEqual({ calls: 1, errors: 1, mean_ms: 30 });
  expect(readRecentCalls('another')).toEqual({ calls: 0, errors: 0, mean_ms: null });
});

it('passes calls on, and counts those that it receives', () => {
  const sent: object[] = [];
  callRelay.send((call) => sent.push(call));
  countCall('sent', 'unreachable', 5);
  expect(sent).toEqual([{ engine: 'sent', isFault: true, ms: 5 }]);
  callRelay.receive({ engine: 'received', isFault: true, ms: 7 });
  expect(readRecentCalls('received')).toEqual({ calls: 1, errors: 1, mean_ms: 7 });
});
